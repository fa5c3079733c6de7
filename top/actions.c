/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/actions.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "lib/text/signals.h"
#include "top/i18n.h"

static void send_signal(const struct effects *effects, char *message, size_t size)
{
    const char *signal = signal_name(effects->value);

    if (!signal)
        signal = "?";
    if (kill(effects->pid, effects->value) < 0)
        snprintf(message, size, _("Cannot send %s to PID %d (%s): %s"), signal, effects->pid,
                 effects->name, strerror(errno));
    else
        snprintf(message, size, _("Sent %s to PID %d (%s)"), signal, effects->pid, effects->name);
}

static void set_nice(const struct effects *effects, char *message, size_t size)
{
    if (setpriority(PRIO_PROCESS, (id_t)effects->pid, effects->value) < 0)
        snprintf(message, size, _("Cannot set the nice value of PID %d (%s) to %d: %s"),
                 effects->pid, effects->name, effects->value, strerror(errno));
    else
        snprintf(message, size, _("The nice value of PID %d (%s) is now %d"), effects->pid,
                 effects->name, effects->value);
}

void actions_carry_out(const struct effects *effects, char *message, size_t size)
{
    message[0] = '\0';
    switch (effects->act) {
    case ACT_NONE:
    case ACT_INSPECT:
    case ACT_INSPECT_STOP:
        break;
    case ACT_SIGNAL:
        send_signal(effects, message, size);
        break;
    case ACT_RENICE:
        set_nice(effects, message, size);
        break;
    }
}
