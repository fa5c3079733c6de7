/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which task gets a signal or a nice value, on a made-up system and on this one. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/source/source.h"
#include "tests/common/child.h"
#include "tests/unit/run.h"
#include "top/actions.h"

#define PID  300
#define TGID 200

/* What the system says, and what was asked of it. */
static struct {
    int open, look, act;
    uint64_t start_ns;
    char asked[64];
} fake;

static const struct task_identity shown = {TGID, PID, 77, true}, unread = {TGID, PID, 0, false};
static const struct task_identity not_shown = {.tid = 0};

static int note(char what, int result)
{
    fake.asked[strlen(fake.asked)] = what;
    return result;
}

static int fake_open(pid_t tgid)
{
    ck_assert_int_eq(tgid, strchr(fake.asked, 'u') ? PID : TGID);
    /* A descriptor that can be closed. */
    return note('o', fake.open < 0 ? fake.open : dup(STDERR_FILENO));
}

static int fake_signal_process(int process, int signal)
{
    ck_assert_int_ge(process, 0);
    ck_assert_int_eq(signal, SIGUSR1);
    return note('s', fake.act);
}

static int fake_signal_task(pid_t pid, int signal)
{
    ck_assert_int_eq(pid, PID);
    ck_assert_int_eq(signal, SIGUSR1);
    return note('k', fake.act == -ENOSYS ? 0 : fake.act);
}

static int fake_set(enum action action, pid_t pid, int value)
{
    ck_assert_int_eq(pid, PID);
    ck_assert_int_eq(value, 5);
    return note(action == ACTION_RENICE ? 'n' : 'a', fake.act);
}

static int fake_look(pid_t pid, uint64_t *start_ns)
{
    ck_assert_int_eq(pid, PID);
    *start_ns = fake.start_ns;
    return note('l', fake.look);
}

static const struct target_calls calls = {
    .open_process = fake_open,
    .signal_process = fake_signal_process,
    .signal_task = fake_signal_task,
    .set_nice = fake_set,
    .read_start = fake_look,
};

static const struct signal_case {
    int open, look, act;
    uint64_t start_ns;
    bool typed;  /* and not shown */
    bool unread; /* its start time, when it was shown */
    const char *asked;
    int result;
} signal_cases[] = {
    {.start_ns = 77, .asked = "ols", .result = 0},
    {.start_ns = 77, .act = -EPERM, .asked = "ols", .result = -EPERM},
    {.start_ns = 77, .act = -ESRCH, .asked = "ols", .result = -ESRCH},
    {.start_ns = 78, .asked = "ol", .result = TARGET_REPLACED},
    {.look = -ESRCH, .asked = "ol", .result = -ESRCH},
    {.look = -EMFILE, .asked = "ol", .result = -EMFILE},
    {.look = -ENOSYS, .asked = "ols", .result = 0},
    {.open = -ESRCH, .asked = "o", .result = -ESRCH},
    {.open = -ENOSYS, .start_ns = 77, .asked = "olk", .result = 0},
    {.open = -ENOSYS, .start_ns = 78, .asked = "ol", .result = TARGET_REPLACED},
    {.open = -EPERM, .start_ns = 77, .act = -EPERM, .asked = "olk", .result = -EPERM},
    {.open = -EMFILE, .start_ns = 77, .asked = "olk", .result = 0},
    {.start_ns = 77, .act = -ENOSYS, .asked = "olsk", .result = 0},
    {.typed = true, .asked = "uos", .result = 0},
    {.typed = true, .open = -EINVAL, .asked = "uok", .result = 0},
    {.unread = true, .asked = "os", .result = 0}, /* to look at it could block */
};

LOOP(signals_go_to_the_task_shown, COUNT_OF(signal_cases))
{
    const struct signal_case *expected = &signal_cases[_i];

    memset(&fake, 0, sizeof(fake));
    fake.open = expected->open;
    fake.look = expected->look;
    fake.act = expected->act;
    fake.start_ns = expected->start_ns;
    if (expected->typed)
        note('u', 0);
    ck_assert_int_eq(target_act(&calls, ACTION_SIGNAL, PID,
                                expected->typed    ? &not_shown
                                : expected->unread ? &unread
                                                   : &shown,
                                SIGUSR1),
                     expected->result);
    ck_assert_str_eq(fake.asked, expected->asked);
}

LOOP(nice_values_go_to_the_task_shown, 2)
{
    const enum action action = _i ? ACTION_RENICE_AUTOGROUP : ACTION_RENICE;

    memset(&fake, 0, sizeof(fake));
    fake.start_ns = 77;
    ck_assert_int_eq(target_act(&calls, action, PID, &shown, 5), 0);
    fake.start_ns = 78;
    ck_assert_int_eq(target_act(&calls, action, PID, &shown, 5), TARGET_REPLACED);
    fake.look = -ESRCH;
    ck_assert_int_eq(target_act(&calls, action, PID, &shown, 5), -ESRCH);
    ck_assert_int_eq(target_act(&calls, action, PID, &not_shown, 5), 0);
    ck_assert_str_eq(fake.asked, _i ? "lalla" : "lnlln");
}

static void be_idle(int ready, void *argument)
{
    child_say_ready(ready);
    for (;;)
        pause();
}

/*
 * On this system, where no number is reused here: the task that was shown had started at another
 * time.
 */
CASE(system_is_asked)
{
    const pid_t child = child_start(be_idle, NULL);
    struct task_identity other;
    struct task_identity own = {child, child, 0, true};
    int status;

    ck_assert_int_gt(child, 0);
    ck_assert_int_eq(process_start_read(child, &own.start_ns), 0);
    other = own;
    other.start_ns -= (uint64_t)ns_per_tick();
    ck_assert_int_eq(target_act(&target_system, ACTION_SIGNAL, child, &other, SIGKILL),
                     TARGET_REPLACED);
    ck_assert_int_eq(target_act(&target_system, ACTION_RENICE, child, &other, 7), TARGET_REPLACED);
    ck_assert_int_eq(waitpid(child, &status, WNOHANG), 0);
    ck_assert_int_eq(target_act(&target_system, ACTION_RENICE, child, &own, 7), 0);
    ck_assert_int_eq(getpriority(PRIO_PROCESS, (id_t)child), 7);
    ck_assert_int_eq(target_act(&target_system, ACTION_SIGNAL, child, &own, SIGKILL), 0);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    ck_assert_int_eq(target_act(&target_system, ACTION_SIGNAL, child, &own, SIGKILL), -ESRCH);
    ck_assert_int_eq(target_act(&target_system, ACTION_RENICE, child, &own, 7), -ESRCH);
}
