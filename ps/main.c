/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ps: a map of the files, in the order in which they are used.
 *
 *   environment          variables, the terminal, the language of messages, widths of characters
 *   grammar/grammar      the command line becomes options: rules has the table of each style of
 *                        words, set, selections and cgroups what they do, finish applies what
 *                        the personality and defaults add; columns are resolved in format/
 *   reading              opens the source and reads what the columns, the order and the tree need;
 *                        patience lets another thread start again when a task is stuck
 *   cgroups              with --cgroups: control groups in place of tasks
 *   exited_tasks         with --ended: tasks that exit between two scans
 *   arrangement          the rows of a listing: sorted, as a forest, or by groups
 *   printing             prints them, while others are read if their order allows it
 *   out_text, out_json   as lines, laid out by layout, or as JSON
 *   messages             --help and the like; errors, with the exit statuses below
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/resources.h"
#include "lib/text/debug.h"
#include "lib/text/i18n.h"
#include "lib/text/json.h"
#include "ps/environment.h"
#include "ps/messages.h"
#include "ps/options.h"
#include "ps/printing.h"
#include "ps/reading.h"

enum {
    EXIT_NOTHING = 1,    /* no task matched */
    EXIT_NO_PROCFS = 47, /* as in procps */
};

/* Everything that program_fini() releases. */
struct program {
    struct ps_environment environment;
    struct ps_options options;
    struct terminal terminal;
    struct json *json; /* NULL for text */
    struct reading *reading;
    struct patience patience;
    int (*list)(struct program *program); /* prints what was asked for; the exit status */
    struct watched_thread *watched;       /* of list_cgroups() */
    struct printing printing;
};

/* Prints the error of `result`, if it is one, and frees its reason; the exit status. */
static int report_result(int result, struct buf *why)
{
    int status = 0;

    if (result < 0)
        status = message_fail(why->len > 0 ? buf_message(why) : strerror(-result));
    buf_fini(why);
    return status;
}

/*
 * Output is only safe once the stream is closed without an error. If a reader such as head(1)
 * closed the pipe, that is no error.
 */
static int close_output(int status, int error)
{
    const int closed = output_close(stdout);

    if (error == 0)
        error = closed;
    if (error == 0 || error == -EPIPE)
        return status;
    return message_printf(_("write error: %s"), strerror(-error));
}

static int answer_request(const struct program *program)
{
    const struct ps_options *options = &program->options;
    const struct source_options source = reading_source_options(options);
    const struct screen screen = screen_choose(&program->terminal, &program->environment, options);
    struct buf text = {0};
    int result;

    if (options->request == REQUEST_HELP)
        help_put_options(&text, options->help_section);
    else if (options->request == REQUEST_VERSION)
        help_put_version(&text);
    else if (options->request == REQUEST_SPECIFIERS)
        help_put_specifiers(&text);
    else
        help_put_info(&text, options, &screen, &source);
    result = output_flush(&text, stdout);
    buf_fini(&text);
    return is_shortage(result) ? message_fail(strerror(-result))
                               : close_output(EXIT_SUCCESS, result);
}

/* Prints why no source could be opened; the exit status. */
static int report_source(const char *procfs, int result, const char *why)
{
    const bool no_procfs = result != -EINVAL && result != -ENOTSUP && !is_shortage(result);

    if (no_procfs && (!procfs || strcmp(procfs, "/proc") == 0))
        fputs(_("Error, do this: mount -t proc proc /proc\n"), stderr);
    else
        message_fail(why);
    return no_procfs ? EXIT_NO_PROCFS : EXIT_FAILURE;
}

/* 0, or the exit status. */
static int open_source(struct program *program)
{
    const struct ps_options *options = &program->options;
    struct buf why = {0};
    int result = reading_open(program->reading, options, &why);
    int status = result < 0 ? report_source(options->procfs, result, buf_message(&why)) : 0;

    buf_fini(&why);
    return status;
}

/* Called before any task is read, as JSON fails without cJSON. 0, or the exit status. */
static int open_output(struct program *program)
{
    struct buf why = {0};
    int result = 0;

    if (program->options.output != OUTPUT_TEXT)
        result = json_open(&program->json, &why);
    return report_result(result, &why);
}

static const char *reading_error(const struct ps_options *options, int result)
{
    if (options->cgroup_columns && result == -ENOENT)
        return _("no control groups: no hierarchy is mounted here");
    return options->ended_ns ? exited_tasks_error(result) : strerror(-result);
}

/* The exit status, by the result of reading and printing. */
static int finish_output(const struct printing *printing, int result)
{
    /* An error of reading is not reported as a write error. */
    if (is_shortage(result) || (result < 0 && printing->result == 0))
        return message_fail(reading_error(printing->options, result));
    return close_output(printing->count > 0 ? EXIT_SUCCESS : EXIT_NOTHING, result);
}

/* Reads the tasks and prints them; returns the exit status. */
static int read_and_print(struct program *program)
{
    struct printing *printing = &program->printing;
    struct reading *reading = program->reading = reading_new();
    int result, status;

    if (!reading)
        return message_fail(strerror(ENOMEM));
    status = open_source(program);
    if (status != 0)
        return status;
    if (printing_takes_parts(printing->options)) {
        reading->put = printing_put;
        reading->put_context = printing;
    }
    result = printing_begin(printing, &reading->snapshot, reading->source->live);
    if (result == 0)
        result = reading_take(reading, &program->options, &program->patience);
    if (result == 0)
        result = printing_put(printing, &reading->snapshot);
    return finish_output(printing, result);
}

