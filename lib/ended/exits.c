/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/ended/exits.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/cn_proc.h>
#include <linux/connector.h>
#include <linux/netlink.h>

#include "lib/base/array.h"
#include "lib/base/kernel.h"
#include "lib/base/resources.h"
#include "lib/base/units.h"

/* --- the exits of an interval, by process --- */

void exit_table_fini(struct exit_table *table)
{
    hash_table_fini(&table->by_tgid);
    ledger_fini(&table->living);
    free(table->entries);
    *table = (struct exit_table){0};
}

void exit_table_clear(struct exit_table *table)
{
    hash_table_fini(&table->by_tgid);
    *table = (struct exit_table){
        .living = table->living,
        .entries = table->entries,
        .capacity = table->capacity,
    };
}

struct lookup {
    const struct exit_table *table;
    pid_t tgid;
};

static bool has_tgid(const void *key, size_t index)
{
    const struct lookup *lookup = key;

    return lookup->table->entries[index].tgid == lookup->tgid;
}

struct exit_entry *exit_table_find(const struct exit_table *table, pid_t tgid)
{
    const struct lookup lookup = {table, tgid};
    const size_t at = hash_table_find(&table->by_tgid, (uint64_t)tgid, has_tgid, &lookup);

    return at == HASH_NONE ? NULL : &table->entries[at];
}

static struct exit_entry *append(struct exit_table *table, const struct exit_entry *entry)
{
    if (ARRAY_RESERVE(&table->entries, &table->capacity, table->count + 1) < 0 ||
        hash_table_add(&table->by_tgid, (uint64_t)entry->tgid, table->count) < 0)
        return NULL;
    table->entries[table->count] = *entry;
    return &table->entries[table->count++];
}

/* Drops entries of exited processes: ancestors have their exits now. False: no memory. */
static bool compact(struct exit_table *table)
{
    const size_t count = table->count;

    hash_table_fini(&table->by_tgid);
    table->count = 0;
    for (size_t i = 0; i < count; i++) {
        const struct exit_entry entry = table->entries[i];

        if ((entry.processes > 0 || entry.threads > 0) && !append(table, &entry))
            return false;
    }
    return true;
}

/* The entry of a process, with zeros if it is new; NULL: is_lost, after which none is added. */
static struct exit_entry *take_entry(struct exit_table *table, pid_t tgid)
{
    struct exit_entry *entry = exit_table_find(table, tgid);

    if (entry || table->is_lost)
        return entry;
    if (table->count < EXIT_ENTRIES || (compact(table) && table->count < EXIT_ENTRIES))
        entry = append(table, &(struct exit_entry){.tgid = tgid});
    table->is_lost |= !entry;
    return entry;
}

void exit_table_add_thread(struct exit_table *table, pid_t tgid)
{
    struct exit_entry *entry = take_entry(table, tgid);

    table->threads++;
    if (entry)
        entry->threads++;
}

static void add_process(struct exit_table *table, const struct recent_exit *exit)
{
    struct exit_entry *own = exit_table_find(table, exit->tgid);
    const uint64_t processes = own ? own->processes : 0;
    struct exit_entry *entry;

    if (own)
        own->processes = own->threads = 0;
    table->processes++;
    if (exit->parent == 0) {
        table->unparented += processes + 1;
        return;
    }
    entry = take_entry(table, exit->parent);
    if (entry)
        entry->processes += processes + 1;
}

/* Moves one leader out of the ring, into the sums if its process exited. */
static void settle_one(struct exit_table *table, struct recent_exit *exit)
{
    if (exit->tgid != 0)
        add_process(table, exit);
    *exit = (struct recent_exit){0};
}

void exit_table_add_leader(struct exit_table *table, pid_t tgid, pid_t parent)
{
    struct recent_exit *exit = &table->recent[table->recent_count++ % EXIT_RECENT];

    settle_one(table, exit);
    *exit = (struct recent_exit){tgid, parent};
    table->threads++;
}

void exit_table_forget_leader(struct exit_table *table, pid_t tgid)
{
    for (size_t i = 0; i < EXIT_RECENT; i++)
        if (table->recent[i].tgid == tgid)
            table->recent[i].tgid = 0;
}

