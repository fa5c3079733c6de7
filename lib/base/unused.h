/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_UNUSED_H
#define DOTPROC_BASE_UNUSED_H

/* Behind a parameter that the type of a function has and this one does not need. */
#define UNUSED __attribute__((unused))

#endif
