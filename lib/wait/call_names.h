/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_WAIT_CALL_NAMES_H
#define DOTPROC_WAIT_CALL_NAMES_H

/* Tables that make-call-names makes of the kernel's headers when the library is built. */

#include <stddef.h>

struct call_names {
    const char *const *names; /* by number; NULL: no call has it */
    size_t count;
};

/* Empty where this processor runs no such programs, or its headers do not say. */
extern const struct call_names call_names_32;
extern const struct call_names call_names_64;

#endif