/* A process that may live on without its leader. */
struct led {
    struct seen_living living;
    pid_t ppid;
    bool lost_leader; /* its leader has exited, and no process was counted */
};

/* Whether another process than the one whose leader exited has its PID by now. */
static bool is_reused(const struct seen_lists *seen, const struct seen_process *row)
{
    return row->is_new && seen_started(seen, row) && !row->leader_is_zombie;
}

/* A process that lived on without its leader has exited. */
static void settle_gone(struct exit_table *table, const struct led *gone)
{
    const pid_t tgid = (pid_t)(gone->living.id.key >> 32);

    exit_table_forget_leader(table, tgid); /* execve(2) may have given it one again */
    add_process(table, &(struct recent_exit){tgid, gone->ppid});
}

static int settle_processes(struct exit_table *table, const struct seen_lists *seen)
{
    int result;

    table->living.name = "processes of exits";
    result = seen_take_living(seen, &table->living, sizeof(struct led));
    if (result < 0)
        return result;
    for (size_t i = 0; i < table->living.count; i++) {
        struct led *process = seen_living_at(&table->living, i);
        const struct led *gone = ledger_at(&table->living, i);

        if (process) {
            const struct seen_process *row = process->living.seen;

            process->ppid = row->ppid;
            process->lost_leader =
                row->leader_is_zombie && (row->has_threads || process->lost_leader);
        } else if (gone->lost_leader) {
            settle_gone(table, gone);
        }
    }
    return 0;
}

int exit_table_settle(struct exit_table *table, const struct seen_lists *seen)
{
    int result = settle_processes(table, seen);

    if (result < 0)
        return result;
    for (size_t i = 0; i < EXIT_RECENT; i++) {
        struct recent_exit *exit = &table->recent[table->recent_count++ % EXIT_RECENT];
        struct led *process = ledger_find(&table->living, task_process_key(exit->tgid));

        if (process && !is_reused(seen, process->living.seen)) {
            process->lost_leader = process->living.seen->has_threads;
            if (process->lost_leader)
                *exit = (struct recent_exit){0};
        }
        settle_one(table, exit);
    }
    return 0;
}

/* --- the connector --- */

/* PROC_EVENT_* for subscriptions to single events, which headers before 6.6 lack. */
#define EXEC_EVENT UINT32_C(0x00000002)
#define EXIT_EVENT UINT32_C(0x80000000)

/* The kernel limits it to net.core.rmem_max for ordinary users. */
#define RECEIVE_BYTES (1 << 20)

/* A wake-up per event costs five times as much. The buffer holds the events of this time. */
#define NAP_MS 5

#define STACK_BYTES (256 * BYTES_PER_KIB)

struct exits {
    int socket;
    int end; /* an eventfd that ends the thread: a pipe stays open in children that inherit it */
    pthread_t thread;
    pthread_mutex_t lock;
    struct exit_table pending; /* protected by the lock */
    struct exit_table taken;
};

struct request {
    struct nlmsghdr header;
    unsigned char message[sizeof(struct cn_msg)];
    uint32_t operation, events;
};

/* A socket that receives events of exit and exec only, or -errno. */
static int listen_to_exits(void)
{
    const struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = CN_IDX_PROC};
    const struct cn_msg message = {.id = {CN_IDX_PROC, CN_VAL_PROC}, .len = 2 * sizeof(uint32_t)};
    struct request request = {
        .header = {.nlmsg_len = sizeof(request), .nlmsg_type = NLMSG_DONE},
        .operation = PROC_CN_MCAST_LISTEN,
        .events = EXEC_EVENT | EXIT_EVENT,
    };
    const int room = RECEIVE_BYTES;
    const int fd = socket(AF_NETLINK, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_CONNECTOR);
    int error;

    if (fd < 0)
        return -errno;
    memcpy(request.message, &message, sizeof(message));
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof(room));
    if (bind(fd, (const struct sockaddr *)&address, sizeof(address)) == 0 &&
        send(fd, &request, sizeof(request), 0) == sizeof(request))
        return fd;
    error = -errno;
    close(fd);
    return error;
}

