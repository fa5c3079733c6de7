/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_HOST_PROC2_H
#define DOTPROC_HOST_PROC2_H

/*
 * One spelling for the two interfaces of libproc2.
 *
 * Up to 4.0.4 its STAT_VAL and MEMINFO_VAL macros take a fourth argument, the info handle; since
 * 4.0.5 they do not. The build decides. `item` is the value's position in the list of items, `type`
 * the member of the result union.
 */
#ifdef PROC2_VAL_WITHOUT_INFO
#define PROC2_VAL(family, item, type, stack, info) family##_VAL(item, type, stack)
#else
#define PROC2_VAL(family, item, type, stack, info) family##_VAL(item, type, stack, info)
#endif

#endif
