/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/on_demand.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/library.h"
#include "lib/base/memory.h"
#include "lib/base/number.h"
#include "lib/base/units.h"
#include "lib/source/proc/read.h"

/* More than libsystemd and its dependencies take. */
#define LIBRARY_BYTES (4 * BYTES_PER_MIB)

/* As in systemd/sd-login.h. Each returns 0 or more, or -errno. */
typedef int text_call(pid_t pid, char **text);

struct login_calls {
    void *library;
    text_call *text[LOGIN_KINDS]; /* NULL for owner and seat, which have functions below */
    int (*owner)(pid_t pid, uid_t *uid);
    int (*seat)(const char *session, char **seat);
};

/* Whether memory or descriptors are exhausted: the dynamic loader does not report why it failed. */
static int find_shortage(void)
{
    const int fd = open("/", O_PATH | O_CLOEXEC);

    if (fd < 0)
        return read_error(-errno);
    close(fd);
    return spare_memory_check_for(LIBRARY_BYTES);
}

static int load_login(struct login *login)
{
    struct login_calls *calls = calloc(1, sizeof(*calls));
    int result = 0;

    if (!calls)
        return -ENOMEM;

    const struct library_symbol symbols[] = {
        {"sd_pid_get_machine_name", &calls->text[LOGIN_MACHINE]},
        {"sd_pid_get_session", &calls->text[LOGIN_SESSION]},
        {"sd_pid_get_slice", &calls->text[LOGIN_SLICE]},
        {"sd_pid_get_unit", &calls->text[LOGIN_UNIT]},
        {"sd_pid_get_user_unit", &calls->text[LOGIN_USER_UNIT]},
        {"sd_pid_get_owner_uid", &calls->owner},
        {"sd_session_get_seat", &calls->seat},
    };

    calls->library =
        library_open("libsystemd.so.0", symbols, sizeof(symbols) / sizeof(symbols[0]), NULL);
    if (calls->library) {
        login->calls = calls;
    } else {
        free(calls);
        result = find_shortage();
    }
    login->tried = result == 0;
    return result;
}

void login_fini(struct login *login)
{
    if (login->calls)
        library_close(login->calls->library);
    free(login->calls);
    *login = (struct login){0};
}

static int ask_text(text_call *call, pid_t tid, char **text)
{
    return read_error(call(tid, text));
}

static int ask_owner(const struct login_calls *calls, pid_t tid, char **text)
{
    uid_t uid;
    int result = calls->owner(tid, &uid);

    if (result < 0)
        return read_error(result);
    return asprintf(text, "%u", uid) < 0 ? -ENOMEM : 0;
}

/* The seat is that of the session. */
static int ask_seat(const struct login_calls *calls, pid_t tid, char **seat)
{
    char *session = NULL;
    int result = ask_text(calls->text[LOGIN_SESSION], tid, &session);

    if (session)
        result = read_error(calls->seat(session, seat));
    free(session);
    return result;
}

int login_ask(struct login *login, enum login_kind kind, pid_t tid, char **answer)
{
    int result = login->tried ? 0 : load_login(login);

    *answer = NULL;
    if (!login->calls)
        return result;
    if (kind == LOGIN_OWNER)
        return ask_owner(login->calls, tid, answer);
    if (kind == LOGIN_SEAT)
        return ask_seat(login->calls, tid, answer);
    return ask_text(login->calls->text[kind], tid, answer);
}

void selinux_fini(struct selinux *selinux)
{
    library_close(selinux->library);
    *selinux = (struct selinux){0};
}

static void load_selinux(struct selinux *selinux)
{
    int (*is_enabled)(void) = NULL;
    const struct library_symbol symbols[] = {
        {"is_selinux_enabled", &is_enabled},
        {"getpidcon", &selinux->getpidcon},
        {"freecon", &selinux->freecon},
    };

    selinux->library =
        library_open("libselinux.so.1", symbols, sizeof(symbols) / sizeof(symbols[0]), NULL);
    if (selinux->library && is_enabled() <= 0)
        selinux_fini(selinux);
    selinux->tried = true;
}

bool selinux_is_used(struct selinux *selinux)
{
    if (!selinux->tried)
        load_selinux(selinux);
    return selinux->library != NULL;
}

int selinux_label(const struct selinux *selinux, pid_t tid, char **label)
{
    *label = NULL;
    return selinux->getpidcon(tid, label) < 0 ? read_error(-errno) : 0;
}

void selinux_free(const struct selinux *selinux, char *label)
{
    selinux->freecon(label);
}

#define DIRECTORY "/sys/devices/system/node"

/* More than any kernel supports (CONFIG_NR_CPUS); a file with a higher number is damaged. */
#define CPU_LIMIT 65536

void numa_fini(struct numa *numa)
{
    free(numa->of_cpu);
    *numa = (struct numa){0};
}

static int make_room(struct numa *numa, size_t count)
{
    if (ARRAY_RESERVE(&numa->of_cpu, &numa->capacity, count) < 0)
        return -ENOMEM;
    for (; numa->count < count; numa->count++)
        numa->of_cpu[numa->count] = -1;
    return 0;
}

/* Reads a CPU number and moves *list past it. */
static bool take_cpu(const char **list, const char *end, uint64_t *cpu)
{
    return decimal_take(list, end, cpu) && *cpu < CPU_LIMIT;
}

int numa_add_list(struct numa *numa, const char *list, size_t len, int32_t node)
{
    const char *end = list + len;
    uint64_t first, last;

    while (take_cpu(&list, end, &first)) {
        last = first;
        if (list < end && *list == '-') {
            list++;
            if (!take_cpu(&list, end, &last))
                break;
        }
        if (first <= last && make_room(numa, (size_t)last + 1) < 0)
            return -ENOMEM;
        for (uint64_t cpu = first; cpu <= last; cpu++)
            numa->of_cpu[cpu] = node;
        if (list == end || *list != ',')
            break;
        list++;
    }
    return 0;
}

/* "node12" gives 12; -1 for any other name. */
static int32_t node_of_name(const char *name)
{
    const char *end = name + strlen(name);
    uint64_t number;

    if (strncmp(name, "node", 4) != 0)
        return -1;
    name += 4;
    return decimal_take(&name, end, &number) && number <= INT32_MAX ? (int32_t)number : -1;
}

static int read_node(struct numa *numa, int dir, const char *name, struct read_buffer *buffer)
{
    const int32_t node = node_of_name(name);
    char path[64];
    ssize_t len;

    if (node < 0)
        return 0;
    snprintf(path, sizeof(path), "node%d/cpulist", node);
    len = read_file(buffer, dir, path);
    if (len < 0)
        return read_error(len);
    return numa_add_list(numa, buffer->data, (size_t)len, node);
}

static int read_nodes(struct numa *numa)
{
    struct read_buffer buffer = {0};
    struct dirent *entry;
    int result = 0;
    DIR *dir = opendir(DIRECTORY);

    if (!dir)
        return read_error(-errno);
    while (result == 0 && (errno = 0, entry = readdir(dir)))
        result = read_node(numa, dirfd(dir), entry->d_name, &buffer);
    if (result == 0)
        result = read_error(-errno);
    closedir(dir);
    read_buffer_fini(&buffer);
    return result;
}

int numa_read(struct numa *numa)
{
    int result = numa->read ? 0 : read_nodes(numa);

    if (result < 0)
        numa_fini(numa);
    else
        numa->read = true;
    return result;
}

int32_t numa_find(const struct numa *numa, int32_t cpu)
{
    return cpu >= 0 && (size_t)cpu < numa->count ? numa->of_cpu[cpu] : -1;
}
