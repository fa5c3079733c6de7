/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The time to a program's first output, and to its exit.
 *
 *   first top ROUNDS PROGRAM [ARGUMENT...]
 *       runs it on a terminal of its own of 50 lines and 120 columns; ms from its start to the
 *       first row of a task, and from q, a while after that, to its end; then from its start to the
 *       help screen, where h is pressed as soon as keys are taken one by one; and from q, pressed
 *       then, to its end
 *   first ps ROUNDS PROGRAM [ARGUMENT...]
 *       ms from its start to the first line below the heading, and to its end; KiB that it had
 *       resident at most
 *
 * Prints medians; a dash for output that never came.
 */
#include <err.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "bench/figures.h"
#include "tests/common/run_silent.h"

#define COMES_MS   10000 /* the limit of each wait */
#define SETTLED_MS 1500  /* after the first row: all figures are there, and files stay open */
#define HEADING    "COMMAND"
#define ROW_CELLS  20 /* non-blank cells of the rows below it, at least */

/* Text of the help screens of ours and of the system's. */
static const char *const help[] = {"other keys go back", "Help for Interactive"};

/* The times of one measurement, by round. */
struct times {
    double *ms;
    size_t count;
};

/* The output of a program so far. */
struct output {
    int fd;
    char bytes[1 << 20];
    size_t len;
    bool ended;
};

static struct output received;

static void add(struct times *times, double ms)
{
    times->ms = realloc(times->ms, (times->count + 1) * sizeof(ms));
    if (!times->ms)
        err(EXIT_FAILURE, "%zu rounds", times->count);
    times->ms[times->count++] = ms;
}

static void print_median(struct times *times)
{
    if (times->count > 0)
        printf("%.1f ", median(times->ms, times->count));
    else
        printf("- ");
}

/* Reads what comes next; false at `end_ms` and at the end of output. Drops what has no room. */
static bool take(struct output *output, double end_ms)
{
    const double left_ms = end_ms - now_ms();
    char *at;
    ssize_t len;

    if (output->ended || left_ms <= 0)
        return false;
    if (sizeof(output->bytes) - 1 - output->len < sizeof(output->bytes) / 2)
        output->len = 0;
    at = output->bytes + output->len;
    len = read_within(output->fd, at, sizeof(output->bytes) / 2, (int)left_ms + 1);
    output->ended = len < 0;
    output->len += len > 0 ? (size_t)len : 0;
    output->bytes[output->len] = '\0';
    return len > 0;
}

/* Non-blank cells, without control sequences. */
static size_t count_cells(const char *text)
{
    size_t count = 0;

    while (*text) {
        if (text[0] == '\033' && text[1] == '[')
            text += 2 + strspn(text + 2, "0123456789;?");
        else
            count += *text > ' ';
        text += *text != '\0';
    }
    return count;
}

static bool has_task(const struct output *output)
{
    const char *heading = strstr(output->bytes, HEADING);

    return heading && count_cells(heading + strlen(HEADING)) >= ROW_CELLS;
}

static bool has_help(const struct output *output)
{
    return strstr(output->bytes, help[0]) || strstr(output->bytes, help[1]);
}

static bool has_row(const struct output *output)
{
    const char *newline = strchr(output->bytes, '\n');

    return newline && strchr(newline + 1, '\n');
}

/* Waits until `is_there`; false after the limit. */
static bool wait_for(struct output *output, bool (*is_there)(const struct output *output))
{
    const double end_ms = now_ms() + COMES_MS;

    while (!is_there(output))
        if (!take(output, end_ms))
            return is_there(output);
    return true;
}

static void begin(struct output *output, int fd)
{
    output->fd = fd;
    output->len = 0;
    output->bytes[0] = '\0';
    output->ended = false;
}

static pid_t start_on_terminal(char *const words[], struct output *output)
{
    const struct winsize size = {.ws_row = 50, .ws_col = 120};
    int terminal;
    const pid_t child = run_on_terminal(&size, words, &terminal);

    begin(output, terminal);
    return child;
}

static void press(const struct output *output, const char *key)
{
    if (write(output->fd, key, strlen(key)) < 0)
        err(EXIT_FAILURE, "cannot press a key");
}

