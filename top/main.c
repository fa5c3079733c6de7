/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * top: what runs, in this order, and the files that it is in.
 *
 *     options             the command line; --help and the like are printed here, which is all
 *                         then
 *     base/interrupts     signals become flags for the main loop
 *     work/sampler        opens the source; from here on a worker thread reads all tasks
 *                         (work/worker_pool, scanner)
 *     config/config_file  the configuration, ours or stock's, becomes the model's settings
 *                         (config_apply), which options_apply changes
 *     batch, interactive  the main loop: samples, keys and sizes are events; update/update
 *                         changes the model by them and returns effects, which actions and the
 *                         workers carry out; screens/screens and view/ make a frame of the
 *                         model; term/term draws it
 *     conclude            why it ended, as a message and an exit status
 *
 * set_up_debug(), set_up_source(), set_up_configuration() and set_up_model() call each other in
 * this order: each runs the rest with what it has set up, gives that back, and returns the exit
 * status.
 */
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/resources.h"
#include "lib/cgroup/reader.h"
#include "lib/text/debug.h"
#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "lib/version.h"
#include "top/base/interrupts.h"
#include "top/complain.h"
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

/* How the program was called. */
struct invocation {
    const char *program;
    struct options options;
    struct source_options source_options;
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

/* Prints the message of an ending, or `why` if that is not empty. Returns the exit status. */
static int conclude(struct ending ending, const char *program, const char *why)
{
    struct buf message = {0};
    const bool failed = ending_put_message(ending, &message);

    if (failed)
        complain(program, *why ? why : buf_message(&message));
    buf_fini(&message);
    return failed ? STATUS_ERROR : STATUS_OK;
}

static struct ending run_batch(const struct run *run, bool as_json, struct buf *why)
{
    struct json *json = NULL;
    int result = as_json ? json_open(&json, why) : 0;
    struct ending ending = {ENDING_START, result};

    if (result == 0)
        ending = batch_run(run, json, why);
    json_close(json);
    return ending;
}

static int set_up_model(const struct invocation *invocation, const struct loaded_config *loaded,
                        struct sampler *sampler, struct container_labels *containers)
{
    const struct options *options = &invocation->options;
    const char *program = invocation->program;
    struct name_cache *names = name_cache_new();
    struct buf why = {0};
    static struct model model; /* too large for a small stack */
    const struct run run = {&model, sampler, &invocation->source_options, options->container_root,
                            options->iterations};
    const struct saving saving = {buf_text(&loaded->path), buf_text(&loaded->stock_path)};
    struct ending ending;
    int status;

