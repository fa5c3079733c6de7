/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_ZOO_KINDS_H
#define DOTPROC_TESTS_ZOO_KINDS_H

/*
 * What a task of each kind does, in a process of its own: it brings itself into its state, and then
 * says so with zoo_task_stay(), which does not return, or by stopping or ending. Each is in the
 * file of its subject; zoo.c has the list.
 */

#include <stdnoreturn.h>
#include <sys/types.h>

typedef void zoo_be(void);

/* states.c */
zoo_be be_zombie, be_stopped, be_traced, be_signalled;

/* owners.c */
zoo_be be_other_user, be_member_of_many, be_nobody, be_unnamed_user, be_user_with_a_long_name;

/* sched.c */
zoo_be be_real_time, be_round_robin, be_batch, be_idle, be_eager;

/* memory.c */
zoo_be be_locked, be_limited;

/* threads.c */
zoo_be be_survivor, be_headless, be_team;

/* families.c */
zoo_be be_parent, be_worn, be_deep, be_broad, be_session, be_on_terminal;

/* names.c */
zoo_be be_named_like_stat, be_named_in_full, be_named_oddly, be_named_widely, be_named_with_spaces,
    be_named_nothing, be_called_oddly, be_called_nothing, be_called_at_length;

/* zoo.c: what they have in common. */

/* Reports to the parent that the state is reached, and stays. */
noreturn void zoo_task_stay(void);

/* A child that dies with its parent; as fork(2), but a failure ends the caller. */
pid_t zoo_task_fork(void);

/* Starts a thread, and waits for its end if `join`. */
void zoo_task_start_thread(void *(*run)(void *), void *argument, int join);

/* CPU time of the calling thread, spent rather than waited for. */
void zoo_task_burn_ms(long ms);

/* Ends a task that could not reach its state; the parent reports it. */
noreturn void zoo_task_fail(void);

/*
 * Becomes another program, which is this one again and stays at once, with the given words for its
 * command line and its environment, to which one is added.
 */
noreturn void zoo_task_exec(char *const arguments[], char *const environment[]);

#endif
