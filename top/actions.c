/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/actions.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/source/source.h"
#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "lib/text/signals.h"
#include "top/config/config.h"

/* Missing in headers of older systems; the same on all architectures except alpha. */
#define CALL_SEND_SIGNAL 424 /* pidfd_send_signal(2) */
#define CALL_OPEN        434 /* pidfd_open(2) */

static int open_process(pid_t tgid)
{
    const long process = syscall(CALL_OPEN, tgid, 0);

    return process < 0 ? -errno : (int)process;
}

static int signal_process(int process, int signal)
{
    return syscall(CALL_SEND_SIGNAL, process, signal, NULL, 0) < 0 ? -errno : 0;
}

static int signal_task(pid_t pid, int signal)
{
    return kill(pid, signal) < 0 ? -errno : 0;
}

/* That of an autogroup, which is mostly a session, is set by its file: proc(5). */
static int set_nice(enum action action, pid_t pid, int value)
{
    char path[64], text[16];
    int fd, len, result = 0;

    if (action == ACTION_RENICE)
        return setpriority(PRIO_PROCESS, (id_t)pid, value) < 0 ? -errno : 0;
    snprintf(path, sizeof(path), "/proc/%d/autogroup", (int)pid);
    len = snprintf(text, sizeof(text), "%d", value);
    fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    if (write(fd, text, (size_t)len) < 0)
        result = -errno;
    close(fd);
    return result;
}

const struct target_calls target_system = {
    .open_process = open_process,
    .signal_process = signal_process,
    .signal_task = signal_task,
    .set_nice = set_nice,
    .read_start = process_start_read,
};

/* Whether `pid` is the task that was shown: as target_act(). */
static int check_target(const struct target_calls *calls, pid_t pid,
                        const struct task_identity *shown)
{
    uint64_t start_ns;
    int result = shown->known ? calls->read_start(pid, &start_ns) : -ENOSYS;

    if (result == -ENOSYS) /* no start time to compare */
        return 0;
    if (result < 0)
        return result;
    return start_ns == shown->start_ns ? 0 : TARGET_REPLACED;
}

static int send_signal(const struct target_calls *calls, pid_t pid,
                       const struct task_identity *shown, int signal)
{
    /* A signal to a thread goes to its process, as with kill(2). */
    const int process = calls->open_process(shown->tid ? shown->tgid : pid);
    int result;

    if (process == -ESRCH)
        return process;
    /* After the pidfd was opened: it never refers to another process, even if the PID is reused. */
    result = check_target(calls, pid, shown);
    if (result == 0)
        result = process < 0 ? -ENOSYS : calls->signal_process(process, signal);
    /* Without pidfd, or with an entered TID of a thread that is not on the screen. */
    if (result == -ENOSYS)
        result = calls->signal_task(pid, signal);
    if (process >= 0)
        close(process);
    return result;
}

int target_act(const struct target_calls *calls, enum action action, pid_t pid,
               const struct task_identity *shown, int value)
{
    int result;

    if (action == ACTION_SIGNAL)
        return send_signal(calls, pid, shown, value);
    result = check_target(calls, pid, shown);
    return result == 0 ? calls->set_nice(action, pid, value) : result;
}

/* --- effects and their messages --- */

static const char *name_of_signal(int number)
{
    const char *name = signal_name(number);

    return name ? name : "?";
}

/*
 * The value to set. A step is from the nice value of now, as the sample may be older than the last
 * step. 0 or -errno.
 */
static int value_of(const struct effects *effects, pid_t tid, int *value)
{
    int nice;

    *value = effects->value;
    if (!effects->is_step)
        return 0;
    errno = 0;
    nice = getpriority(PRIO_PROCESS, (id_t)tid);
    if (nice == -1 && errno)
        return -errno;
    *value = nice_clamp(nice + effects->value);
    return 0;
}

/* Its PID, and its name if known. */
static void put_task(const struct effects *effects, struct buf *out)
{
    buf_printf(out, effects->name[0] ? _("PID %d (%s)") : _("PID %d"), effects->pid, effects->name);
}

static void put_replaced(const char *task, struct buf *out)
{
    buf_printf(out, _("%s exited and its PID was reused; nothing was done"), task);
}

static void put_done(enum action action, int value, const char *task, struct buf *out)
{
    if (action == ACTION_SIGNAL)
        buf_printf(out, _("Sent %s to %s"), name_of_signal(value), task);
    else if (action == ACTION_RENICE)
        buf_printf(out, _("The nice value of %s is now %d"), task, value);
    else
        buf_printf(out, _("The nice value of the autogroup of %s is now %d"), task, value);
}