    if (!names)
        return conclude((struct ending){ENDING_MEMORY, -ENOMEM}, program, "");
    model_init(&model, names, sampler_is_live(sampler));
    model.foreign = !sampler_has_same_pids(sampler);
    model.context.containers = containers;
    model.program = program;
    model.secure = loaded->secure;
    config_apply(&loaded->config, &model);
    options_apply(options, &model);
    pass_on_complaints(buf_text(&loaded->complaints), program, options->batch ? NULL : &model);
    ending =
        options->batch ? run_batch(&run, options->json, &why) : interactive_run(&run, saving, &why);
    if (ending.kind == ENDING_ASKED && interrupt_error())
        ending = (struct ending){ENDING_WAIT, interrupt_error()};
    status = conclude(ending, program, buf_message(&why));
    if (LEAVES_AT_ONCE && !options->batch)
        _exit(status);
    buf_fini(&why);
    model_fini(&model);
    name_cache_free(names);
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

/* False, after a complaint. */
static bool open_roots(const struct invocation *invocation, struct container_labels **containers)
{
    const struct options *options = &invocation->options;
    const int cgroups = cgroup_folder_check(options->cgroup_root);
    const char *root = cgroups < 0 ? options->cgroup_root : options->container_root;
    const int result = cgroups < 0 ? cgroups : container_labels_open(root, containers);
    struct buf message = {0};

    if (result < 0) {
        buf_printf(&message, "--%s-root %s: %s", cgroups < 0 ? "cgroup" : "container",
                   root ? root : "/", strerror(-result));
        complain(invocation->program, buf_message(&message));
    }
    buf_fini(&message);
    return result == 0;
}

static int set_up_configuration(const struct invocation *invocation, struct sampler *sampler)
{
    const char *program = invocation->program;
    static struct loaded_config loaded;
    struct container_labels *containers = NULL;
    int status = STATUS_ERROR;

    if (!open_roots(invocation, &containers))
        return STATUS_ERROR;
    if (config_load(&loaded, program, invocation->options.defaults) < 0)
        complain(program, strerror(ENOMEM));
    else if (loaded.secure && invocation->options.has_delay)
        complain(program, _("-d disallowed in \"secure\" mode"));
    else
        status = set_up_model(invocation, &loaded, sampler, containers);
    config_unload(&loaded);
    container_labels_close(containers);
    return status;
}

static int set_up_source(const struct invocation *invocation)
{
    const char *program = invocation->program;
    struct sampler *sampler;
    struct buf why = {0};
    int result = interrupt_init();
    int status = STATUS_ERROR;

    if (result) {
        complain(program, strerror(-result));
        return STATUS_ERROR;
    }
    worker_pools_set_patience(invocation->options.patience_ns);
    result = sampler_open(&invocation->source_options, &sampler, &why);
    if (!result) {
        status = set_up_configuration(invocation, sampler);
        sampler_close(sampler);
        if (invocation->options.batch)
            complain_of_stuck(program);
    } else {
        if (why.len && !is_shortage(result) && result != -EINVAL && result != -ENOTSUP)
            status = STATUS_NO_PROCFS;
        conclude((struct ending){ENDING_START, result}, program, buf_message(&why));
    }
    buf_fini(&why);
    return status;
}

/* "top | head": with a keyboard but no screen, plain text is more useful than an error. */
static bool is_piped(void)
{
    return isatty(STDIN_FILENO) && !isatty(STDOUT_FILENO);
}

/* Turns --debug on. 0; or -errno with a line in `why`. */
static int begin_debug(const struct options *options, struct buf *why)
{
    if (!options->debug && !options->debug_file)
        return 0;
    if (!options->batch && !options->debug_file && isatty(STDERR_FILENO)) {
        buf_puts(why, _("on the screen, --debug needs --debug-file"));
        return -EINVAL;
    }
    return debug_begin(options->debug, options->debug_file, why);
}

static int set_up_debug(struct invocation *invocation)
{
    struct buf why = {0};
    int status = STATUS_ERROR;

    if (begin_debug(&invocation->options, &why) < 0)
        complain(invocation->program, buf_message(&why));
    else
        status = set_up_source(invocation);
    buf_fini(&why);
    return status;
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
    const char *program = program_name(argv[0]);
    struct invocation invocation = {.program = program};
    struct options *options = &invocation.options;
    struct buf why = {0};
    int status;

    standard_files_hold();
    if (!stack_limit_ensure()) {
        static const char message[] = "top: " STACK_LIMIT_MESSAGE;

        (void)!write(STDERR_FILENO, message, sizeof(message) - 1);
        return STATUS_ERROR;
    }
    if (locale_take(LC_ALL) < 0 || locale_translate("dotproc", DOTPROC_LOCALEDIR) < 0) {
        complain(program, strerror(ENOMEM));
        return STATUS_ERROR;
    }
    if (!options_parse(argc, argv, getpid(), options, &why)) {
        complain(program, buf_message(&why));
        status = STATUS_ERROR;
    } else if (options->information != INFORMATION_NONE) {
        status = print_information(options, program) ? STATUS_OK : STATUS_ERROR;
    } else {
        options->batch |= is_piped();
        invocation.source_options = source_options_of(options);
        status = set_up_debug(&invocation);
    }
    buf_fini(&why);
    if (worker_pools_left_any())
        _exit(status);
    return status;
}
