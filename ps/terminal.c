/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/terminal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "lib/base/kernel.h"

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
