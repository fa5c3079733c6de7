/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_HELP_TOPICS_H
#define DOTPROC_TOP_SCREENS_HELP_TOPICS_H

/* The keys of the task screen by purpose: the first page of help. */

#include <stdbool.h>

struct help_topic {
    const char *keys; /* NULL: the text is the title of those that follow */
    const char *text; /* marked for translation; NULL ends the list */
    bool outside;     /* unavailable in secure mode, as in struct binding */
};

extern const struct help_topic help_topics[];

#endif
