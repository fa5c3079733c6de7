/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_ENDING_H
#define DOTPROC_TOP_ENDING_H

/* Why interactive or batch mode has ended. */
enum ending {
    ENDING_ASKED,  /* requested by a key, a signal, or -n */
    ENDING_START,  /* it could not start: *error */
    ENDING_SCAN,   /* a scan failed: *error */
    ENDING_OUTPUT, /* the output could not be written: *error */
    ENDING_MEMORY,
};

#endif
