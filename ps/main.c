/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ps: a map of the files, in the order in which they are used.
 *
 *   locales              the language of messages, the widths of characters
 *   terminal             the size of the screen
 *   grammar/grammar      the command line becomes options: each style of words has its file (short,
 *                        long), finish applies what the personality and defaults add; columns
 *                        and their headings are resolved in format/
 *   reading              opens the source and reads what the columns, the order and the tree need;
 *                        patience lets another thread start again when a task is stuck
 *   cgroups              with --cgroups: control groups in place of tasks
 *   exited_tasks         with --ended: tasks that exit between two scans
 *   arrangement          the rows of a listing: sorted, as a forest, or by groups
 *   printing             prints them, while others are read if their order allows it
 *   out_text, out_json   lines, laid out by listing, which writes them
 *   messages             --help and the like; errors, with the exit statuses below
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/resources.h"
#include "lib/cgroup/reader.h"
#include "lib/text/debug.h"
#include "lib/text/i18n.h"
#include "lib/text/json.h"
#include "ps/cgroups.h"
#include "ps/exited_tasks.h"
#include "ps/grammar/grammar.h"
#include "ps/listing.h"
#include "ps/locales.h"
#include "ps/messages.h"
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
    struct watched_thread *watched;       /* by list_cgroups() */
    struct printing printing;
};

static struct ps_environment read_environment(void)
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
 * As procps before any other message, and even with --cols and --rows, which users add if the
 * screen has no usable size.
 */
static void warn_of_screen(const struct program *program)
{
    const struct screen screen = screen_find(&program->terminal, &program->environment);
    struct buf message = {0};

    if (!screen_is_bogus(&screen))
        return;
    message_put_bogus_screen(&message, &screen);
    message_emit(&message);
}

/*
 * Output is only safe once the stream is closed without an error. If a reader such as head(1)
 * closed the pipe, that is no error.
 */
static int close_output(int status, int error)
{
    struct buf message = {0};
    const int closed = output_close(stdout);

    if (error == 0)
        error = closed;
    if (error == 0 || error == -EPIPE)
        return status;
    message_printf(&message, _("write error: %s"), strerror(-error));
    return message_emit(&message);
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
    return close_output(EXIT_SUCCESS, result);
}

/* Prints why no source could be opened; the exit status. */
static int report_source(const char *procfs, int result, const char *why)
{
    const bool no_procfs = result != -EINVAL && result != -ENOTSUP && !is_shortage(result);
    struct buf message = {0};

    if (no_procfs)
        message_put_no_procfs(&message, procfs, why);
    else
        message_put(&message, why);
    message_emit(&message);
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

/* Called once, even if another thread takes over. */
static void choose_screen(struct program *program)
{
    const struct ps_options *options = &program->options;
    struct printing *printing = &program->printing;

    printing->options = options;
    printing->json = program->json;
    printing->screen = screen_choose(&program->terminal, &program->environment, options);
}

/* The exit status, by the result of reading and printing. */
static int finish_output(const struct printing *printing, int result)
{
    /* An error of reading is not reported as a write error. */
    if (is_shortage(result) || (result < 0 && printing->result == 0))
        return message_fail(printing->options->ended_ns ? exited_tasks_error(result)
                                                        : strerror(-result));
    return close_output(printing->count > 0 ? EXIT_SUCCESS : EXIT_NOTHING, result);
}

/* Reads the tasks and prints them; returns the exit status. */
static int read_and_print(struct program *program)
{
    struct printing *printing = &program->printing;
    int result, status;

    program->reading = reading_new();
    if (!program->reading)
        return message_fail(strerror(ENOMEM));
    status = open_source(program);
    if (status != 0)
        return status;
    if (!printing->options)
        choose_screen(program);
    result = printing_begin(printing, program->reading);
    if (result == 0)
        result = reading_take(program->reading, &program->options, &program->patience,
                              printing_sink(printing));
    if (result == 0)
        result = printing_finish(printing, &program->reading->snapshot);
    return finish_output(printing, result);
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
    struct buf message = {0};

    if (tasks > 0)
        message_printf(&message, _("stuck tasks that were not read: %zu"), tasks);
    if (containers > 0)
        message_printf(&message, _("containers whose files did not respond: %zu"), containers);
    if (tasks + containers > 0)
        message_emit(&message);
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

/* Reads no tasks. */
static int list_cgroups(struct program *program)
{
    const struct ps_options *options = &program->options;
    struct cgroups_written written = {0};
    struct buf message = {0};
    int result, status;

    program->watched = calloc(1, sizeof(*program->watched)); /* an earlier one stays in use */
    if (!program->watched)
        return message_fail(strerror(ENOMEM));
    program->watched->patience = &program->patience;
    patience_watch_labels(program->watched, options->selection.containers);
    if (!program->printing.options)
        choose_screen(program);
    result = cgroups_write(options, &program->printing.screen, program->json, stdout, &written);
    if (result == -ENOENT)
        return message_fail(_("no control groups: no hierarchy is mounted here"));
    if (is_shortage(result))
        return message_fail(strerror(-result));
    status = close_output(written.count > 0 ? EXIT_SUCCESS : EXIT_NOTHING, result);
    if (written.incomplete) {
        message_put_cgroups_left_out(&message);
        message_emit(&message);
    }
    return status;
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
    struct buf error = {0};
    struct buf message = {0};
    int result = locales_begin(argc, argv, &program->environment);
    int status = 0;

    program->terminal = terminal_ask();
    warn_of_screen(program);
    if (result == 0)
        result = grammar_parse(argc, argv, &program->environment, &program->options, &error);
    if (result == -EINVAL || result == -ENOTSUP) {
        message_put_refusal(&message, buf_message(&error), result);
        status = message_emit(&message);
    } else if (result < 0) {
        status = message_fail(strerror(-result));
    } else if (error.len > 0) {
        message_put_warning(&message, buf_message(&error));
        message_emit(&message);
    }
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
    program.environment = read_environment();
    signal(SIGPIPE, SIG_IGN);
    /* All output is written in large pieces. */
    setvbuf(stdout, NULL, _IONBF, 0);

    ps_options_init(&program.options);
    status = run(&program, argc, argv);
    program_fini(&program);
    return status;
}
