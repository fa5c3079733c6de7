/* SPDX-License-Identifier: GPL-2.0-or-later */
/* top: reads the command line, opens what it names, and runs in batch mode or on a screen. */
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "lib/base/stack_limit.h"
#include "lib/text/escape.h"
#include "lib/text/locale.h"
#include "lib/version.h"
#include "top/base/i18n.h"
#include "top/batch.h"
#include "top/config/config_load.h"
#include "top/config/stock_config.h"
#include "top/interactive.h"
#include "top/options_apply.h"
#include "top/signals/interrupt.h"
#include "top/work/patience.h"
#include "top/work/worker_pool.h"

/* Exit statuses, as stock top's. */
enum {
    STATUS_OK = 0,
    STATUS_ERROR = 1,
    STATUS_NO_PROCFS = 47,
};

/* The last component of the path by which the program was called. */
static const char *program_name(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;

    return slash ? slash + 1 : path && *path ? path : "top";
}

/* Prints "top: message", escaped, because it may quote arguments. */
static void complain(const char *program, const char *message)
{
    struct buf line = {0};

    escape_put(&line, program, strlen(program), ESCAPE_UNLIMITED);
    buf_puts(&line, ": ");
    escape_put(&line, message, strlen(message), ESCAPE_UNLIMITED);
    if (line.failed)
        fprintf(stderr, "top: %s\n", strerror(ENOMEM));
    else
        fprintf(stderr, "%s\n", buf_text(&line));
    buf_fini(&line);
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

/* The next line of complaints, NULL behind the last one. They quote the files. */
static const char *take_complaint(const char *lines, struct buf *complaint)
{
    const size_t len = strcspn(lines, "\n");

    buf_clear(complaint);
    buf_put(complaint, lines, len);
    return *lines ? lines + len + 1 : NULL;
}

/* Complaints about a file with a mistake come first. */
static void put_procps_rc(const struct options *options, const char *program, struct buf *out)
{
    struct loaded_config loaded;
    struct buf complaint = {0};

    if (config_load(&loaded, program, options->defaults) < 0)
        out->failed = true;
    for (const char *line = buf_text(&loaded.complaints);
         (line = take_complaint(line, &complaint));)
        complain(program, buf_message(&complaint));
    stock_config_put(&loaded.config, out);
    buf_fini(&complaint);
    config_unload(&loaded);
}

static int print_information(const struct options *options, const char *program)
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
        return STATUS_OK;
    complain(program, strerror(is_short ? ENOMEM : errno));
    return STATUS_ERROR;
}

/* On the screen complaints are messages; the last one stays until a key is pressed. */
static void pass_on_complaints(const struct loaded_config *loaded, const struct options *options,
                               struct model *model)
{
    struct buf complaint = {0};

    for (const char *line = buf_text(&loaded->complaints);
         (line = take_complaint(line, &complaint));) {
        if (options->batch)
            complain(model->program, buf_message(&complaint));
        else
            model_set_message(model, "%s", buf_message(&complaint));
        model->message_stays = true;
    }
    buf_fini(&complaint);
}

/* Reports an ending, with `why` instead of our own message if it is not empty; the exit status. */
static int conclude(struct ending ending, const char *program, const char *why)
{
    struct buf message = {0};

    switch (ending.kind) {
    case ENDING_ASKED:
        return STATUS_OK;
    case ENDING_OUTPUT:
        if (ending.result == -EPIPE)
            return STATUS_OK; /* the reader has closed the pipe */
        buf_printf(&message, _("write error: %s"), strerror(-ending.result));
        break;
    case ENDING_START:
        buf_printf(&message, _("cannot start: %s"), strerror(-ending.result));
        break;
    case ENDING_SCAN:
        buf_printf(&message, _("cannot read the tasks: %s"), strerror(-ending.result));
        break;
    case ENDING_MEMORY:
        buf_puts(&message, strerror(ENOMEM));
        break;
    }
    complain(program, *why ? why : buf_message(&message));
    buf_fini(&message);
    return STATUS_ERROR;
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

static int run_top(const struct options *options, const struct source_options *source_options,
                   const struct loaded_config *loaded, struct sampler *sampler, const char *program)
{
    struct name_cache *names = name_cache_new();
    struct buf why = {0};
    static struct model model; /* these are more than a small stack holds */
    const struct run run = {&model, sampler, source_options, options->iterations};
    const struct saving saving = {buf_text(&loaded->path), buf_text(&loaded->stock_path)};
    struct ending ending;
    int status;

    if (!names)
        return conclude((struct ending){ENDING_MEMORY, -ENOMEM}, program, "");
    model_init(&model, names, sampler_is_live(sampler));
    model.program = program;
    model.secure = loaded->secure;
    config_apply(&loaded->config, &model);
    options_apply(options, &model);
    pass_on_complaints(loaded, options, &model);
    ending =
        options->batch ? run_batch(&run, options->json, &why) : interactive_run(&run, saving, &why);
    status = conclude(ending, program, buf_message(&why));
    if (LEAVES_AT_ONCE && !options->batch)
        _exit(status);
    buf_fini(&why);
    model_fini(&model);
    name_cache_free(names);
    return status;
}

/* For the files that a source keeps open: see lib/source/proc/fd_cache.c. */
static void raise_file_limit(void)
{
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files) < 0)
        return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