static void put_failed(enum action action, int value, const char *task, const char *error,
                       struct buf *out)
{
    if (action == ACTION_SIGNAL)
        buf_printf(out, _("Cannot send %s to %s: %s"), name_of_signal(value), task, error);
    else if (action == ACTION_RENICE)
        buf_printf(out, _("Cannot set the nice value of %s to %d: %s"), task, value, error);
    else
        buf_printf(out, _("Cannot set the autogroup of %s to %d: %s"), task, value, error);
}

bool actions_may_inspect(const struct effects *effects, struct buf *message)
{
    const int result = check_target(&target_system, effects->pid, &effects->shown);
    struct buf task = {0};

    put_task(effects, &task);
    if (result == TARGET_REPLACED)
        put_replaced(buf_text(&task), message);
    else if (result)
        buf_puts(message, strerror(-result));
    buf_fini(&task);
    return result == 0;
}

void actions_act_on_task(const struct effects *effects, struct buf *message)
{
    struct buf task = {0};
    int value;
    const int no_value = value_of(effects, effects->pid, &value);
    const int result = no_value ? no_value
                                : target_act(&target_system, effects->action, effects->pid,
                                             &effects->shown, value);

    put_task(effects, &task);
    if (no_value)
        buf_printf(message, "%s: %s", buf_text(&task), strerror(-no_value));
    else if (result == TARGET_REPLACED)
        put_replaced(buf_text(&task), message);
    else if (result)
        put_failed(effects->action, value, buf_text(&task), strerror(-result), message);
    else
        put_done(effects->action, value, buf_text(&task), message);
    buf_fini(&task);
}

/* A signal to a thread goes to its process, which gets it only once. */
static bool is_repeated(const struct tags *tags, size_t index, enum action action)
{
    return action == ACTION_SIGNAL && index > 0 &&
           tags->list[index - 1].tgid == tags->list[index].tgid;
}

/* For how many of the tasks the action succeeded. */
static void put_count(enum action action, size_t done, size_t count, struct buf *out)
{
    if (action == ACTION_SIGNAL)
        buf_printf(out, _("Signal sent to %zu of %zu tagged tasks"), done, count);
    else if (action == ACTION_RENICE)
        buf_printf(out, _("Nice value changed for %zu of %zu tagged tasks"), done, count);
    else
        buf_printf(out, _("Autogroup changed for %zu of %zu tagged tasks"), done, count);
}

void actions_act_on_tags(const struct model *model, const struct effects *effects,
                         struct buf *message)
{
    const struct tags *tags = &model->tags;
    const char *error = NULL;
    size_t done = 0;
    pid_t failed = 0;
    int result = 0, value;

    for (size_t i = 0; i < tags->count; i++) {
        /* After a failure the next thread is tried: it may be that only the first has exited. */
        if (result || !is_repeated(tags, i, effects->action)) {
            result = value_of(effects, tags->list[i].tid, &value);
            if (result == 0)
                result = target_act(&target_system, effects->action, tags->list[i].tid,
                                    &tags->list[i], value);
        }
        done += result == 0;
        if (result && !error) {
            error = strerror(result < 0 ? -result : ESRCH);
            failed = tags->list[i].tid;
        }
    }
    put_count(effects->action, done, tags->count, message);
    if (error)
        buf_printf(message, "; PID %d: %s", (int)failed, error);
}

void actions_save(const struct model *model, struct saving to, struct buf *message)
{
    struct config config;
    struct buf text = {0}, kept = {0};
    bool refused = config_file_is_refused(to.path);
    int result = -ENOMEM;

    if (!*to.path) {
        buf_puts(message, _("Nowhere to save to: neither HOME nor XDG_CONFIG_HOME is set"));
        return;
    }
    config_take(&config, model);
    config_put(&config, &text);
    if (!text.failed)
        result =
            atomic_file_write(to.path, buf_text(&text), buf_len(&text), refused ? &kept : NULL);
    if (result)
        buf_printf(message, _("Cannot save: %s: %s"), strerror(-result), to.path);
    else if (kept.len)
        buf_printf(message, _("Wrote configuration to '%s'; the refused one is now %s"), to.path,
                   strrchr(buf_text(&kept), '/') + 1);
    else if (*to.stock_path)
        buf_printf(message, _("Wrote configuration to '%s', from now on read in place of '%s'"),
                   to.path, to.stock_path);
    else
        buf_printf(message, _("Wrote configuration to '%s'"), to.path);
    buf_fini(&text);
    buf_fini(&kept);
    config_fini(&config);
}

void complain(const char *program, const char *message)
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