/* Accepts messages from the kernel only: processes may send to the group, too. */
static void take_message(struct exits *exits, const char *bytes, size_t len)
{
    struct proc_event event;

    if (len < NLMSG_HDRLEN + sizeof(struct cn_msg) + sizeof(event))
        return;
    memcpy(&event, bytes + NLMSG_HDRLEN + sizeof(struct cn_msg), sizeof(event));
    if ((uint32_t)event.what == EXEC_EVENT)
        exit_table_forget_leader(&exits->pending, event.event_data.exec.process_tgid);
    if ((uint32_t)event.what != EXIT_EVENT)
        return;
    if (event.event_data.exit.process_pid == event.event_data.exit.process_tgid)
        exit_table_add_leader(&exits->pending, event.event_data.exit.process_tgid,
                              event.event_data.exit.parent_tgid);
    else
        exit_table_add_thread(&exits->pending, event.event_data.exit.process_tgid);
}

/* Called with the lock held. */
static void take_all(struct exits *exits)
{
    struct sockaddr_nl from;
    char bytes[1024];

    for (;;) {
        socklen_t size = sizeof(from);
        const ssize_t len =
            recvfrom(exits->socket, bytes, sizeof(bytes), 0, (struct sockaddr *)&from, &size);

        if (len < 0 && errno == ENOBUFS)
            exits->pending.is_lost = true;
        else if (len < 0)
            return;
        else if (size == sizeof(from) && from.nl_pid == 0)
            take_message(exits, bytes, (size_t)len);
    }
}

static void *listen_on(void *argument)
{
    struct exits *exits = argument;
    struct pollfd files[] = {{.fd = exits->end, .events = POLLIN},
                             {.fd = exits->socket, .events = POLLIN}};

    for (;;) {
        if (poll(files, 2, -1) < 0 && errno != EINTR)
            break;
        /* Sleeps that long, or until the thread has to end. */
        if (files[0].revents || poll(files, 1, NAP_MS) > 0)
            break;
        pthread_mutex_lock(&exits->lock);
        take_all(exits);
        pthread_mutex_unlock(&exits->lock);
    }
    return NULL;
}

static void free_all(struct exits *exits)
{
    if (exits->socket >= 0)
        close(exits->socket);
    if (exits->end >= 0)
        close(exits->end);
    exit_table_fini(&exits->pending);
    exit_table_fini(&exits->taken);
    pthread_mutex_destroy(&exits->lock);
    free(exits);
}

static int start(struct exits *exits)
{
    exits->end = eventfd(0, EFD_CLOEXEC);
    return exits->end < 0 ? -errno : thread_start(&exits->thread, STACK_BYTES, listen_on, exits);
}

int exits_open(struct exits **out)
{
    struct exits *exits;
    int result;

    if (!kernel_is(6, 6) || !kernel_has_namespace(KERNEL_FIRST_USER) ||
        !kernel_has_namespace(KERNEL_FIRST_PID))
        return -ENOTSUP;
    exits = calloc(1, sizeof(*exits));
    if (!exits)
        return -ENOMEM;
    exits->end = -1;
    pthread_mutex_init(&exits->lock, NULL);
    result = exits->socket = listen_to_exits();
    if (result >= 0)
        result = start(exits);
    if (result < 0) {
        free_all(exits);
        return is_shortage(result) ? result : -ENOTSUP;
    }
    *out = exits;
    return 0;
}

void exits_close(struct exits *exits)
{
    if (!exits)
        return;
    eventfd_write(exits->end, 1);
    pthread_join(exits->thread, NULL);
    free_all(exits);
}

struct exit_table *exits_take(struct exits *exits)
{
    struct exit_table spare = exits->taken;
    const struct ledger living = spare.living;

    spare.living = (struct ledger){0};
    exit_table_clear(&spare);
    pthread_mutex_lock(&exits->lock);
    take_all(exits);
    exits->taken = exits->pending;
    exits->taken.living = living;
    exits->pending = spare;
    pthread_mutex_unlock(&exits->lock);
    return &exits->taken;
}
