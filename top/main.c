/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * top: what runs, in this order, and the files that it is in.
 *
 *     options             the command line; --help and the like are printed here, which is all
 *                         then
 *     work/sampler        opens the source; from here on a worker thread reads all tasks
 *                         (work/worker_pool, scanner)
 *     config/config_file  the configuration, ours or stock's, becomes the model's settings
 *                         (config_apply), which options_apply changes
 *     base/interrupts     signals, which end top at once till then, become flags for the main loop
 *     batch, interactive  the main loop: samples, keys and sizes are events; update/update
 *                         changes the model by them and returns effects, which actions and the
 *                         workers carry out; screens/screens and view/ make a frame of the
 *                         model; term/term draws it
 *     conclude            why it ended, as a message and an exit status
 *
 * Steps that set something up return the exit status: 0, or another one after a complaint.
 */
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/resources.h"
#include "lib/cgroup/reader.h"
#include "lib/text/debug.h"
#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "lib/text/names.h"
#include "lib/version.h"
#include "top/base/interrupts.h"
#include "top/base/watchdog.h"
#include "top/config/config.h"
#include "top/model/fields.h"
#include "top/options.h"
#include "top/run.h"
#include "top/work/worker_pool.h"

/* Exit statuses, as of stock top. */
enum {
    STATUS_OK = 0,
    STATUS_ERROR = 1,
    STATUS_NO_PROCFS = 47,
};

/* What is set up, in this order, and given back. */
struct program {
    const char *name; /* by which it was called */
    struct options options;
    struct source_options source_options;
    struct sampler *sampler;
    struct container_labels *containers;
    struct loaded_config config;
    struct name_cache *names;
    struct model model; /* initialised if there are names */
};

/* The last component of the path by which the program was called. */
static const char *program_name(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;

    return slash ? slash + 1 : path && *path ? path : "top";
}

static const char *option_or_environment(const char *option, const char *variable)
{
    const char *value = option ? option : getenv(variable);

    return value && *value ? value : NULL;
}

static struct source_options source_options_of(const struct options *options)
{
    return (struct source_options){
        .name = option_or_environment(options->source, "DOTPROC_SOURCE"),
        .procfs = option_or_environment(options->procfs, "PROCFS_PATH"),
    };
}

/*
 * Passes complaints on, a line each: as messages of the screen, of which the last one stays until a
 * key is pressed, or to standard error where `screen` is NULL.
 */
static void pass_on_complaints(const char *lines, const char *program, struct model *screen)
{
    struct buf complaint = {0};

    for (size_t len; *lines; lines += len + (lines[len] == '\n')) {
        len = strcspn(lines, "\n");
        buf_clear(&complaint);
        buf_put(&complaint, lines, len);
        if (screen) {
            model_set_message(screen, "%s", buf_message(&complaint));
            screen->message_stays = true;
        } else {
            complain(program, buf_message(&complaint));
        }
    }
    buf_fini(&complaint);
}

/* Appends the message of an ending; false, with nothing appended: it was no failure. */
static bool put_ending(struct ending ending, struct buf *out)
{
    switch (ending.kind) {
    case ENDING_ASKED:
        return false;
    case ENDING_OUTPUT:
        if (ending.result == -EPIPE)
            return false; /* the reader has closed the pipe */
        buf_printf(out, _("write error: %s"), strerror(-ending.result));
        break;
    case ENDING_START:
        buf_printf(out, _("cannot start: %s"), strerror(-ending.result));
        break;
    case ENDING_SCAN:
        buf_printf(out, _("cannot read the tasks: %s"), strerror(-ending.result));
        break;
    case ENDING_BACKGROUND:
        buf_puts(out, _("failed tty set: not in the foreground (use -b)"));
        break;
    case ENDING_WAIT:
        buf_printf(out, _("cannot wait for events (ppoll): %s"), strerror(-ending.result));
        break;
    case ENDING_MEMORY:
        buf_puts(out, strerror(ENOMEM));
        break;
    }
    return true;
}

