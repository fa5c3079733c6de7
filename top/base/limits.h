/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_LIMITS_H
#define DOTPROC_TOP_BASE_LIMITS_H

/* The widest screen that is made use of. */
#define COLS_MAX 512

/* Cells of the summary that share a line of the screen at most. */
#define ADJOINING_MOST 8

/* Colours are those of xterm's 256, of which the first eight are on any terminal with colours. */
#define COLOUR_DEFAULT (-1) /* the terminal's own */
#define COLOUR_MOST    255

#endif
