/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/config/stock_limits.h"

#include <string.h>

#include "top/base/i18n.h"
#include "top/config/config_lines.h"
#include "top/model/number.h"

struct limits_reader {
    struct stock_limits *limits;
    struct config_error *error;
};

static bool take_limit(void *argument, char *line)
{
    const struct limits_reader *reader = argument;
    struct stock_limits *limits = reader->limits;

    if (reader->error->line == 1) {
        limits->secure = strchr(line, 's') != NULL;
        return true;
    }
    line[strcspn(line, " \t#")] = '\0';
    limits->has_delay = seconds_parse(line, &limits->delay_ns);
    return !*line || limits->has_delay ||
           config_lines_refuse(&reader->error->why, _("not a delay:"), line);
}

bool stock_limits_parse(struct stock_limits *limits, const char *text, size_t len,
                        struct config_error *error)
{
    struct limits_reader reader = {limits, error};
    const char *end = text + len;
    const char *rest = text;

    *limits = (struct stock_limits){.secure = false};
    for (int lines = 0; rest && lines < 2; lines++) {
        rest = memchr(rest, '\n', (size_t)(end - rest));
        rest = rest ? rest + 1 : NULL;
    }
    return config_lines_read(text, (size_t)((rest ? rest : end) - text), error, take_limit,
                             &reader);
}
