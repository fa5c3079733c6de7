/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_WAITS_SCENES_H
#define DOTPROC_TESTS_WAITS_SCENES_H

/*
 * Threads that keep each other waiting, for as long as the caller lives, and what a report about
 * one of them has to say.
 */

#include "lib/task/wait_report.h"

struct scene;

/* Makes its threads, or says why it is `left_out`. */
typedef void set_up_scene(struct scene *scene);

struct scene {
    const char *name;
    set_up_scene *set_up;

    /* What has to be there in the end. */
    enum futex_kind kind;
    enum kernel_lock lock; /* without a futex */
    enum wait_owner owner;
    uint32_t links; /* 0: any number */
    int32_t cycle;
    uint32_t waiters; /* others at the same place */
    bool of_all;      /* these are of all processes */
    char state;       /* of the first owner; 0: any */
    const char *pool; /* of most of them; NULL: none */
    bool callers;     /* those in the program are found */

    /* Set by set_up(). */
    pid_t tgid, tid; /* who is looked at; at first this process */
    pid_t owners[3]; /* the links behind it; 0: any, or none */
    const char *owner_name;
    const char *left_out;
};

/* NULL past the end. */
struct scene *scenes_at(size_t index);

void scene_set_up(struct scene *scene);

/* Ends the processes among them, and removes what others would stay. */
void scenes_end(void);

/* scenes_of_locks.c; the locks of pairs are found by the scene's name */
set_up_scene scene_pair, scene_chain, scene_deadlock, scene_itself, scene_three, scene_alike,
    scene_condition, scene_join, scene_state, scene_processes, scene_namespace,
    scene_namespace_of_two;

/* scenes_of_lies.c */
set_up_scene scene_absent, scene_stranger, scene_ended, scene_liar, scene_own_number,
    scene_unmapped, scene_last_word, scene_robust_lie, scene_robust_list, scene_pi_condition;

/* scenes_of_files.c */
set_up_scene scene_flock, scene_posix_lock, scene_own_flock, scene_description_lock,
    scene_left_flock, scene_leaders_flock, scene_crossed_flocks, scene_crossed_with_worker,
    scene_ipc_semaphore;
void scenes_end_files(void);

/* A thread by this name: its number, once it runs. Dies on failure. */
pid_t scene_thread(const char *name, void *(*run)(void *argument), void *argument);

/* Waits for a signal, for ever. */
void scene_rest(void);

/* The process is ended by scenes_end(). */
void scene_keep_process(pid_t pid);

/* Another thread that changes the words a thread waits at all the time; the one who waits. */
pid_t scenes_restless(const pid_t names[2]);

#endif
