# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What is preloaded into top to make it wait: slow_files.c, slow_names.c.
#
#   DOTPROC_SLOW_FILES   the first of them

# The sanitizers want to be loaded first, and need not be.
export SLOW_ASAN_OPTIONS=verify_asan_link_order=0

# A copy of the library in the test's folder, for the loader splits its list at spaces, which a build
# folder's name may have; and the gate at which who opens the file waits.
make_slow_files() {
    mkfifo gate
    cp "$DOTPROC_SLOW_FILES" slow_files.so
}