/* Prints the message of an ending, or `why` if that is not empty. Returns the exit status. */
static int conclude(struct ending ending, const char *program, const char *why)
{
    struct buf message = {0};
    const bool failed = put_ending(ending, &message);

    if (failed)
        complain(program, *why ? why : buf_message(&message));
    buf_fini(&message);
    return failed ? STATUS_ERROR : STATUS_OK;
}

/* Turns --debug on. */
static int begin_debug(const struct program *program)
{
    const struct options *options = &program->options;
    struct buf why = {0};
    int result = 0;

    if (!options->debug && !options->debug_file)
        return STATUS_OK;
    if (!options->batch && !options->debug_file && isatty(STDERR_FILENO)) {
        buf_puts(&why, _("on the screen, --debug needs --debug-file"));
        result = -EINVAL;
    } else {
        result = debug_begin(options->debug, options->debug_file, &why);
    }
    if (result < 0)
        complain(program->name, buf_message(&why));
    buf_fini(&why);
    return result < 0 ? STATUS_ERROR : STATUS_OK;
}

static int open_source(struct program *program)
{
    struct buf why = {0};
    int status = STATUS_OK, result;

    worker_pools_set_patience(program->options.patience_ns);
    result = sampler_open(&program->source_options, &program->sampler, &why);
    if (result) {
        const bool no_procfs =
            why.len && !is_shortage(result) && result != -EINVAL && result != -ENOTSUP;

        conclude((struct ending){ENDING_START, result}, program->name, buf_message(&why));
        status = no_procfs ? STATUS_NO_PROCFS : STATUS_ERROR;
    }
    buf_fini(&why);
    return status;
}

static int open_roots(struct program *program)
{
    const struct options *options = &program->options;
    const int cgroups = cgroup_folder_check(options->cgroup_root);
    const char *root = cgroups < 0 ? options->cgroup_root : options->container_root;
    const int result = cgroups < 0 ? cgroups : container_labels_open(root, &program->containers);
    struct buf message = {0};

    if (result < 0) {
        buf_printf(&message, "--%s-root %s: %s", cgroups < 0 ? "cgroup" : "container",
                   root ? root : "/", strerror(-result));
        complain(program->name, buf_message(&message));
    }
    buf_fini(&message);
    return result < 0 ? STATUS_ERROR : STATUS_OK;
}

static int load_config(struct program *program)
{
    struct loaded_config *config = &program->config;

    if (config_load(config, program->name, program->options.defaults) < 0)
        complain(program->name, strerror(ENOMEM));
    else if (config->secure && program->options.has_delay)
        complain(program->name, _("-d disallowed in \"secure\" mode"));
    else
        return STATUS_OK;
    return STATUS_ERROR;
}

static int make_model(struct program *program)
{
    const struct options *options = &program->options;
    struct model *model = &program->model;

    program->names = name_cache_new();
    if (!program->names)
        return conclude((struct ending){ENDING_MEMORY, -ENOMEM}, program->name, "");
    model_init(model, program->names, sampler_is_live(program->sampler));
    model->foreign = !sampler_has_same_pids(program->sampler);
    model->context.containers = program->containers;
    model->program = program->name;
    model->secure = program->config.secure;
    config_apply(&program->config.config, model);
    options_apply(options, model);
    pass_on_complaints(buf_text(&program->config.complaints), program->name,
                       options->batch ? NULL : model);
    return STATUS_OK;
}

static int catch_signals(struct program *program)
{
    const int result = interrupt_init();

    if (result) {
        complain(program->name, strerror(-result));
        return STATUS_ERROR;
    }
    watchdog_open(interrupt_end_if_signalled); /* write(2) to a terminal may block */
    watchdog_watch(true);
    return STATUS_OK;
}

static int run_until_end(struct program *program)
{
    const struct options *options = &program->options;
    const struct loaded_config *config = &program->config;
    const struct run run = {&program->model, program->sampler, &program->source_options,
                            options->container_root, options->iterations};
    const struct saving saving = {buf_text(&config->path), buf_text(&config->stock_path)};
    struct buf why = {0};
    struct ending ending =
        options->batch ? batch_run(&run, options->json, &why) : interactive_run(&run, saving, &why);
    int status;

    if (ending.kind == ENDING_ASKED && interrupt_error())
        ending = (struct ending){ENDING_WAIT, interrupt_error()};
    status = conclude(ending, program->name, buf_message(&why));
    if (LEAVES_AT_ONCE && !options->batch)
        _exit(status);
    buf_fini(&why);
    return status;
}

