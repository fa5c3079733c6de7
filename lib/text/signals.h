/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_SIGNALS_H
#define DOTPROC_TEXT_SIGNALS_H

/* Signals by number and by name (signal(7)). */

/*
 * "TERM" for SIGTERM, "RTMIN+03" for real-time signals, "LIBC+01" for those that the C library
 * reserves; NULL if there is no such signal. Static storage.
 */
const char *signal_name(int number);

/*
 * The number for "15", "TERM", "SIGTERM", "RTMIN+3" or "RTMAX-3", in any case, 0 included; -1 if
 * there is none.
 */
int signal_by_name(const char *name);

#endif
