/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PARSE_NAMESPACE_H
#define DOTPROC_SOURCE_PROC_PARSE_NAMESPACE_H

/* Where a link in /proc/PID/ns leads: "pid:[4026531836]" (namespaces(7)). A pure parser. */

#include <stddef.h>
#include <stdint.h>

/* The inode number; 0 when the text is no such link. */
uint64_t namespace_parse(const char *text, size_t len);

#endif
