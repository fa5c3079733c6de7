/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/environment.h"

#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/kernel.h"
#include "lib/task/fields.h"
#include "lib/text/i18n.h"

struct ps_environment environment_read(void)
{
    return (struct ps_environment){
        .ps_personality = getenv("PS_PERSONALITY"),
        .cmd_env = getenv("CMD_ENV"),
        .broken_ps = getenv("I_WANT_A_BROKEN_PS"),
        .xpg = getenv("_XPG"),
        .ps_format = getenv("PS_FORMAT"),
        .hide_kernel = getenv("LIBPROC_HIDE_KERNEL"),
        .procfs = getenv("PROCFS_PATH"),
        .source = getenv("DOTPROC_SOURCE"),
        .columns = getenv("COLUMNS"),
        .lines = getenv("LINES"),
        .euid = geteuid(),
    };
}

/* --- the terminal --- */

/* The size of a terminal that does not report one, and the least width with w. */
#define USUAL_COLUMNS 80
#define USUAL_LINES   24
#define WIDE_COLUMNS  132

/* A smaller screen counts as a mistake. */
#define COLUMNS_LEAST 9
#define LINES_LEAST   2

/* The largest number taken from the environment. */
#define VARIABLE_MAX 131071

static bool ask_size(int fd, struct terminal *terminal)
{
    struct winsize size;

    if (ioctl(fd, TIOCGWINSZ, &size) < 0 || size.ws_col == 0 || size.ws_row == 0)
        return false;
    terminal->columns = size.ws_col;
    terminal->lines = size.ws_row;
    return true;
}

struct terminal terminal_ask(void)
{
    struct terminal terminal = {.is_output = isatty(STDOUT_FILENO) != 0};
    int fd;

    if (ask_size(STDOUT_FILENO, &terminal) || ask_size(STDERR_FILENO, &terminal) ||
        ask_size(STDIN_FILENO, &terminal))
        return terminal;
    fd = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
    if (fd >= 0) {
        ask_size(fd, &terminal);
        close(fd);
    }
    return terminal;
}

/* Uses a variable with a valid number; ignores others. */
static void take_variable(const char *text, size_t *size)
{
    char *end;
    long value;

    if (!text || !*text)
        return;
    value = strtol(text, &end, 0);
    if (!*end && value > 0 && value <= VARIABLE_MAX)
        *size = (size_t)value;
}

struct screen screen_find(const struct terminal *terminal, const struct ps_environment *environment)
{
    struct screen screen = {
        .columns = terminal->columns ? terminal->columns : USUAL_COLUMNS,
        .lines = terminal->lines ? terminal->lines : USUAL_LINES,
    };

    if (!terminal->is_output)
        screen.columns = SCREEN_UNLIMITED;
    take_variable(environment->columns, &screen.columns);
    take_variable(environment->lines, &screen.lines);
    return screen;
}

bool screen_is_bogus(const struct screen *screen)
{
    return screen->columns < COLUMNS_LEAST || screen->lines < LINES_LEAST;
}

struct screen screen_choose(const struct terminal *terminal,
                            const struct ps_environment *environment,
                            const struct ps_options *options)
{
    struct screen screen = screen_find(terminal, environment);

    if (options->columns)
        screen.columns = options->columns;
    if (options->lines)
        screen.lines = options->lines;

    if (options->wide > 1)
        screen.columns = SCREEN_UNLIMITED;
    else if (options->wide && screen.columns < WIDE_COLUMNS)
        screen.columns = WIDE_COLUMNS;
    return screen;
}

/* Field 7 of stat (proc(5)), counted from the last ')', since the name may contain anything. */
static uint32_t parse_tty(const char *stat)
{
    const char *at = strrchr(stat, ')');

    for (int field = 2; at && field < 7; field++)
        at = strchr(at + 1, ' ');
    return at ? (uint32_t)strtol(at, NULL, 10) : 0;
}

/* Reads /proc, whatever --procfs is: this is about ps itself. */
uint32_t terminal_own_number(void)
{
    char text[512];

    return kernel_file_read("/proc/self/stat", text, sizeof(text)) ? parse_tty(text) : 0;
}

/* --- the locale --- */

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
