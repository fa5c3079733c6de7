/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_LIMITS_H
#define DOTPROC_TOP_BASE_LIMITS_H

/* The widest frame, in cells; the rest of a wider screen stays blank. */
#define COLS_MAX 512

/* Numbers of xterm's 256 colours; every terminal with colours has the first eight. */
#define COLOUR_DEFAULT (-1) /* the terminal's default colour */
#define COLOUR_MOST    255

#endif