static void complain_of_stuck(const char *program)
{
    struct buf message = {0};

    if (worker_pools_count_stuck() == 0)
        return;
    buf_printf(&message, _("stuck tasks that were not read: %zu"), worker_pools_count_stuck());
    complain(program, buf_text(&message));
    buf_fini(&message);
}

static void give_back(struct program *program)
{
    if (program->names)
        model_fini(&program->model);
    name_cache_free(program->names);
    config_unload(&program->config);
    container_labels_close(program->containers);
    sampler_close(program->sampler);
    if (program->options.batch)
        complain_of_stuck(program->name);
}

static int show_tasks(struct program *program)
{
    int (*const steps[])(struct program * program) = {open_source, open_roots,    load_config,
                                                      make_model,  catch_signals, run_until_end};
    int status = begin_debug(program);

    for (size_t i = 0; status == STATUS_OK && i < ARRAY_COUNT(steps); i++)
        status = steps[i](program);
    give_back(program);
    return status;
}

/* "top | head": with a keyboard but no screen, plain text is more useful than an error. */
static bool is_piped(void)
{
    return isatty(STDIN_FILENO) && !isatty(STDOUT_FILENO);
}

/* Prints complaints about a file with a mistake first. */
static void put_procps_rc(const struct options *options, const char *program, struct buf *out)
{
    struct loaded_config loaded;

    if (config_load(&loaded, program, options->defaults) < 0)
        out->failed = true;
    pass_on_complaints(buf_text(&loaded.complaints), program, NULL);
    stock_config_put(&loaded.config, out);
    config_unload(&loaded);
}

/*
 * Prints what is requested instead of tasks: --help, --version, -O, --procps-rc. False, after a
 * complaint, if that fails.
 */
static bool print_information(const struct options *options, const char *program)
{
    struct buf out = {0};
    bool written, is_short;

    switch (options->information) {
    case INFORMATION_NONE:
        break;
    case INFORMATION_HELP:
        options_put_help(&out, program);
        break;
    case INFORMATION_VERSION:
        escape_put(&out, program, strlen(program), ESCAPE_UNLIMITED);
        buf_puts(&out, " from dotproc " DOTPROC_VERSION_LINE "\n");
        break;
    case INFORMATION_FIELDS:
        for (unsigned id = 0; id < FIELD_COUNT; id++)
            buf_printf(&out, "%s\n", field_at(id)->header);
        break;
    case INFORMATION_PROCPS_RC:
        put_procps_rc(options, program, &out);
        break;
    }
    is_short = out.failed;
    written = !is_short && fwrite(buf_text(&out), 1, out.len, stdout) == out.len;
    buf_fini(&out);
    if (fflush(stdout) == 0 && written)
        return true;
    complain(program, strerror(is_short ? ENOMEM : errno));
    return false;
}

int main(int argc, char *argv[])
{
    static struct program program; /* too large for a small stack */
    struct options *options = &program.options;
    struct buf why = {0};
    int status;

    program.name = program_name(argv[0]);
    standard_files_hold();
    if (!stack_limit_ensure()) {
        static const char message[] = "top: " STACK_LIMIT_MESSAGE;

        (void)!write(STDERR_FILENO, message, sizeof(message) - 1);
        return STATUS_ERROR;
    }
    if (locale_take(LC_ALL) < 0 || locale_translate("dotproc", DOTPROC_LOCALEDIR) < 0) {
        complain(program.name, strerror(ENOMEM));
        return STATUS_ERROR;
    }
    if (!options_parse(argc, argv, getpid(), options, &why)) {
        complain(program.name, buf_message(&why));
        status = STATUS_ERROR;
    } else if (options->information != INFORMATION_NONE) {
        status = print_information(options, program.name) ? STATUS_OK : STATUS_ERROR;
    } else {
        options->batch |= is_piped();
        program.source_options = source_options_of(options);
        status = show_tasks(&program);
    }
    buf_fini(&why);
    if (worker_pools_left_any())
        _exit(status);
    return status;
}