/* In place of tasks. */
static int list_cgroups(struct program *program)
{
    struct printing *printing = &program->printing;
    bool incomplete;
    int status;

    program->watched = calloc(1, sizeof(*program->watched)); /* an earlier one stays in use */
    if (!program->watched)
        return message_fail(strerror(ENOMEM));
    program->watched->patience = &program->patience;
    patience_watch_labels(program->watched, program->options.selection.containers);
    status = finish_output(printing, cgroups_print(printing, &incomplete));
    if (incomplete)
        message_fail(
            _("control groups were left out: too many, unreadable, or their paths are too long"));
    return status;
}

/* 0, or the exit status. */
static int open_roots(struct ps_options *options)
{
    struct buf why = {0};

    return report_result(reading_open_roots(options, &why), &why);
}

static void report_stuck(struct patience *patience)
{
    const size_t tasks = stuck_list_count_processes(&patience->stuck);
    const size_t containers = stuck_list_count_others(&patience->stuck);

    if (tasks > 0)
        message_printf(_("stuck tasks that were not read: %zu"), tasks);
    if (containers > 0)
        message_printf(_("containers whose files did not respond: %zu"), containers);
}

/*
 * Starts again on another thread, because the previous one is stuck. Its memory and files stay in
 * use, so it exits without the usual cleanup.
 */
static void restart_listing(void *context, int error)
{
    struct program *program = context;
    int status = error < 0 ? message_fail(strerror(-error)) : open_roots(&program->options);

    if (status == 0)
        status = program->list(program);
    report_stuck(&program->patience);
    _exit(status);
}

/* The exit status. */
static int list(struct program *program)
{
    struct selection *selection = &program->options.selection;
    int status = open_output(program);

    if (status == 0)
        status = open_roots(&program->options);
    if (status != 0)
        return status;
    if (selection_uses_self_tty(selection))
        selection->self_tty = terminal_own_number();
    if (program->options.ended_ns)
        exited_tasks_hold_interrupt();
    program->list = program->options.cgroup_columns ? list_cgroups : read_and_print;
    program->printing.options = &program->options;
    program->printing.json = program->json;
    program->printing.screen =
        screen_choose(&program->terminal, &program->environment, &program->options);
    program->patience = (struct patience){
        .left_ns = (int64_t)program->options.patience_ns,
        .restart = restart_listing,
        .context = program,
        .stuck = STUCK_LIST_INIT,
    };
    return program->list(program);
}

/* Warns of the screen and parses the command line; 0, or the exit status. */
static int take_options(struct program *program, int argc, char *const argv[])
{
    struct screen screen;
    struct buf error = {0};
    int result = locales_begin(argc, argv, &program->environment);
    int status = 0;

    program->terminal = terminal_ask();
    /*
     * As procps before any other message, and even with --cols and --rows, which users add if the
     * screen has no usable size.
     */
    screen = screen_find(&program->terminal, &program->environment);
    if (screen_is_bogus(&screen))
        message_bogus_screen(&screen);
    if (result == 0)
        result = grammar_parse(argc, argv, &program->environment, &program->options, &error);
    if (result == -EINVAL || result == -ENOTSUP)
        status = message_refuse(buf_message(&error), result);
    else if (result < 0)
        status = message_fail(strerror(-result));
    else if (error.len > 0)
        message_warn(buf_message(&error));
    buf_fini(&error);
    return status;
}

/* For --debug; 0, or the exit status. */
static int begin_debug(const struct ps_options *options)
{
    struct buf why = {0};
    int result = 0;

    if (options->debug || options->debug_file)
        result = debug_begin(options->debug, options->debug_file, &why);
    return report_result(result, &why);
}

static int run(struct program *program, int argc, char *const argv[])
{
    int status = take_options(program, argc, argv);
    int result;

    if (status == 0)
        status = begin_debug(&program->options);
    if (status != 0)
        return status;
    if (program->options.request != REQUEST_LISTING)
        return answer_request(program);
    result = locales_for_listing(&program->options);
    if (result < 0)
        return message_fail(strerror(-result));
    return list(program);
}

static void program_fini(struct program *program)
{
    printing_fini(&program->printing);
    reading_release(program->reading);
    json_close(program->json);
    container_labels_close(program->options.selection.containers);
    ps_options_fini(&program->options);
}

int main(int argc, char *argv[])
{
    static struct program program; /* a watchdog thread may use it until the exit */
    int status;

    standard_files_hold();
    if (!stack_limit_ensure()) {
        static const char message[] = "ps: " STACK_LIMIT_MESSAGE;

        (void)!write(STDERR_FILENO, message, sizeof(message) - 1);
        return EXIT_FAILURE;
    }
    program.environment = environment_read();
    signal(SIGPIPE, SIG_IGN);
    /* All output is written in large pieces. */
    setvbuf(stdout, NULL, _IONBF, 0);

    ps_options_init(&program.options);
    status = run(&program, argc, argv);
    program_fini(&program);
    return status;
}