/* A key pressed before would have to wait for the end of a line. */
static void wait_for_keys(struct output *output)
{
    const double limit_ms = now_ms() + COMES_MS;
    struct termios modes;

    while (!output->ended && now_ms() < limit_ms && tcgetattr(output->fd, &modes) == 0 &&
           modes.c_lflag & ICANON)
        take(output, now_ms() + 1);
}

/*
 * Reads to the end, because a program whose output is not read would block. False if it had to be
 * killed, or failed.
 */
static bool finish(pid_t child, struct output *output, struct rusage *used)
{
    const double end_ms = now_ms() + COMES_MS;
    int status;

    while (take(output, end_ms))
        continue;
    if (!output->ended)
        kill(child, SIGKILL);
    close(output->fd);
    return wait4(child, &status, 0, used) == child && status == 0;
}

/* The times of each measurement. */
struct waits {
    struct times row, end, help, early_end;
};

static void time_end(pid_t child, struct output *output, struct times *end)
{
    const double start_ms = now_ms();

    press(output, "q");
    if (finish(child, output, NULL))
        add(end, now_ms() - start_ms);
}

static void time_screen(char *const words[], struct waits *waits)
{
    const double start_ms = now_ms();
    const pid_t child = start_on_terminal(words, &received);
    double settled_ms;

    if (wait_for(&received, has_task))
        add(&waits->row, now_ms() - start_ms);
    settled_ms = now_ms() + SETTLED_MS;
    while (take(&received, settled_ms))
        continue;
    time_end(child, &received, &waits->end);
}

static void time_key(char *const words[], struct waits *waits)
{
    const double start_ms = now_ms();
    const pid_t child = start_on_terminal(words, &received);

    wait_for_keys(&received);
    press(&received, "h");
    if (wait_for(&received, has_help))
        add(&waits->help, now_ms() - start_ms);
    kill(child, SIGTERM);
    finish(child, &received, NULL);
}

static void time_early_end(char *const words[], struct waits *waits)
{
    const pid_t child = start_on_terminal(words, &received);

    wait_for_keys(&received);
    time_end(child, &received, &waits->early_end);
}

static void measure_top(int rounds, char *const words[])
{
    static struct waits waits;

    for (int i = 0; i < rounds; i++) {
        time_screen(words, &waits);
        time_key(words, &waits);
        time_early_end(words, &waits);
    }
    print_median(&waits.row);
    print_median(&waits.end);
    print_median(&waits.help);
    print_median(&waits.early_end);
    puts("");
}

static pid_t start_in_pipe(char *const words[], struct output *output)
{
    int ends[2];
    pid_t child;

    if (pipe(ends) < 0)
        err(EXIT_FAILURE, "no pipe");
    child = fork();
    if (child < 0)
        err(EXIT_FAILURE, "no process");
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execvp(words[0], words);
        err(EXIT_FAILURE, "%s", words[0]);
    }
    close(ends[1]);
    begin(output, ends[0]);
    return child;
}

static void measure_ps(int rounds, char *const words[])
{
    static struct times row, end, kib;

    for (int i = 0; i < rounds; i++) {
        const double start_ms = now_ms();
        const pid_t child = start_in_pipe(words, &received);
        struct rusage used;

        if (wait_for(&received, has_row))
            add(&row, now_ms() - start_ms);
        if (!finish(child, &received, &used))
            continue;
        add(&end, now_ms() - start_ms);
        add(&kib, (double)used.ru_maxrss);
    }
    print_median(&row);
    print_median(&end);
    print_median(&kib);
    puts("");
}

int main(int argc, char *argv[])
{
    const int rounds = argc > 3 ? (int)strtol(argv[2], NULL, 10) : 0;

    if (rounds < 1 || (strcmp(argv[1], "top") != 0 && strcmp(argv[1], "ps") != 0)) {
        fputs("usage: first top|ps ROUNDS PROGRAM [ARGUMENT...]\n", stderr);
        return EXIT_FAILURE;
    }
    if (strcmp(argv[1], "top") == 0)
        measure_top(rounds, argv + 3);
    else
        measure_ps(rounds, argv + 3);
    return EXIT_SUCCESS;
}
