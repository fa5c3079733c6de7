/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/actions.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/text/signals.h"
#include "top/base/i18n.h"
#include "top/config/atomic_file.h"
#include "top/config/config.h"
#include "top/target.h"

#define TASK_BYTES 128

/* How an action ended. */
struct outcome {
    char task[TASK_BYTES]; /* its number, and its name if it is known */
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

void actions_act_on_task(const struct effects *effects, char *message, size_t size)
{
    const int result = task_actions[effects->action].act(&target_system, effects->pid,
                                                         &effects->shown, effects->value);
    struct outcome outcome = {.value = effects->value};

    if (effects->name[0])
        snprintf(outcome.task, TASK_BYTES, _("PID %d (%s)"), effects->pid, effects->name);
    else
        snprintf(outcome.task, TASK_BYTES, _("PID %d"), effects->pid);
    if (result < 0)
        outcome.error = strerror(-result);
    if (result == TARGET_REPLACED)
        snprintf(message, size, _("%s has ended, and another task has its number: spared"),
                 outcome.task);
    else
        task_actions[effects->action].tell(&outcome, message, size);
}

void actions_save(const struct model *model, struct saving to, char *message, size_t size)
{
    struct config config;
    struct buf text = {0};
    int result = -ENOMEM;

    if (!*to.path) {
        snprintf(message, size, _("Nowhere to save to: neither HOME nor XDG_CONFIG_HOME is set"));
        return;
    }
    config_take(&config, model);
    config_put(&config, &text);
    if (!text.failed)
        result = atomic_file_write(to.path, buf_text(&text), text.len);
    if (result)
        snprintf(message, size, _("Cannot save: %s: %s"), strerror(-result), to.path);
    else if (*to.stock_path)
        snprintf(message, size, _("Wrote configuration to '%s', from now on read in place of '%s'"),
                 to.path, to.stock_path);
    else
        snprintf(message, size, _("Wrote configuration to '%s'"), to.path);
    buf_fini(&text);
    config_fini(&config);
}
