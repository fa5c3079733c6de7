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

/* states.c */
void be_zombie(void);
void be_stopped(void);
void be_traced(void);
void be_signalled(void);

/* owners.c */
void be_other_user(void);
void be_member_of_many(void);
void be_nobody(void);
void be_unnamed_user(void);
void be_user_with_a_long_name(void);

/* sched.c */
void be_real_time(void);
void be_round_robin(void);
void be_batch(void);
void be_idle(void);
void be_eager(void);

/* memory.c */
void be_locked(void);
void be_limited(void);

/* threads.c */
void be_survivor(void);
void be_headless(void);
void be_team(void);

/* families.c */
void be_parent(void);
void be_worn(void);
void be_deep(void);
void be_broad(void);
void be_session(void);
void be_on_terminal(void);

/* names.c */
void be_named_like_stat(void);
void be_named_in_full(void);
void be_named_oddly(void);
void be_named_widely(void);
void be_named_with_spaces(void);
void be_named_nothing(void);
void be_called_oddly(void);
void be_called_nothing(void);
void be_called_at_length(void);

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
