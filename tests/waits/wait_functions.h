/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_WAITS_WAIT_FUNCTIONS_H
#define DOTPROC_TESTS_WAITS_WAIT_FUNCTIONS_H

/* How the threads of waiters.c wait, by what they wait for, and what those functions share. */

#include "tests/waits/waiters.h"

/*
 * Says what is to be seen of its thread, and waits. When it returns, which a debugger or the end of
 * the test may cause, the thread waits for a signal.
 */
typedef void wait_function(struct waiter *self);

/* wait_on_futexes.c */
wait_function wait_private, wait_shared, wait_mapped, wait_mutex, wait_robust, wait_pi_mutex,
    wait_timed_mutex, wait_condition, wait_clock_condition, wait_futex_semaphore, wait_write_lock,
    wait_musl_condition, wait_join, wait_recorded, wait_number;

/* wait_on_files.c */
wait_function wait_poll, wait_select, wait_epoll, wait_pipe, wait_full_pipe, wait_sending_file,
    wait_reading_socket, wait_receiving, wait_reading_tcp, wait_accepting, wait_terminal,
    wait_flock, wait_fcntl, wait_timer_file;

/* wait_for_kernel.c */
wait_function wait_uring, wait_file, wait_fault;

/* wait_again.c: of the calling process, which waits for a signal when they return */
void be_resumed_condition(void), be_resumed_sleep(void), be_resumed_poll(void);

/* The calling thread or process is the waiter, and is about to wait. */
void waiter_say_ready(struct waiter *self);

/* The same of one that cannot wait so on this kernel, for that reason, which is copied. */
void waiter_leave_out(struct waiter *self, const char *why);

/* It waits at this address, or for this file, to which wfile says it leads. */
void waiter_at_address(struct waiter *self, const void *address);
void waiter_at_file(struct waiter *self, int descriptor, const char *kind);

/* Dies where a system call has failed. */
void waiter_check(const struct waiter *self, int result);

#endif
