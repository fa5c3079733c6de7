/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/message_log.h"

#include <stdio.h>

void message_log_add(struct message_log *log, const char *text)
{
    snprintf(log->texts[log->next], sizeof(log->texts[0]), "%s", text);
    log->next = (log->next + 1) % MESSAGE_LOG_COUNT;
    if (log->count < MESSAGE_LOG_COUNT)
        log->count++;
}

const char *message_log_at(const struct message_log *log, size_t age)
{
    return log->texts[(log->next + MESSAGE_LOG_COUNT - 1 - age) % MESSAGE_LOG_COUNT];
}
