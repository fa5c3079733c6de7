/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/actions.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/text/signals.h"
#include "top/base/i18n.h"
#include "top/config/config_file.h"
#include "top/target.h"

#define TASK_BYTES 128

/* The task's number, and its name if it is known. */
static void name_task(const struct effects *effects, char task[TASK_BYTES])
{
    if (effects->name[0])
        snprintf(task, TASK_BYTES, _("PID %d (%s)"), effects->pid, effects->name);
    else
        snprintf(task, TASK_BYTES, _("PID %d"), effects->pid);
}

static void tell_replaced(const char *task, char *message, size_t size)
{
    snprintf(message, size, _("%s has ended, and another task has its number: spared"), task);
}

static void send_signal(const struct effects *effects, char *message, size_t size)
{
    const int result = target_signal(&target_system, effects->pid, &effects->shown, effects->value);
    const char *signal = signal_name(effects->value);
    char task[TASK_BYTES];

    if (!signal)
        signal = "?";
    name_task(effects, task);
    if (result == TARGET_REPLACED)
        tell_replaced(task, message, size);
    else if (result < 0)
        snprintf(message, size, _("Cannot send %s to %s: %s"), signal, task, strerror(-result));
    else
        snprintf(message, size, _("Sent %s to %s"), signal, task);
}

static void set_nice(const struct effects *effects, char *message, size_t size)
{
    const int result =
        target_set_nice(&target_system, effects->pid, &effects->shown, effects->value);
    char task[TASK_BYTES];

    name_task(effects, task);
    if (result == TARGET_REPLACED)
        tell_replaced(task, message, size);
    else if (result < 0)
        snprintf(message, size, _("Cannot set the nice value of %s to %d: %s"), task,
                 effects->value, strerror(-result));
    else
        snprintf(message, size, _("The nice value of %s is now %d"), task, effects->value);
}

static void set_autogroup(const struct effects *effects, char *message, size_t size)
{
    const int result =
        target_set_autogroup(&target_system, effects->pid, &effects->shown, effects->value);
    char task[TASK_BYTES];

    name_task(effects, task);
    if (result == TARGET_REPLACED)
        tell_replaced(task, message, size);
    else if (result < 0)
        snprintf(message, size, _("Cannot set the autogroup of %s to %d: %s"), task, effects->value,
                 strerror(-result));
    else
        snprintf(message, size, _("The nice value of the autogroup of %s is now %d"), task,
                 effects->value);
}

void actions_carry_out(const struct effects *effects, char *message, size_t size)
{
    message[0] = '\0';
    switch (effects->action) {
    case ACTION_NONE:
    case ACTION_INSPECT:
    case ACTION_INSPECT_STOP:
    case ACTION_SAVE:
    case ACTION_FIND_USER:
        break;
    case ACTION_SIGNAL:
        send_signal(effects, message, size);
        break;
    case ACTION_RENICE:
        set_nice(effects, message, size);
        break;
    case ACTION_RENICE_AUTOGROUP:
        set_autogroup(effects, message, size);
        break;
    }
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
        result = config_file_write(to.path, buf_text(&text), text.len);
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
