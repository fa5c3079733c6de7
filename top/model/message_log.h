/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_MESSAGE_LOG_H
#define DOTPROC_TOP_MODEL_MESSAGE_LOG_H

#include <stddef.h>

#define MESSAGE_BYTES     256
#define MESSAGE_LOG_COUNT 10

/* The last messages, for the key ^L. Zero-initialise. */
struct message_log {
    char texts[MESSAGE_LOG_COUNT][MESSAGE_BYTES];
    size_t next, count;
};

/* Adds a message, in place of the oldest if the log is full; one that is too long is cut. */
void message_log_add(struct message_log *log, const char *text);

/* The message of this age, raw: 0 is the newest, `count` - 1 the oldest. */
const char *message_log_at(const struct message_log *log, size_t age);

#endif