static void complain_of_stuck(const char *program)
{
    struct buf message = {0};

    if (patience_count_stuck() == 0)
        return;
    buf_printf(&message, _("stuck tasks that were not read: %zu"), patience_count_stuck());
    complain(program, buf_text(&message));
    buf_fini(&message);
}

static int configure_and_run(const struct options *options,
                             const struct source_options *source_options, struct sampler *sampler,
                             const char *program)
{
    static struct loaded_config loaded;
    int status = STATUS_ERROR;

    if (config_load(&loaded, program, options->defaults) < 0)
        complain(program, strerror(ENOMEM));
    else if (loaded.secure && options->has_delay)
        complain(program, _("-d disallowed in \"secure\" mode"));
    else
        status = run_top(options, source_options, &loaded, sampler, program);
    config_unload(&loaded);
    return status;
}

static int open_and_run(const struct options *options, const char *program)
{
    const struct source_options source_options = source_options_of(options);
    struct sampler *sampler;
    struct buf why = {0};
    int result = interrupt_init();
    int status = STATUS_ERROR;

    if (result) {
        complain(program, strerror(-result));
        return STATUS_ERROR;
    }
    raise_file_limit();
    patience_set(options->patience_ns);
    result = sampler_open(&source_options, &sampler, &why);
    if (!result) {
        status = configure_and_run(options, &source_options, sampler, program);
        sampler_close(sampler);
        if (options->batch)
            complain_of_stuck(program);
    } else {
        if (why.len && !source_error_is_shortage(result) && result != -EINVAL && result != -ENOTSUP)
            status = STATUS_NO_PROCFS;
        conclude((struct ending){ENDING_START, result}, program, buf_message(&why));
    }
    buf_fini(&why);
    return status;
}

/*
 * Where translations are: where they were installed, or where the environment says. Translations
 * contain printf(3) formats, so a privileged program ignores the environment: secure_getenv(3).
 */
static const char *locale_folder(void)
{
    const char *folder = secure_getenv("DOTPROC_LOCALEDIR");

    return folder && *folder ? folder : DOTPROC_LOCALEDIR;
}

/* "top | head": with a keyboard but no screen, plain text is more useful than an error. */
static bool is_piped(void)
{
    return isatty(STDIN_FILENO) && !isatty(STDOUT_FILENO);
}

int main(int argc, char *argv[])
{
    const char *program = program_name(argv[0]);
    struct options options;
    struct buf why = {0};
    int status;

    if (!stack_limit_ensure()) {
        static const char message[] = "top: " STACK_LIMIT_MESSAGE;

        (void)!write(STDERR_FILENO, message, sizeof(message) - 1);
        return STATUS_ERROR;
    }
    if (locale_take(LC_ALL) < 0 || locale_translate("dotproc", locale_folder()) < 0) {
        complain(program, strerror(ENOMEM));
        return STATUS_ERROR;
    }
    if (!options_parse(argc, argv, getpid(), &options, &why)) {
        complain(program, buf_message(&why));
        status = STATUS_ERROR;
    } else if (options.information != INFORMATION_NONE) {
        status = print_information(&options, program);
    } else {
        options.batch |= is_piped();
        status = open_and_run(&options, program);
    }
    buf_fini(&why);
    if (worker_pools_left_any())
        _exit(status);
    return status;
}
