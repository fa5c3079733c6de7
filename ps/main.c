/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ps: the data flow, from the command line to lines of text.
 *
 *   grammar/ -> options -> reading: needs, source -> printing: arrange -> out_text, out_json
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
#include "lib/text/json.h"
#include "ps/grammar/grammar.h"
#include "ps/help.h"
#include "ps/locales.h"
#include "ps/messages.h"
#include "ps/pause.h"
#include "ps/printing.h"
#include "ps/reading.h"

enum {
    EXIT_NOTHING = 1, /* no task matched */
    EXIT_FAULT = 1,
    EXIT_NO_PROCFS = 47, /* as in procps */
};

/* Everything that give_back() releases. */
struct program {
    struct ps_environment environment;
    struct ps_options options;
    struct json *json; /* NULL for text */
    struct reading *reading;
    struct patience patience;
    struct printing printing;
};

/* Prints a message, which it releases; the exit status. */
static int say(struct buf *message)
{
    if (message->failed)
        fprintf(stderr, "ps: %s\n", strerror(ENOMEM));
    else
        fputs(buf_text(message), stderr);
    buf_fini(message);
    return EXIT_FAULT;
}

static int complain(const char *text)
{
    struct buf message = {0};

    message_put(&message, text);
    return say(&message);
}

/* Even with --cols and --rows, which are given because the screen has no usable size. */
static void warn_of_screen(const struct terminal *terminal,
                           const struct ps_environment *environment)
{
    const struct screen screen = screen_find(terminal, environment);
    struct buf message = {0};

    if (!screen_is_bogus(&screen))
        return;
    message_put_bogus_screen(&message, &screen);
    say(&message);
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
    message_put_unwritten(&message, error);
    return say(&message);
}

static int answer_request(const struct program *program)
{
    const struct ps_options *options = &program->options;
    const struct source_options source = reading_source_options(options);
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

/* Why there is no source; the exit status. */
static int complain_of_source(const char *procfs, int result, const char *why)
{
    const bool no_procfs =
        result != -EINVAL && result != -ENOTSUP && !source_error_is_shortage(result);
    struct buf message = {0};

    if (no_procfs)
        message_put_no_procfs(&message, procfs, why);
    else
        message_put(&message, why);
    say(&message);
    return no_procfs ? EXIT_NO_PROCFS : EXIT_FAULT;
}

/* 0, or the exit status. */
static int open_source(struct program *program)
{
    const struct ps_options *options = &program->options;
    struct buf why = {0};
    int result = reading_open(program->reading, options, &why);
    int status = result < 0 ? complain_of_source(options->procfs, result, buf_message(&why)) : 0;

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
        complain(why.len > 0 ? buf_message(&why) : strerror(-result));
    buf_fini(&why);
    return result < 0 ? EXIT_FAULT : 0;
}

/* Once, also where another thread takes over. */
static void choose_screen(struct program *program)
{
    const struct ps_options *options = &program->options;
    struct printing *printing = &program->printing;
    const struct terminal terminal = terminal_ask(options->heading == HEADING_PAGES);

    printing->options = options;
    printing->json = program->json;
    printing->screen = screen_choose(&terminal, &program->environment, options);
    warn_of_screen(&terminal, &program->environment);
}

/* The exit status, after what has come of reading and printing. */
static int conclude(const struct printing *printing, int result)
{
    /* A listing that could not be read is no output that could not be written. */
    if (source_error_is_shortage(result) || (result < 0 && printing->result == 0))
        return complain(strerror(-result));
    return close_output(printing->count > 0 ? EXIT_SUCCESS : EXIT_NOTHING, result);
}

/* Reads the tasks and prints them; returns the exit status. */
static int read_and_print(struct program *program)
{
    struct printing *printing = &program->printing;
    int result, status;

    program->reading = reading_new();
    if (!program->reading)
        return complain(strerror(ENOMEM));
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
    return conclude(printing, result);
}

static void complain_of_stuck(const struct patience *patience)
{
    const size_t count = patience_count_stuck(patience);
    struct buf message = {0};

    if (count == 0)
        return;
    message_put_stuck(&message, count);
    say(&message);
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
    if (selection_uses_self_tty(selection))
        selection->self_tty = terminal_own_number();
    if (program->options.ended_ns)
        pause_hold_interrupt();
    program->patience = (struct patience){
        .left_ns = (int64_t)program->options.patience_ns,
        .go_on = go_on,
        .context = program,
    };
    return read_and_print(program);
}

/* Parses the command line; 0, or the exit status. */
static int take_options(struct program *program, int argc, char *const argv[])
{
    struct buf error = {0};
    struct buf message = {0};
    int result = locales_begin(argc, argv, &program->environment);
    int status = 0;

    if (result == 0)
        result = grammar_parse(argc, argv, &program->environment, &program->options, &error);
    if (result == -EINVAL || result == -ENOTSUP) {
        message_put_refusal(&message, buf_message(&error), result);
        status = say(&message);
    } else if (result < 0) {
        status = complain(strerror(-result));
    } else if (error.len > 0) {
        message_put_warning(&message, buf_message(&error));
        say(&message);
    }
    buf_fini(&error);
    return status;
}

static int run(struct program *program, int argc, char *const argv[])
{
    const int status = take_options(program, argc, argv);
    int result;

    if (status != 0)
        return status;
    if (program->options.request != REQUEST_LISTING)
        return answer_request(program);
    result = locales_for_listing(&program->options);
    return result < 0 ? complain(strerror(-result)) : list_tasks(program);
}

static void give_back(struct program *program)
{
    printing_fini(&program->printing);
    reading_release(program->reading);
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
    program.environment = ps_environment_read();
    signal(SIGPIPE, SIG_IGN);
    /* All output is written in large pieces. */
    setvbuf(stdout, NULL, _IONBF, 0);

    ps_options_init(&program.options);
    status = run(&program, argc, argv);
    give_back(&program);
    return status;
}
