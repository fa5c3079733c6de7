/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/locales.h"

#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/task/fields.h"
#include "lib/text/i18n.h"

/* Needs with names of tasks, users and groups; details may have texts, too. */
#define NEED_NAMES (NEED_STATUS | NEED_OWNER | NEED_COMM | NEED_CMDLINE)

/*
 * Messages are not translated in the C locale, with any encoding. But gettext(3) follows LANGUAGE
 * in C.UTF-8, unlike in C.
 */
static bool wants_translations(void)
{
    const char *wanted = locale_wanted("LC_MESSAGES");
    const char *language = getenv("LANGUAGE");

    if (strcmp(wanted, "C") == 0 || strcmp(wanted, "POSIX") == 0)
        return false;
    return strncmp(wanted, "C.", 2) != 0 || (language && *language);
}

static bool is_ascii(const char *text)
{
    while (text && *text && (unsigned char)*text < 0x80)
        text++;
    return !text || *text == '\0';
}

/* Whether all input that messages may quote is ASCII. */
static bool are_ascii(int argc, char *const argv[], const struct ps_environment *environment)
{
    const char *const heard[] = {
        environment->ps_personality, environment->cmd_env, environment->ps_format,
        environment->procfs,         environment->source,
    };
    bool ascii = true;

    for (size_t i = 0; i < ARRAY_COUNT(heard); i++)
        ascii = ascii && is_ascii(heard[i]);
    for (int i = 0; i < argc; i++)
        ascii = ascii && is_ascii(argv[i]);
    return ascii;
}

int locales_begin(int argc, char *const argv[], const struct ps_environment *environment)
{
    const bool translations = wants_translations();
    int result = 0;

    if (translations || !are_ascii(argc, argv, environment))
        result = locale_take(LC_CTYPE);
    if (result == 0 && translations)
        result = locale_take(LC_MESSAGES);
    if (result == 0 && translations)
        result = locale_translate("dotproc", DOTPROC_LOCALEDIR);
    return result;
}

static bool shows(const struct format *format, const char *code)
{
    return format_find(format, code) < format->count;
}

/* Names of months, and dates in the format of -D. */
static bool shows_words_of_dates(const struct ps_options *options)
{
    const struct format *format = &options->format;

    return shows(format, "stime") || shows(format, "start_time") ||
           (options->date_format && shows(format, "lstart"));
}

/* Names and other texts, which may have any characters. */
static bool shows_names(const struct ps_options *options)
{
    const struct format *format = &options->format;

    if (options->output != OUTPUT_TEXT || options->group_keys.count > 0 || options->ended_ns > 0 ||
        options->cgroup_columns)
        return true;
    for (size_t i = 0; i < format->count; i++) {
        const struct column *column = format->items[i].column;

        if (column && column->figure->need & (NEED_NAMES | fields_of_texts()))
            return true;
    }
    return false;
}

int locales_for_listing(const struct ps_options *options)
{
    const bool dates = shows_words_of_dates(options);
    int result = dates ? locale_take(LC_TIME) : 0;

    if (result == 0 && (dates || shows_names(options)))
        result = locale_take(LC_CTYPE);
    return result;
}
