/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/config/own_config.h"

#include <string.h>

#include "lib/text/i18n.h"
#include "top/config/settings.h"

/* The line that identifies a file of this form. */
#define FORMAT "format = 1"

struct reader {
    struct config *config;
    struct window_settings *window; /* whose settings follow; NULL: those of all */
    bool has_format;
    struct buf *why;
};

static bool enter_section(struct reader *reader, const char *line)
{
    static const char form[] = "[window 1]";
    size_t digit = strlen("[window ");

    if (strlen(line) != strlen(form) || strncmp(line, form, digit) != 0 || line[digit] < '1' ||
        line[digit] > '0' + WINDOW_COUNT || line[digit + 1] != ']')
        return config_lines_refuse(reader->why, _("there is no section"), line);
    reader->window = &reader->config->windows[line[digit] - '1'];
    return true;
}

static const struct setting *find_setting(const struct reader *reader, const char *name, size_t len)
{
    const struct setting *setting;

    for (size_t i = 0; (setting = reader->window ? window_setting_at(i) : setting_at(i)); i++)
        if (strlen(setting->name) == len && strncmp(setting->name, name, len) == 0)
            return setting;
    return NULL;
}

/* May change `line`. One blank before and after '=' is not part of name and value. */
static bool read_setting(struct reader *reader, char *line)
{
    char *sign = strchr(line, '=');
    size_t name_len = sign ? (size_t)(sign - line) : 0;
    void *base = reader->window ? (void *)reader->window : (void *)reader->config;
    const struct setting *setting;

    if (!sign)
        return config_lines_refuse(reader->why, _("not a setting:"), line);
    if (name_len && line[name_len - 1] == ' ')
        name_len--;
    setting = find_setting(reader, line, name_len);
    if (!setting) {
        line[name_len] = '\0';
        return config_lines_refuse(reader->why, _("there is no setting"), line);
    }
    sign += sign[1] == ' ' ? 2 : 1;
    return setting_parse(setting, base, sign, reader->why);
}

static bool take_line(void *argument, char *line)
{
    struct reader *reader = argument;

    if (!*line || *line == '#')
        return true;
    if (!reader->has_format) {
        reader->has_format = strcmp(line, FORMAT) == 0;
        return reader->has_format ||
               config_lines_refuse(reader->why, _("not a configuration of this top:"), line);
    }
    if (*line == '[')
        return enter_section(reader, line);
    if (strchr(line, '\t'))
        return config_add_entry(reader->config, line, reader->why);
    return read_setting(reader, line);
}

bool config_parse(struct config *config, const char *text, size_t len, struct config_error *error)
{
    struct reader reader = {.config = config, .why = &error->why};
    bool good;

    config_init(config);
    good = config_lines_read(text, len, error, take_line, &reader);
    if (good && !reader.has_format) {
        buf_puts(&error->why, _("it is empty"));
        good = false;
    }
    for (size_t i = 0; i < WINDOW_COUNT; i++)
        window_settings_update(&config->windows[i]);
    if (!good)
        config_reset(config);
    return good;
}

static void put_entries(const struct config *config, struct buf *out)
{
    if (config->entry_count)
        buf_puts(out, "\n# What can be inspected: Y\n");
    for (size_t i = 0; i < config->entry_count; i++) {
        const struct inspect_entry *entry = &config->entries[i];

        buf_printf(out, "%s\t%s\t%s\n", entry->kind == INSPECT_PIPE ? "pipe" : "file", entry->name,
                   entry->format);
    }
}

void config_put(const struct config *config, struct buf *out)
{
    const struct setting *setting;

    buf_puts(out,
             "# The settings of top, as its key W has saved them: see top(1).\n"
             "# The key for each setting follows the colon.\n"
             "# A file with a mistake is not used at all; top says where the mistake is.\n\n" FORMAT
             "\n\n");
    for (size_t i = 0; (setting = setting_at(i)); i++)
        setting_put(setting, config, out);
    for (size_t window = 0; window < WINDOW_COUNT; window++) {
        buf_printf(out, "\n[window %zu]\n", window + 1);
        for (size_t i = 0; (setting = window_setting_at(i)); i++)
            setting_put(setting, &config->windows[window], out);
    }
    put_entries(config, out);
}
