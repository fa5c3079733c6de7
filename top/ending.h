/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_ENDING_H
#define DOTPROC_TOP_ENDING_H

/* How a run, of the screen or of batch mode, came to its end. */
enum ending {
    ENDING_ASKED,  /* by a key, a signal, or the number of iterations */
    ENDING_START,  /* it could not be started: *error */
    ENDING_SCAN,   /* a scan failed: *error */
    ENDING_OUTPUT, /* the output could not be written: *error */
    ENDING_MEMORY,
};

#endif
