# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# slow.c, which is preloaded into top to make it wait.
#
#   DOTPROC_SLOW   the library

# The sanitizers want to be loaded first, and need not be.
export SLOW_ASAN_OPTIONS=verify_asan_link_order=0

# use_slow FIFO: creates the FIFO, and copies the library to the test's folder: the loader splits its list
# at spaces, which the name of a build folder may have.
use_slow() {
    mkfifo "$1"
    cp "$DOTPROC_SLOW" slow.so
}
