/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_ACTIONS_H
#define DOTPROC_TOP_ACTIONS_H

/*
 * What reaches outside: effects, which are signals, nice values, saving the configuration; and
 * complaints.
 *
 * Signals and nice values are for the task that was shown, and not for another one that has got its
 * PID since. Signals are sent through a pidfd, which always refers to the same process. On kernels
 * without it (before 5.3), and for nice values, the PID may be reused between check and action.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/base/buf.h"
#include "top/model/events.h"
#include "top/model/model.h"

/*
 * Carries out an action on another task: ACTION_SIGNAL, or one that renices. Appends the result, or
 * the reason of a failure, to `message`.
 */
void actions_act_on_task(const struct effects *effects, struct buf *message);

/* The same for all tagged tasks; appends for how many it succeeded, and the first failure. */
void actions_act_on_tags(const struct model *model, const struct effects *effects,
                         struct buf *message);

/* Whether the task of ACTION_INSPECT is the one shown, as far as known. Else `message` says why. */
bool actions_may_inspect(const struct effects *effects, struct buf *message);

/*
 * The file to which settings are saved, "" if there is none; and the file of stock top that was
 * read because that one does not exist.
 */
struct saving {
    const char *path;
    const char *stock_path; /* "" if there is none */
};

/* Writes the model's settings to the file, and appends the result to `message`. */
void actions_save(const struct model *model, struct saving to, struct buf *message);

/* Prints "program: message" to standard error, both escaped: the message may quote arguments. */
void complain(const char *program, const char *message);

/* The system calls, which tests replace. Each: 0 (open_process: a descriptor) or -errno. */
struct target_calls {
    int (*open_process)(pid_t tgid);
    int (*signal_process)(int process, int signal);
    int (*signal_task)(pid_t pid, int signal);
    int (*set_nice)(enum action action, pid_t pid, int value);
    int (*read_start)(pid_t pid, uint64_t *start_ns); /* as process_start_read() */
};

extern const struct target_calls target_system;

/* The PID was reused by another task. */
#define TARGET_REPLACED 1

/*
 * Carries out ACTION_SIGNAL, or one that renices, on the task that was shown: 0, TARGET_REPLACED,
 * or -errno. A PID that was entered and is not on the screen means whichever task has it now, and
 * so does one whose stat is not read because that could block.
 */
int target_act(const struct target_calls *calls, enum action action, pid_t pid,
               const struct task_identity *shown, int value);

#endif
