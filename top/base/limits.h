/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_LIMITS_H
#define DOTPROC_TOP_BASE_LIMITS_H

/* Wider screens are used up to this width. */
#define COLS_MAX 512

/* At most this many cells of the summary share a line of the screen. */
#define ADJOINING_MOST 8

/* Colours are xterm's 256; every terminal with colours has the first eight. */
#define COLOUR_DEFAULT (-1) /* the terminal's own */
#define COLOUR_MOST    255

#endif
