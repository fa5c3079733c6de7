/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/config/config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/text/i18n.h"

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

/* Not the ready-made fields of the key Tab. */
static void take_own(const struct window_settings *from, struct window_settings *to)
{
    *to = *from;
    window_settings_choose_fields(to, FIELDS_OWN);
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
