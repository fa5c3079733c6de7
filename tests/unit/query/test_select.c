/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "lib/query/select.h"
#include "tests/unit/run.h"

#define SELF_EUID 1000
#define SELF_TTY  0x8801
#define KTHREAD   0x00200000

/* Effective UID and GID, real ones. */
#define ROOTS 0, 0, 0, 0
#define OURS  SELF_EUID, 1000, SELF_EUID, 1000

#define PLACE(ppid_, sid_, pgrp_, tty_)                                \
    {                                                                  \
        .ppid = (ppid_), .sid = (sid_), .pgrp = (pgrp_), .tty = (tty_) \
    }

/* The tasks to choose from, a letter each. */
static const struct cast {
    char letter;
    pid_t tgid, tid;
    char state;
    const char *comm;
    uid_t euid;
    gid_t egid;
    uid_t ruid;
    gid_t rgid;
    struct process process;
    uint32_t flags;
} cast[] = {
    /* init leads its session; a thread of the kernel */
    {'i', 1, 1, 'S', "init", ROOTS, PLACE(0, 1, 1, 0), 0},
    {'k', 2, 2, 'I', "kworker/u8:0-events_unbound", ROOTS, PLACE(0, 0, 0, 0), KTHREAD},
    /* our shell and its child on our terminal; the child is running, and has a thread */
    {'s', 100, 100, 'S', "bash", OURS, PLACE(1, 100, 100, SELF_TTY), 0},
    {'c', 101, 101, 'R', "a-long-name-cut", OURS, PLACE(100, 100, 101, SELF_TTY), 0},
    {'t', 101, 102, 'D', "worker", OURS, PLACE(100, 100, 101, SELF_TTY), 0},
    /* ours on another terminal, and ours on none */
    {'o', 200, 200, 'S', "vi", OURS, PLACE(1, 150, 200, 0x8802), 0},
    {'d', 300, 300, 'S', "daemon", SELF_EUID, 50, SELF_EUID, 51, PLACE(1, 300, 300, 0), 0},
    /* root's on our terminal, started by us */
    {'r', 400, 400, 'S', "passwd", 0, 0, SELF_EUID, 1000, PLACE(101, 100, 101, SELF_TTY), 0},
};

struct wanted {
    enum select_by by;
    uint64_t number;
    const char *name;
};

