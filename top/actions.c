/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/actions.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "lib/text/i18n.h"
#include "lib/text/signals.h"
#include "top/config/config.h"
#include "top/target.h"

#define TASK_BYTES 128

/* The result of an action, for its message. */
struct outcome {
    char task[TASK_BYTES]; /* its PID, and its name if known */
    int value;             /* see struct effects */
    const char *error;     /* NULL: it succeeded */
};

static void tell_signal(const struct outcome *outcome, char *message, size_t size)
{
    const char *signal = signal_name(outcome->value);

    if (!signal)
        signal = "?";
    if (outcome->error)
        snprintf(message, size, _("Cannot send %s to %s: %s"), signal, outcome->task,
                 outcome->error);
    else
        snprintf(message, size, _("Sent %s to %s"), signal, outcome->task);
}

static void tell_nice(const struct outcome *outcome, char *message, size_t size)
{
    if (outcome->error)
        snprintf(message, size, _("Cannot set the nice value of %s to %d: %s"), outcome->task,
                 outcome->value, outcome->error);
    else
        snprintf(message, size, _("The nice value of %s is now %d"), outcome->task, outcome->value);
}

static void tell_autogroup(const struct outcome *outcome, char *message, size_t size)
{
    if (outcome->error)
        snprintf(message, size, _("Cannot set the autogroup of %s to %d: %s"), outcome->task,
                 outcome->value, outcome->error);
    else
        snprintf(message, size, _("The nice value of the autogroup of %s is now %d"), outcome->task,
                 outcome->value);
}

static const struct {
    target_act *act;
    void (*tell)(const struct outcome *outcome, char *message, size_t size);
} task_actions[] = {
    [ACTION_SIGNAL] = {target_signal, tell_signal},
    [ACTION_RENICE] = {target_set_nice, tell_nice},
    [ACTION_RENICE_AUTOGROUP] = {target_set_autogroup, tell_autogroup},
};

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

static void put_task(const struct effects *effects, char task[TASK_BYTES])
{
    if (effects->name[0])
        snprintf(task, TASK_BYTES, _("PID %d (%s)"), effects->pid, effects->name);
    else
        snprintf(task, TASK_BYTES, _("PID %d"), effects->pid);
}

static void put_replaced(const struct effects *effects, char *message, size_t size)
{
    char task[TASK_BYTES];

    put_task(effects, task);
    snprintf(message, size, _("%s exited and its PID was reused; nothing was done"), task);
}

bool actions_may_inspect(const struct effects *effects, char *message, size_t size)
{
    const int result = target_check(&target_system, effects->pid, &effects->shown);

    if (result == TARGET_REPLACED)
        put_replaced(effects, message, size);
    else if (result)
        snprintf(message, size, "%s", strerror(-result));
    return result == 0;
}

void actions_act_on_task(const struct effects *effects, char *message, size_t size)
{
    struct outcome outcome;
    const int no_value = value_of(effects, effects->pid, &outcome.value);
    const int result = no_value ? no_value
                                : task_actions[effects->action].act(&target_system, effects->pid,
                                                                    &effects->shown, outcome.value);

    put_task(effects, outcome.task);
    outcome.error = result < 0 ? strerror(-result) : NULL;
    if (no_value)
        snprintf(message, size, "%s: %s", outcome.task, outcome.error);
    else if (result == TARGET_REPLACED)
        put_replaced(effects, message, size);
    else
        task_actions[effects->action].tell(&outcome, message, size);
}

/* A signal to a thread goes to its process, which gets it only once. */
static bool is_repeated(const struct tags *tags, size_t index, enum action action)
{
    return action == ACTION_SIGNAL && index > 0 &&
           tags->list[index - 1].tgid == tags->list[index].tgid;
}

static int act_on_tag(const struct effects *effects, const struct task_identity *tag)
{
    int value;
    int result = value_of(effects, tag->tid, &value);

    return result < 0 ? result
                      : task_actions[effects->action].act(&target_system, tag->tid, tag, value);
}

/* Writes for how many of the tasks the action succeeded. */
static int tell_count(enum action action, size_t done, size_t count, char *message, size_t size)
{
    if (action == ACTION_SIGNAL)
        return snprintf(message, size, _("Signal sent to %zu of %zu tagged tasks"), done, count);
    if (action == ACTION_RENICE)
        return snprintf(message, size, _("Nice value changed for %zu of %zu tagged tasks"), done,
                        count);
    return snprintf(message, size, _("Autogroup changed for %zu of %zu tagged tasks"), done, count);
}

void actions_act_on_tags(const struct model *model, const struct effects *effects, char *message,
                         size_t size)
{
    const struct tags *tags = &model->tags;
    const char *error = NULL;
    size_t done = 0, len;
    pid_t failed = 0;
    int result = 0;

    for (size_t i = 0; i < tags->count; i++) {
        /* After a failure the next thread is tried: it may be that only the first has exited. */
        if (result || !is_repeated(tags, i, effects->action))
            result = act_on_tag(effects, &tags->list[i]);
        done += result == 0;
        if (result && !error) {
            error = strerror(result < 0 ? -result : ESRCH);
            failed = tags->list[i].tid;
        }
    }
    len = (size_t)tell_count(effects->action, done, tags->count, message, size);
    if (error && len < size)
        snprintf(message + len, size - len, "; PID %d: %s", (int)failed, error);
}

void actions_save(const struct model *model, struct saving to, char *message, size_t size)
{
    struct config config;
    struct buf text = {0}, kept = {0};
    bool refused = config_file_is_refused(to.path);
    int result = -ENOMEM;

    if (!*to.path) {
        snprintf(message, size, _("Nowhere to save to: neither HOME nor XDG_CONFIG_HOME is set"));
        return;
    }
    config_take(&config, model);
    config_put(&config, &text);
    if (!text.failed)
        result =
            atomic_file_write(to.path, buf_text(&text), buf_len(&text), refused ? &kept : NULL);
    if (result)
        snprintf(message, size, _("Cannot save: %s: %s"), strerror(-result), to.path);
    else if (kept.len)
        snprintf(message, size, _("Wrote configuration to '%s'; the refused one is now %s"),
                 to.path, strrchr(buf_text(&kept), '/') + 1);
    else if (*to.stock_path)
        snprintf(message, size, _("Wrote configuration to '%s', from now on read in place of '%s'"),
                 to.path, to.stock_path);
    else
        snprintf(message, size, _("Wrote configuration to '%s'"), to.path);
    buf_fini(&text);
    buf_fini(&kept);
    config_fini(&config);
}
