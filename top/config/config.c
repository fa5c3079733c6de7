/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/config/config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/span.h"
#include "lib/text/i18n.h"
#include "top/config/internal.h"

/* Far above the names of all fields; the rest is for the command of an entry to inspect. */
#define LINE_BYTES 4096

/* The line that identifies a file of this form. */
#define FORMAT "format = 1"

void config_init(struct config *config)
{
    memset(config, 0, sizeof(*config));
    model_settings_init(&config->settings);
    for (size_t i = 0; i < WINDOW_COUNT; i++)
        window_settings_init(&config->windows[i], i);
    config->current = 1;
}

void config_show_as_stock(struct config *config)
{
    struct model_settings *settings = &config->settings;

    settings->cursor = settings->ended = settings->pressure = settings->status = false;
}

void config_fini(struct config *config)
{
    for (size_t i = 0; i < config->text_count; i++)
        free(config->texts[i]);
    config->entry_count = config->text_count = 0;
}

void config_reset(struct config *config)
{
    config_fini(config);
    config_init(config);
}

/* Splits the text in place; the entry points into it. */
static bool split_entry(char *text, struct inspect_entry *entry, struct buf *why)
{
    char *name = strchr(text, '\t');
    char *format = name ? strchr(name + 1, '\t') : NULL;

    if (!format || format == name + 1 || !format[1]) {
        buf_puts(why, _("an entry has a kind, a name and a command or path, with tabs between"));
        return false;
    }
    *name++ = '\0';
    *format++ = '\0';
    *entry = (struct inspect_entry){
        .kind = strcmp(text, "pipe") == 0 ? INSPECT_PIPE : INSPECT_FILE,
        .name = name,
        .format = format,
    };
    if (entry->kind == INSPECT_PIPE || strcmp(text, "file") == 0)
        return true;
    buf_printf(why, _("an entry's kind is pipe or file, not '%s'"), text);
    return false;
}

bool config_add_entry(struct config *config, const char *line, struct buf *why)
{
    char *text;

    if (config->entry_count == CONFIG_ENTRIES_MAX) {
        buf_printf(why, _("more than %d entries to inspect"), CONFIG_ENTRIES_MAX);
        return false;
    }
    text = strdup(line);
    if (!text)
        why->failed = true;
    if (!text || !split_entry(text, &config->entries[config->entry_count], why)) {
        free(text);
        return false;
    }
    config->entry_count++;
    config->texts[config->text_count++] = text;
    return true;
}

bool config_lines_read(const char *text, size_t len, struct config_error *error,
                       bool (*take)(void *reader, char *line), void *reader)
{
    struct span rest = {text, len}, span;

    for (error->line = 0; span_take_part(&rest, '\n', &span);) {
        char line[LINE_BYTES];

        error->line++;
        if (span.len >= sizeof(line) || memchr(span.text, '\0', span.len)) {
            buf_puts(&error->why, _("not a line of text"));
            return false;
        }
        memcpy(line, span.text, span.len);
        line[span.len] = '\0';
        if (!take(reader, line))
            return false;
    }
    return true;
}

bool config_lines_refuse(struct buf *why, const char *message, const char *text)
{
    buf_printf(why, "%s '%s'", message, text);
    return false;
}

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

static const struct setting *find_setting(const struct reader *reader, struct span name)
{
    const struct setting *setting;

    for (size_t i = 0; (setting = reader->window ? window_setting_at(i) : setting_at(i)); i++)
        if (span_is(name, setting->name))
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
    setting = find_setting(reader, (struct span){line, name_len});
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
    for (size_t i = 0; i < WINDOW_COUNT; i++) {
        config->windows[i].forest &= !config->windows[i].group; /* as with --group-by */
        window_settings_update(&config->windows[i]);
    }
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

/* Not the ready-made fields of the key Tab, nor those beside a mark. */
static void take_own(const struct window_settings *from, struct window_settings *to)
{
    *to = *from;
    to->marked = to->by_mark = false;
    window_settings_choose_fields(to, FIELDS_OWN);
    window_settings_update(to);
}

void config_take(struct config *config, const struct model *model)
{
    config_init(config);
    config->settings = model->settings;
    for (size_t i = 0; i < WINDOW_COUNT; i++)
        take_own(&model->windows[i].settings, &config->windows[i]);
    config->current = model_window_number(model, model->window);
    while (config->entry_count < model->inspect_entries.count &&
           config->entry_count < CONFIG_ENTRIES_MAX) {
        config->entries[config->entry_count] = model->inspect_entries.list[config->entry_count];
        config->entry_count++;
    }
}

void config_apply(const struct config *config, struct model *model)
{
    model->settings = config->settings;
    for (size_t i = 0; i < WINDOW_COUNT; i++) {
        model->windows[i].settings = config->windows[i];
        window_settings_update(&model->windows[i].settings);
    }
    model->window = &model->windows[config->current - 1];
    model->inspect_entries = (struct inspect_entries){config->entries, config->entry_count};
}