/* What matches, what has to be read, and whether a process decides for its threads. */
static const struct {
    const char *matched;
    need_t need;
    bool per_process;
    unsigned rules;
    bool running, negate, hide_kernel;
    struct wanted lists[3]; /* a number 0 without a name ends them */
} cases[] = {
    {"", 0, true, .rules = 0},
    {"iksctodr", 0, true, .rules = SELECT_ALL},
    {"ctor", NEED_STAT, true, .rules = SELECT_HAS_TTY_NOT_LEADER},
    {"kctor", NEED_STAT, true, .rules = SELECT_NOT_LEADER},
    {"sctor", NEED_STAT, true, .rules = SELECT_HAS_TTY},
    {"sctod", NEED_OWNER, false, .rules = SELECT_SAME_EUID},
    {"sct", NEED_OWNER | NEED_STAT, false, .rules = SELECT_SAME_EUID_AND_TTY},
    {"scto", NEED_OWNER | NEED_STAT, false, .rules = SELECT_SAME_EUID_HAS_TTY},
    {"sctr", NEED_STAT, true, .rules = SELECT_SAME_TTY},
    {"cto", NEED_OWNER | NEED_STAT, false, .rules = SELECT_SAME_EUID_HAS_TTY_NOT_LEADER},
    {"cto", NEED_OWNER | NEED_STAT, false, .rules = SELECT_SAME_EUID_NOT_LEADER},

    /* lists, alone and together */
    {"ict", 0, true,
     .lists = {{SELECT_TGID, 101, NULL}, {SELECT_TGID, 1, NULL}, {SELECT_TGID, 9, NULL}}},
    {"ct", NEED_STAT, true, .lists = {{SELECT_PPID, 100, NULL}}},
    {"sctr", NEED_STAT, true, .lists = {{SELECT_SID, 100, NULL}}},
    {"ctr", NEED_STAT, true, .lists = {{SELECT_PGRP, 101, NULL}}},
    {"o", NEED_STAT, true, .lists = {{SELECT_TTY, 0x8802, NULL}}},
    {"sctod", NEED_OWNER, false, .lists = {{SELECT_EUID, SELF_EUID, NULL}}},
    {"sctodr", NEED_STATUS, false, .lists = {{SELECT_RUID, SELF_EUID, NULL}}},
    {"sctodr", NEED_STATUS, false, .lists = {{SELECT_ANY_UID, SELF_EUID, NULL}}},
    {"d", NEED_OWNER, false, .lists = {{SELECT_EGID, 50, NULL}}},
    {"d", NEED_STATUS, false, .lists = {{SELECT_RGID, 51, NULL}}},
    {"kdr", NEED_OWNER | NEED_STAT, false,
     .lists = {{SELECT_EGID, 50, NULL}, {SELECT_TGID, 2, NULL}, {SELECT_PPID, 101, NULL}}},
    {"sctdr", NEED_STAT, true, .rules = SELECT_SAME_TTY, .lists = {{SELECT_TGID, 300, NULL}}},

    /* names: 15 bytes may be a cut one, others are whole, up to 63 */
    {"so", NEED_COMM, false, .lists = {{SELECT_COMM, 0, "bash"}, {SELECT_COMM, 0, "vi"}}},
    {"", NEED_COMM, false,
     .lists = {{SELECT_COMM, 0, "bas"}, {SELECT_COMM, 0, "bashful"}, {SELECT_COMM, 0, "v"}}},
    {"c", NEED_COMM, false, .lists = {{SELECT_COMM, 0, "a-long-name-cut-off"}}},
    {"c", NEED_COMM, false, .lists = {{SELECT_COMM, 0, "a-long-name-cut"}}},
    {"", NEED_COMM, false, .lists = {{SELECT_COMM, 0, "a-long-name-cu"}}},
    {"k", NEED_COMM, false, .lists = {{SELECT_COMM, 0, "kworker/u8:0-events_unbound"}}},
    {"", NEED_COMM, false, .lists = {{SELECT_COMM, 0, "kworker/u8:0-ev"}}},
    {"t", NEED_COMM, false, .lists = {{SELECT_COMM, 0, "worker"}}},

    /* what restricts and what turns round */
    {"ct", NEED_STAT, false, .rules = SELECT_ALL, .running = true},
    {"", 0, true, .rules = SELECT_ALL, .negate = true},
    {"isd", NEED_STAT, true, .rules = SELECT_NOT_LEADER, .negate = true},
    {"iksodr", NEED_STAT, false, .rules = SELECT_HAS_TTY, .running = true, .negate = true},
    {"isctodr", NEED_STAT, true, .rules = SELECT_ALL, .hide_kernel = true},
    {"sctodr", NEED_STAT, true, .negate = true, .hide_kernel = true,
     .lists = {{SELECT_TGID, 1, NULL}}},
};

static void build(struct selection *selection, size_t index)
{
    *selection = (struct selection){.rules = cases[index].rules};
    selection->running = cases[index].running;
    selection->negate = cases[index].negate;
    selection->hide_kernel = cases[index].hide_kernel;
    selection->self_euid = SELF_EUID;
    selection->self_tty = SELF_TTY;
    for (int i = 0; i < COUNT_OF(cases[index].lists); i++) {
        const struct wanted *wanted = &cases[index].lists[i];

        if (wanted->name)
            ck_assert_int_eq(selection_add_name(selection, wanted->by, wanted->name), 0);
        else if (wanted->number)
            ck_assert_int_eq(selection_add_number(selection, wanted->by, wanted->number), 0);
    }
    selection_finish(selection);
}

LOOP(matches, COUNT_OF(cases))
{
    struct selection selection = {0};
    char matched[COUNT_OF(cast) + 1] = "";
    size_t count = 0;

    build(&selection, (size_t)_i);
    for (int i = 0; i < COUNT_OF(cast); i++) {
        struct task_status status = {.groups = ""};
        struct task task = {
            .process = &cast[i].process,
            .tgid = cast[i].tgid,
            .tid = cast[i].tid,
            .kind = cast[i].tid == cast[i].tgid ? TASK_PROCESS : TASK_THREAD,
            .state = cast[i].state,
            .flags = cast[i].flags,
            .comm = cast[i].comm,
            .euid = cast[i].euid,
            .egid = cast[i].egid,
        };

        for (int kind = 0; kind < ID_KINDS; kind++) {
            status.uid[kind] = task.euid;
            status.gid[kind] = task.egid;
        }
        status.uid[ID_REAL] = cast[i].ruid;
        status.gid[ID_REAL] = cast[i].rgid;
        task.status = &status;
        if (selection_match(&selection, &task))
            matched[count++] = cast[i].letter;
    }
    ck_assert_str_eq(matched, cases[_i].matched);
    ck_assert_uint_eq(selection_need(&selection), cases[_i].need);
    ck_assert_int_eq(selection_is_per_process(&selection), cases[_i].per_process);
    selection_fini(&selection);
}

