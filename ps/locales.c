/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/locales.h"

#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "ps/i18n.h"

/* The groups of figures that are numbers, or words of the kernel's, which are ASCII. */
#define NEED_NUMBERS                                                                             \
    (NEED_STAT | NEED_STATM | NEED_MEM | NEED_NLWP | NEED_LOCKED | NEED_USAGE | NEED_ADDRESSES | \
     NEED_WCHAN | NEED_IO | NEED_SMAPS | NEED_AUTOGROUP | NEED_LOGINUID | NEED_OOM_SCORE |       \
     NEED_OOM_ADJ | NEED_FDS | NEED_NODE)

/*
 * Where translations are: where they were installed, or where the environment says. They have
 * formats in them, so with more rights than the caller's, the environment is not asked.
 */
static const char *translations_folder(void)
{
    const char *folder = secure_getenv("DOTPROC_LOCALEDIR");

    return folder && *folder ? folder : DOTPROC_LOCALEDIR;
}

/* The locale that setlocale(3) would take for messages. */
static const char *wanted_language(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *value = getenv(names[i]);

        if (value && *value)
            return value;
    }
    return "C";
}

/*
 * Our own words are those of the C locale, and that is C in any encoding. But gettext(3) looks at
 * LANGUAGE in C.UTF-8, as it does not in C.
 */
static bool wants_translations(void)
{
    const char *wanted = wanted_language();
    const char *language = getenv("LANGUAGE");

    if (strcmp(wanted, "C") == 0 || strcmp(wanted, "POSIX") == 0)
        return false;
    return strncmp(wanted, "C.", 2) != 0 || (language && *language);
}

static bool is_ascii(const char *text)
{
    while (text && *text > 0)
        text++;
    return !text || *text == '\0';
}

/* What somebody said to us, and we may say again. */
static bool are_ascii(int argc, char *const argv[], const struct ps_environment *environment)
{
    const char *const heard[] = {
        environment->ps_personality, environment->cmd_env, environment->ps_format,
        environment->procfs,         environment->source,
    };
    bool ascii = true;

    for (size_t i = 0; i < sizeof(heard) / sizeof(heard[0]); i++)
        ascii = ascii && is_ascii(heard[i]);
    for (int i = 0; i < argc; i++)
        ascii = ascii && is_ascii(argv[i]);
    return ascii;
}

void locale_begin(int argc, char *const argv[], const struct ps_environment *environment)
{
    const bool translations = wants_translations();

    if (translations || !are_ascii(argc, argv, environment))
        setlocale(LC_CTYPE, "");
    if (!translations)
        return;
    setlocale(LC_MESSAGES, "");
    bindtextdomain("dotproc", translations_folder());
    textdomain("dotproc");
}

static bool shows(const struct format *format, const char *code)
{
    return format_find(format, code) < format->count;
}

/* Names of months, and dates as -D has them. */
static bool shows_words_of_dates(const struct ps_options *options)
{
    const struct format *format = &options->format;

    return shows(format, "stime") || shows(format, "start_time") ||
           (options->date_format && shows(format, "lstart"));
}

/* Names that tasks, users and groups have: they may be in any characters. */
static bool shows_names(const struct ps_options *options)
{
    const struct format *format = &options->format;

    if (options->output != OUTPUT_TEXT || options->group_keys.count > 0)
        return true;
    for (size_t i = 0; i < format->count; i++) {
        const struct column *column = format->items[i].column;

        if (column && column->figure->need & ~NEED_NUMBERS)
            return true;
    }
    return false;
}

void locale_for_listing(const struct ps_options *options)
{
    const bool dates = shows_words_of_dates(options);

    if (dates)
        setlocale(LC_TIME, "");
    if (dates || shows_names(options))
        setlocale(LC_CTYPE, "");
}
