/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ps: the data flow, from the command line to lines of text.
 *
 *   grammar/ -> options -> needs -> source: scan, fill -> order -> out_text, out_json
 *                 |
 *               format/
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/stack_limit.h"
#include "lib/source/source.h"
#include "lib/text/escape.h"
#include "lib/text/names.h"
#include "ps/arrange.h"
#include "ps/ended.h"
#include "ps/grammar/grammar.h"
#include "ps/help.h"
#include "ps/i18n.h"
#include "ps/locales.h"
#include "ps/needs.h"
#include "ps/out_json.h"
#include "ps/out_text.h"
#include "ps/patience.h"

enum {
    EXIT_NOTHING = 1, /* no task matched */
    EXIT_FAULT = 1,
    EXIT_NO_PROCFS = 47, /* as in procps */
};

/* What ps has always called the width of a file or pipe, where it says how wide a screen is. */
#define SCREEN_TOLD_COLUMNS ((size_t)131072)

/* What one thread reads; its own, for it may be left behind in the kernel. */
struct reading {
    struct source *source;
    struct snapshot snapshot;
    struct reader reader;
};

/* Everything that give_back() releases. */
struct program {
    struct ps_environment environment;
    struct ps_options options;
    struct json *json; /* NULL for text */
    struct reading *reading;
    struct patience patience;
    struct name_cache *names;
    struct arrangement arrangement;
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

/* The message may quote what a user typed, which no terminal must obey. */
static void escape_message(struct buf *message)
{
    struct buf escaped = {0};

    if (message->failed)
        return;
    escape_put(&escaped, buf_text(message), message->len, ESCAPE_UNLIMITED);
    buf_fini(message);
    *message = escaped;
}

static int complain(const char *message)
{
    struct buf line = {0};

    help_put_program(&line);
    buf_puts(&line, ": ");
    escape_put(&line, message, strlen(message), ESCAPE_UNLIMITED);
    if (line.failed)
        fprintf(stderr, "ps: %s\n", strerror(ENOMEM));
    else
        fprintf(stderr, "%s\n", buf_text(&line));
    buf_fini(&line);
    return EXIT_FAULT;
}

/* What a message is, or why there is none. */
static const char *message_text(const struct buf *message)
{
    return message->failed ? strerror(ENOMEM) : buf_text(message);
}

static void warn(struct buf *message)
{
    escape_message(message);
    fprintf(stderr, _("warning: %s\n"), message_text(message));
}

/* Even with --cols and --rows, which are given because the screen has no usable size. */
static void warn_of_screen(const struct terminal *terminal,
                           const struct ps_environment *environment)
{
    const struct screen screen = screen_find(terminal, environment);

    if (screen_is_bogus(&screen))
        fprintf(stderr, _("your %zux%zu screen size is bogus. expect trouble\n"),
                screen.columns == SCREEN_UNLIMITED ? SCREEN_TOLD_COLUMNS : screen.columns,
                screen.lines);
}

/* What is wrong with a command line. */
static int complain_usage(struct buf *error, int result)
{
    struct buf usage = {0};

    escape_message(error);
    /* As ps has always said what -q cannot be combined with: without "error:" and the usage. */
    if (result == -ENOTSUP) {
        fprintf(stderr, "%s\n", message_text(error));
        return EXIT_FAULT;
    }
    help_put_usage(&usage);
    fprintf(stderr, _("error: %s\n"), message_text(error));
    fprintf(stderr, "\n%s", message_text(&usage));
    buf_fini(&usage);
    return EXIT_FAULT;
}

/*
 * Output is only safe once the stream is closed without an error. If a reader such as head(1)
 * closed the pipe, that is no error.
 */
static int close_output(int status, int error)
{
    struct buf message = {0};

    errno = 0;
    if (fclose(stdout) != 0 && error == 0)
        error = errno ? -errno : -EIO;
    if (error == 0 || error == -EPIPE)
        return status;
    buf_printf(&message, _("write error: %s"), strerror(-error));
    complain(message_text(&message));
    buf_fini(&message);
    return EXIT_FAULT;
}

static struct source_options source_options_of(const struct ps_options *options)
{
    return (struct source_options){
        .name = options->source,
        .procfs = options->procfs,
        .by_id = options->only != NULL,
    };
}

static int answer_request(const struct program *program)
{
    const struct ps_options *options = &program->options;
    const struct source_options source = source_options_of(options);
    const struct terminal terminal = terminal_ask(true);
    const struct screen screen = screen_choose(&terminal, &program->environment, options);
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
    warn_of_screen(&terminal, &program->environment);
    result = listing_flush(&text, stdout);
    buf_fini(&text);
    return close_output(EXIT_SUCCESS, result);
}

/* 0, or the exit status. */
static int open_source(struct program *program)
{
    const struct source_options options = source_options_of(&program->options);
    struct buf why = {0};
    int result = source_open(&options, &program->reading->source, &why);
    int status = 0;

    if (result < 0) {
        const bool usual = !options.procfs || strcmp(options.procfs, "/proc") == 0;
        const bool wrong_name = result == -EINVAL || result == -ENOTSUP;
        const bool is_short = source_error_is_shortage(result);

        if (usual && !wrong_name && !is_short)
            fputs(_("Error, do this: mount -t proc proc /proc\n"), stderr);
        else
            complain(message_text(&why));
        status = wrong_name || is_short ? EXIT_FAULT : EXIT_NO_PROCFS;
    }
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
    if (result < 0)
        complain(why.len > 0 ? message_text(&why) : strerror(-result));
    buf_fini(&why);
    return result < 0 ? EXIT_FAULT : 0;
}

/* Reads what the output needs, and nothing else. 0 or -errno. */
static int read_tasks(struct program *program)
{
    struct ps_options *options = &program->options;
    const struct needs needs = needs_of(options);
    const struct scan_request request = needs_request(options, &needs);
    struct reading *reading = program->reading;
    int result;

    if (options->ended_ns ||
        (needs.processes | needs.threads | request.filter_need) & NEED_MAY_BLOCK) {
        patience_begin(&program->patience, &reading->reader);
        source_set_guard(reading->source, &reading->reader.guard);
    }
    if (options->ended_ns)
        result = ended_read(reading->source, &reading->reader, options, &reading->snapshot);
    else
        result = source_scan(reading->source, &request, &reading->snapshot);
    if (result == 0 && !options->ended_ns)
        result =
            source_fill_all(reading->source, &reading->snapshot, needs.processes, needs.threads);
    if (reading->source->guard)
        patience_end(&reading->reader);
    return result;
}

/* Prints the rows; returns the exit status. */
static int print_tasks(struct program *program)
{
    const struct ps_options *options = &program->options;
    const struct terminal terminal = terminal_ask(options->heading == HEADING_PAGES);
    struct snapshot *snapshot = &program->reading->snapshot;
    const struct column_context context =
        arrange_context(options, snapshot, program->names, program->reading->source->live);
    struct listing listing = {
        .options = options,
        .context = &context,
        .screen = screen_choose(&terminal, &program->environment, options),
    };
    int result = arrange(&program->arrangement, snapshot, &listing);

    warn_of_screen(&terminal, &program->environment);
    if (result == 0)
        result = program->json ? json_write(&listing, program->json, stdout)
                               : text_write(&listing, stdout);
    if (source_error_is_shortage(result))
        return complain(strerror(-result));
    return close_output(listing.count > 0 ? EXIT_SUCCESS : EXIT_NOTHING, result);
}

/* Reads the tasks and prints them; returns the exit status. */
static int read_and_print(struct program *program)
{
    int result, status;

    program->reading = calloc(1, sizeof(*program->reading));
    if (!program->reading)
        return complain(strerror(ENOMEM));
    snapshot_init(&program->reading->snapshot);
    status = open_source(program);
    if (status != 0)
        return status;
    if (program->options.ended_ns && !program->reading->source->live)
        return complain(_("--ended needs the procfs of the running kernel"));
    result = read_tasks(program);
    if (result < 0)
        return complain(strerror(-result));
    program->names = name_cache_new();
    if (!program->names)
        return complain(strerror(ENOMEM));
    return print_tasks(program);
}

static void complain_of_stuck(const struct patience *patience)
{
    const size_t count = patience_count_stuck(patience);
    struct buf message = {0};

    if (count == 0)
        return;
    buf_printf(&message, _("stuck tasks that were not read: %zu"), count);
    complain(message_text(&message));
    buf_fini(&message);
}

/*
 * The same on another thread, where the one before is stuck. Nothing of that one is given back, and
 * what is done at a usual exit does not expect it.
 */
static void go_on(void *context, int error)
{
    struct program *program = context;
    const int status = error < 0 ? complain(strerror(-error)) : read_and_print(program);

    complain_of_stuck(&program->patience);
    _exit(status);
}

static int list_tasks(struct program *program)
{
    struct selection *selection = &program->options.selection;
    const int status = open_output(program);

    if (status != 0)
        return status;
    if (selection->rules & SELECT_RULES_OF_SELF_TTY)
        selection->self_tty = terminal_own_number();
    if (program->options.ended_ns)
        ended_hold_interrupt();
    program->patience = (struct patience){
        .left_ns = (int64_t)program->options.patience_ns,
        .go_on = go_on,
        .context = program,
    };
    return read_and_print(program);
}

static int run(struct program *program, int argc, char *const argv[])
{
    struct buf error = {0};
    int result = locale_begin(argc, argv, &program->environment);
    int status = 0;

    if (result == 0)
        result = grammar_parse(argc, argv, &program->environment, &program->options, &error);
    if (result == -EINVAL || result == -ENOTSUP)
        status = complain_usage(&error, result);
    else if (result < 0)
        status = complain(strerror(-result));
    else if (error.len > 0)
        warn(&error);
    buf_fini(&error);
    if (status != 0)
        return status;
    if (program->options.request != REQUEST_LISTING)
        return answer_request(program);
    result = locale_for_listing(&program->options);
    return result < 0 ? complain(strerror(-result)) : list_tasks(program);
}

static void give_back(struct program *program)
{
    arrangement_fini(&program->arrangement);
    name_cache_free(program->names);
    if (program->reading) {
        snapshot_fini(&program->reading->snapshot);
        source_close(program->reading->source);
    }
    json_close(program->json);
    ps_options_fini(&program->options);
}

int main(int argc, char *argv[])
{
    static struct program program; /* a watching thread has it to the end */
    int status;

    if (!stack_limit_ensure()) {
        static const char message[] = "ps: " STACK_LIMIT_MESSAGE;

        (void)!write(STDERR_FILENO, message, sizeof(message) - 1);
        return EXIT_FAULT;
    }
    program.environment = read_environment();
    signal(SIGPIPE, SIG_IGN);
    /* All output is written in large pieces. */
    setvbuf(stdout, NULL, _IONBF, 0);

    ps_options_init(&program.options);
    status = run(&program, argc, argv);
    give_back(&program);
    return status;
}
