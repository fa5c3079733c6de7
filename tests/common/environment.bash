# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Answers must not depend on the environment of whoever runs the tests.
export TZ=UTC LC_ALL=C.UTF-8 TERM=xterm
unset COLUMNS LINES LANGUAGE PS_FORMAT PS_PERSONALITY CMD_ENV I_WANT_A_BROKEN_PS _XPG \
    LIBPROC_HIDE_KERNEL DOTPROC_LOCALEDIR DOTPROC_SOURCE PROCFS_PATH XDG_CONFIG_HOME
