/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_HOST_DATA_H
#define DOTPROC_SOURCE_PROC_HOST_DATA_H

/* What is read of the host rather than of one task, and what others tell about a task. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/base/buf.h"
#include "lib/source/proc/listing.h"
#include "lib/source/proc/read.h"
#include "lib/task/system_info.h"
#include "lib/task/task.h"

struct net_socket;
struct task_folder;

/* --- the procfs and its kernel --- */

/*
 * The kernel generation that a procfs belongs to, detected from the tree and not from a version
 * number: vendor kernels of many versions carried the patch.
 */
struct generation {
    bool live;      /* a mounted procfs; else a recorded tree */
    bool has_dot;   /* the procfs patch: threads are dot entries */
    bool has_task;  /* since 2.6: threads under PID/task */
    bool same_pids; /* "self" is this process: PIDs are those of our PID namespace */
};

/*
 * Probes the tree that `dir` is open on. 0; -ENOENT if it lists no process and so is no procfs; or
 * -errno if it cannot be read.
 */
int generation_probe(int dir, struct generation *generation);

/*
 * Reads struct system_info from the tree that `dir` is open on: for a live procfs by system calls,
 * and the memory from a file that is mounted over its meminfo (lib/base/kernel.h); for a recorded
 * tree from its files uptime, stat (btime), meminfo and sys/kernel/pid_max, if they exist. 0 or
 * -ENOMEM.
 */
int system_info_read(int dir, bool live, struct read_buffer *buffer, struct system_info *system);

/* --- the NUMA nodes of CPUs --- */

/*
 * The NUMA node of each CPU (numa(7)): /sys/devices/system/node/nodeN/cpulist.
 *
 * Only valid for the running kernel, not for a recorded tree.
 */

/* Zero-initialise. */
struct numa {
    int32_t *of_cpu; /* the node of each CPU; -1: unknown */
    size_t count, capacity;
    bool read;
};

void numa_fini(struct numa *numa);

/*
 * Reads /sys on the first call. 0, also without nodes; or -ENOMEM, -EMFILE or -ENFILE, after which
 * the next call reads again.
 */
int numa_read(struct numa *numa);

/* The node of a CPU, or -1. */
int32_t numa_find(const struct numa *numa, int32_t cpu);

/*
 * Assigns the CPUs of a list such as "0-3,8-11" to `node`. Ignores everything from the first syntax
 * error on. 0 or -ENOMEM.
 */
int numa_add_list(struct numa *numa, const char *list, size_t len, int32_t node);

/* --- libsystemd and libselinux, loaded when a column needs them --- */

/*
 * What libsystemd reports about a task of this host: sd-login(3). The library is loaded on the
 * first call.
 */

struct login_calls;

/* Zero-initialise. */
struct login {
    struct login_calls *calls; /* NULL: not loaded, or not installed */
    bool tried;
};

void login_fini(struct login *login);

/*
 * The value for one task, freed by the caller; NULL if there is none, or no library. 0; or -ENOMEM,
 * -EMFILE or -ENFILE, without a value.
 */
int login_ask(struct login *login, enum login_kind kind, pid_t tid, char **answer);

/*
 * The labels of tasks as libselinux formats them (getpidcon(3)), if SELinux is enabled. The library
 * is loaded on the first call.
 */

/* Zero-initialise. */
struct selinux {
    void *library; /* NULL: not loaded, or SELinux is not enabled */
    int (*getpidcon)(pid_t pid, char **label);
    void (*freecon)(char *label);
    bool tried;
};

void selinux_fini(struct selinux *selinux);

/* Whether SELinux is enabled; loads the library. */
bool selinux_is_used(struct selinux *selinux);

/*
 * If it is enabled: the label of one task, released with selinux_free(); NULL if it has none. 0; or
 * -ENOMEM, -EMFILE or -ENFILE, without a label.
 */
int selinux_label(const struct selinux *selinux, pid_t tid, char **label);
void selinux_free(const struct selinux *selinux, char *label);

/* --- the peers of sockets --- */

/*
 * The peers of sockets, which procfs only has in lists of all sockets of a network namespace. A
 * list is read once and used for 1 s. Of a long list only the beginning is read, so the peers of
 * later sockets are unknown. unix(7) sockets are requested one by one, at most ASKED_MAX in
 * that time.
 */

/* Zero-initialise. */
struct sockets {
    struct net_socket *list; /* sorted by inode */
    size_t count, capacity;
    uint64_t namespace_inode; /* of the lists; 0: none were read */
    uint64_t own_namespace;   /* that of this process, when they were read */
    int64_t read_ns;          /* CLOCK_MONOTONIC */
    unsigned asked;           /* unix(7) sockets requested since */
};

void sockets_fini(struct sockets *sockets);

/*
 * Appends a blank and the peer to `name`, the target of a descriptor of this task, if it is
 * "socket:[INODE]": ADDRESS:PORT, or what unix_peer_put() appends. Appends nothing to any
 * other name, or if the peer is unknown. 0, -ENOMEM, or the error of running out of descriptors.
 */
int sockets_put_peer(struct sockets *sockets, const struct task_folder *folder, struct buf *name);

/*
 * The peer of a unix(7) socket, which procfs does not have: by sock_diag(7). Appends a blank and
 * the other end of the socket with this inode, if it is connected and in our own network namespace:
 * the path that one end is bound to, raw bytes, with "@" for an abstract one; else "socket:[INODE]"
 * of the other end. 0, -ENOMEM, or the error of running out of descriptors.
 */
int unix_peer_put(struct buf *out, uint64_t inode);

/* --- file locks --- */

/*
 * Who holds the file locks that others wait for, from /proc/locks: processes, not threads. A list
 * that was read is used for 0.1 s.
 */

struct file_wait;

/* Zero-initialise, but for buffer.only_regular, which is set for a recorded tree. */
struct file_locks {
    struct file_wait *list;
    size_t count, capacity;
    int64_t read_ns; /* CLOCK_MONOTONIC; 0: never */
    struct read_buffer buffer;
    struct listing listing; /* of a holder's file descriptors */
};

void file_locks_fini(struct file_locks *locks);

/* Values of *holder besides PIDs. */
#define LOCK_HOLDER_NONE    (-1) /* the task waits for no file lock */
#define LOCK_HOLDER_UNKNOWN 0

/*
 * Finds the process that holds the lock for which the task in this folder waits in flock(2) or
 * fcntl(2). Unknown for locks of open file descriptions, which no process holds; for flock(2) locks
 * whose process left them to a child; for locks kept by a file server; and if threads of the
 * process wait for several locks and the kernel does not tell which. None in a recorded tree. The
 * task's call must have been read. 0 or -errno.
 */
int file_locks_find(struct file_locks *locks, const struct task_folder *folder,
                    const struct task *task, pid_t *holder);

#endif
