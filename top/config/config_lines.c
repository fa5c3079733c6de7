/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/config/config_lines.h"

#include <string.h>

#include "lib/text/i18n.h"

/* Far above the names of all fields; the rest is for the command of an entry to inspect. */
#define LINE_BYTES 4096

bool config_lines_read(const char *text, size_t len, struct config_error *error,
                       bool (*take)(void *reader, char *line), void *reader)
{
    const char *end = text + len;

    for (error->line = 0; text < end;) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t line_len = (size_t)((newline ? newline : end) - text);
        char line[LINE_BYTES];

        error->line++;
        if (line_len >= sizeof(line) || memchr(text, '\0', line_len)) {
            buf_puts(&error->why, _("not a line of text"));
            return false;
        }
        memcpy(line, text, line_len);
        line[line_len] = '\0';
        if (!take(reader, line))
            return false;
        text += line_len + (newline != NULL);
    }
    return true;
}

bool config_lines_refuse(struct buf *why, const char *message, const char *text)
{
    buf_printf(why, "%s '%s'", message, text);
    return false;
}