/* A selection looks at no group that it did not ask for: without them nothing but ids counts. */
CASE(missing_figures_do_not_match)
{
    const struct task bare = {.process = &process_none, .tgid = 5, .tid = 5};
    struct selection selection = {0};

    ck_assert_int_eq(selection_add_name(&selection, SELECT_COMM, "x"), 0);
    ck_assert_int_eq(selection_add_number(&selection, SELECT_RUID, 0), 0);
    ck_assert_int_eq(selection_add_number(&selection, SELECT_RGID, 0), 0);
    ck_assert_int_eq(selection_add_number(&selection, SELECT_ANY_UID, 0), 0);
    selection_finish(&selection);
    ck_assert(!selection_match(&selection, &bare));
    selection_fini(&selection);
}

/* Of a stuck task no parent, session and terminal is known: not 0, and not another number. */
CASE(what_was_not_read_does_not_match)
{
    const struct task stuck = {
        .process = &process_none, .tgid = 5, .tid = 5, .euid = SELF_EUID, .stat_unread = true};
    static const unsigned rules[] = {SELECT_NOT_LEADER, SELECT_HAS_TTY, SELECT_SAME_TTY};
    static const enum select_by lists[] = {SELECT_PPID, SELECT_SID, SELECT_PGRP, SELECT_TTY};
    struct selection selection = {.self_euid = SELF_EUID};

    for (int negate = 0; negate < 2; negate++) {
        selection.negate = negate;
        for (int i = 0; i < COUNT_OF(rules); i++) {
            selection.rules = rules[i];
            ck_assert(!selection_match(&selection, &stuck));
        }
        selection.rules = SELECT_SAME_EUID;
        ck_assert_int_eq(selection_match(&selection, &stuck), !negate);
        selection.rules = 0;
    }
    for (int i = 0; i < COUNT_OF(lists); i++)
        ck_assert_int_eq(selection_add_number(&selection, lists[i], 0), 0);
    selection_finish(&selection);
    for (int negate = 0; negate < 2; negate++) {
        selection.negate = negate;
        ck_assert(!selection_match(&selection, &stuck));
    }
    selection_fini(&selection);
}

/* Rows of exited tasks whose names are known, or are several: then the name is folded. */
static const struct {
    const char *comm, *wanted;
    bool other_comms, match;
} exited[] = {
    {"zork3", "zork3", false, true},     {"zork3", "zork2", false, false},
    {"zork*", "zork2", true, true},      {"zork*", "zork31", true, true},
    {"zork*", "zork*", true, true},      {"zork*", "zork", true, false},
    {"zork*", "zork2", false, false},    {"a-long-name-cu*", "a-long-name-cu15", true, true},
    {"a*b*", "a12b3", true, true},       {"a*b*", "a12b", true, false},
    {"exec-*", "exec-4-x", true, false},
};

LOOP(exited_tasks_match_by_any_of_their_names, COUNT_OF(exited))
{
    const struct task_ended ended = {.count = 2, .other_comms = exited[_i].other_comms};
    struct task_details details = {.ended = &ended};
    const struct task task = {
        .process = &process_none, .comm = exited[_i].comm, .is_ended = true, .details = &details};
    struct selection selection = {0};

    ck_assert_int_eq(selection_add_name(&selection, SELECT_COMM, exited[_i].wanted), 0);
    ck_assert_int_eq(selection_add_name(&selection, SELECT_COMM, "aaa"), 0);
    selection_finish(&selection);
    ck_assert_int_eq(selection_match(&selection, &task), exited[_i].match);
    selection.negate = true;
    ck_assert_int_eq(selection_match(&selection, &task),
                     exited[_i].other_comms || !exited[_i].match);
    selection_fini(&selection);
}

/* Every element of a long list is found, and nothing between them. */
CASE(long_lists)
{
    const int count = 10000;
    struct selection selection = {0};

    for (int i = count; i > 0; i--)
        ck_assert_int_eq(selection_add_number(&selection, SELECT_TGID, (uint64_t)i * 3), 0);
    selection_finish(&selection);
    ck_assert_uint_eq(selection.list_count, 1);
    for (int i = 0; i <= count * 3 + 3; i++) {
        const struct task task = {.process = &process_none, .tgid = i, .tid = i};

        ck_assert_int_eq(selection_match(&selection, &task), i > 0 && i <= count * 3 && i % 3 == 0);
    }
    selection_fini(&selection);
}
