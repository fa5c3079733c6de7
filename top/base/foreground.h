/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_FOREGROUND_H
#define DOTPROC_TOP_BASE_FOREGROUND_H

/*
 * Job control: which process group has the terminal (tcsetpgrp(3)), and stops until this one has.
 * In the background SIGTTOU stops a group that sets the modes of its terminal, or writes to it
 * under stty(1)'s tostop.
 */

#include <stdbool.h>

/*
 * Whether this process group has the terminal. Also true of a file that is not its controlling
 * terminal.
 */
bool foreground_is_ours(int terminal);

/*
 * Stops the program as SIGTSTP does by default, and returns when it continues. The first process of
 * a PID namespace does not stop: it waits up to two seconds for another group to take the terminal.
 */
void foreground_stop(int terminal);

/*
 * Stops the process group while another one has the terminal, as setting its modes would; the first
 * process of a PID namespace waits. Before each stop it calls `look`, which may end the program: a
 * shell's kill sends the signal first, then SIGCONT. False: another group still has the terminal,
 * and this one cannot stop.
 */
bool foreground_await(int terminal, void (*look)(void));

#endif
