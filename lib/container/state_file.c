/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/container/state_file.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/resources.h"
#include "lib/base/span.h"
#include "lib/base/units.h"

/* --- reading a file --- */

/* Podman's list has some 1.5 KiB for each container; no host has 10,000 of them. */
#define MOST_BYTES (16 * BYTES_PER_MIB)

void state_found_fini(struct state_found *found)
{
    for (size_t i = 0; i < CONTAINER_TEXTS; i++)
        buf_fini(&found->texts[i]);
    buf_fini(&found->path);
}

void state_found_put(struct state_found *found, enum container_text text, const char *string)
{
    if (string)
        buf_put(&found->texts[text], string, strnlen(string, CONTAINER_TEXT_BYTES));
}

int state_found_result(const struct state_found *found)
{
    int result = 0;

    for (size_t i = 0; i < CONTAINER_TEXTS; i++) {
        if (found->texts[i].failed)
            return -ENOMEM;
        if (found->texts[i].len > 0)
            result = 1;
    }
    return result;
}

/*
 * Falls back to openat(2), whose links may lead out of the root, if openat2(2) is missing (before
 * Linux 5.6) or forbidden (seccomp).
 */
int state_open(const struct state_place *place, const char *path, int flags)
{
    const struct open_how how = {
        .flags = (unsigned)flags | O_NOFOLLOW | O_CLOEXEC,
        .resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS,
    };
    int fd = (int)syscall(SYS_openat2, place->root, path, &how, sizeof(how));

    if (fd < 0 && (errno == ENOSYS || errno == EPERM))
        fd = openat(place->root, path, (int)how.flags);
    return fd < 0 ? -errno : fd;
}

int state_read_file(const struct state_place *place, struct state_found *found, struct buf *text)
{
    const size_t most = place->left && *place->left < MOST_BYTES ? *place->left : MOST_BYTES;
    int fd, result;

    if (found->path.failed)
        return -ENOMEM;
    fd = state_open(place, buf_text(&found->path), O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return is_shortage(fd) ? fd : 0;
    if (fstat(fd, &found->status) < 0 || !S_ISREG(found->status.st_mode) ||
        found->status.st_size > (off_t)most ||
        (place->of_user && found->status.st_uid != place->user))
        result = -EINVAL;
    else
        result = buf_read(text, fd, most);
    close(fd);
    if (place->left)
        *place->left -= text->len < most ? text->len : most;
    if (result < 0)
        return is_shortage(result) ? result : 0;
    return 1;
}

int state_read_json(const struct state_place *place, struct state_found *found,
                    struct json_value **value)
{
    struct buf text = {0};
    int result = place->reader ? state_read_file(place, found, &text) : 0;

    if (result > 0 && json_read(place->reader, buf_text(&text), buf_len(&text), value) == -ENOMEM)
        result = -ENOMEM;
    buf_fini(&text);
    return result;
}

bool state_is_same(const struct state_place *place, const char *path, const struct stat *then)
{
    const int fd = state_open(place, path, O_PATH);
    struct stat now;
    int result;

    if (fd < 0)
        return false;
    result = fstat(fd, &now);
    close(fd);
    return result == 0 && now.st_dev == then->st_dev && now.st_ino == then->st_ino &&
           now.st_size == then->st_size && now.st_ctim.tv_sec == then->st_ctim.tv_sec &&
           now.st_ctim.tv_nsec == then->st_ctim.tv_nsec;
}

/* --- what a file has --- */

/* The maximum depth of keys that lead to a text, and of alternatives. */
#define KEYS 3
#define WAYS 2

/* A file about one container; %s in its path stands for the ID. */
struct config_file {
    const char *path;
    const char *keys[CONTAINER_TEXTS][WAYS][KEYS];
};

#define ANNOTATION(key)      \
    {                        \
        "annotations", (key) \
    }
#define LABEL(key)                \
    {                             \
        "Config", "Labels", (key) \
    }

/* Set by the kubelet as labels: staging/src/k8s.io/cri-client/pkg/types of Kubernetes. */
#define CRIO_KEYS                                                                               \
    {                                                                                           \
        {ANNOTATION("io.kubernetes.container.name"),                                            \
         ANNOTATION("io.kubernetes.cri-o.ContainerName")},                                      \
            {ANNOTATION("io.kubernetes.pod.name"), ANNOTATION("io.kubernetes.cri-o.KubeName")}, \
            {ANNOTATION("io.kubernetes.pod.namespace"),                                         \
             ANNOTATION("io.kubernetes.cri-o.Namespace")},                                      \
            {ANNOTATION("io.kubernetes.cri-o.ImageName"),                                       \
             ANNOTATION("io.kubernetes.cri-o.Image")},                                          \
    }

#define DOCKER_KEYS                                                                           \
    {                                                                                         \
        {LABEL("io.kubernetes.container.name"), {"Name"}}, {LABEL("io.kubernetes.pod.name")}, \
            {LABEL("io.kubernetes.pod.namespace")}, {{"Config", "Image"}},                    \
    }

/* nerdctl passes its labels on as annotations: pkg/labels/labels.go. */
#define CONTAINERD_KEYS                                                               \
    {                                                                                 \
        {ANNOTATION("io.kubernetes.cri.container-name"), ANNOTATION("nerdctl/name")}, \
            {ANNOTATION("io.kubernetes.cri.sandbox-name")},                           \
            {ANNOTATION("io.kubernetes.cri.sandbox-namespace")},                      \
            {ANNOTATION("io.kubernetes.cri.image-name")},                             \
    }

static const char *follow(const struct json_value *value, const char *const keys[KEYS])
{
    for (size_t i = 0; i < KEYS && keys[i]; i++)
        value = json_member(value, keys[i]);
    return keys[0] ? json_string(value) : NULL;
}

/* Docker's names begin with a slash. */
static void take_config(const struct config_file *config, const struct json_value *value,
                        struct state_found *found)
{
    for (size_t i = 0; i < CONTAINER_TEXTS; i++)
        for (size_t way = 0; way < WAYS && found->texts[i].len == 0; way++) {
            const char *text = follow(value, config->keys[i][way]);

            if (text && *text == '/' && i == CONTAINER_TEXT_NAME)
                text++;
            state_found_put(found, (enum container_text)i, text);
        }
}

/* --- which file has the name of a container --- */

/*
 * For all files of a user in a round. Docker has a file of some KiB for each container, and a user
 * may give any number of control groups the names of containers.
 */
#define MOST_BYTES_OF_USER (4 * BYTES_PER_MIB)

#define CONTAINERD_STATE "run/containerd/io.containerd.runtime.v2.task/"

/*
 * Annotations of containerd: internal/cri/annotations/annotations.go; of CRI-O:
 * pkg/annotations/internal.go; Docker's file: container/container.go of moby.
 */
static const struct config_file configs[] = {
    {CONTAINERD_STATE "k8s.io/%s/config.json", CONTAINERD_KEYS},
    {CONTAINERD_STATE "default/%s/config.json", CONTAINERD_KEYS},
    {"run/containers/storage/overlay-containers/%s/userdata/config.json", CRIO_KEYS},
    {"var/lib/containers/storage/overlay-containers/%s/userdata/config.json", CRIO_KEYS},
    {"var/lib/docker/containers/%s/config.v2.json", DOCKER_KEYS},
};

/* The same for a user, relative to the folder of data. */
static const struct config_file user_docker = {"docker/containers/%s/config.v2.json", DOCKER_KEYS};

/*
 * All containers of a storage; those removed on exit are in a file of their own: store.go in
 * containers/storage.
 */
static const char *const lists[] = {
    "containers/storage/overlay-containers/containers.json",
    "containers/storage/overlay-containers/volatile-containers.json",
};

#define ROOT_LISTS "var/lib/"

#define LOGS "var/log/containers"

static void set_path(struct state_found *found, const char *home, const char *format,
                     const char *id)
{
    const char *place = strstr(format, "%s");

    buf_clear(&found->path);
    buf_puts(&found->path, home);
    buf_put(&found->path, format, place ? (size_t)(place - format) : strlen(format));
    if (place) {
        buf_puts(&found->path, id);
        buf_puts(&found->path, place + 2);
    }
}

static int find_config(const struct state_place *place, const char *home,
                       const struct config_file *config, const char *id, struct state_found *found)
{
    struct json_value *value = NULL;
    int result;

    set_path(found, home, config->path, id);
    result = state_read_json(place, found, &value);
    if (result <= 0)
        return result;
    take_config(config, value, found);
    json_forget(place->reader, value);
    return state_found_result(found);
}

static int find_in_list(const struct state_place *place, struct state_lists *known,
                        const char *home, const char *id, struct state_found *found)
{
    int result = 0;

    for (size_t i = 0; i < ARRAY_COUNT(lists) && result == 0; i++) {
        set_path(found, home, lists[i], id);
        result = state_lists_find(known, STATE_LIST_OF_PODMAN, place, id, found);
    }
    return result;
}

/*
 * Appends the folder of a user's data, in the home directory. From /etc/passwd, since the name
 * service switch may use the network.
 */
static int find_folder(const struct state_place *place, struct buf *folder)
{
    struct state_found passwd = {0};
    struct buf text = {0};
    char *rest, *line;
    uint64_t user;
    int result;

    buf_puts(&passwd.path, "etc/passwd");
    result = state_read_file(&(struct state_place){.root = place->root}, &passwd, &text);
    rest = result > 0 ? text.data : NULL;
    while (folder->len == 0 && !folder->failed && (line = strsep(&rest, "\n"))) {
        const char *fields[6]; /* name, password, UID, GID, comment, home */

        for (size_t i = 0; i < ARRAY_COUNT(fields); i++)
            fields[i] = strsep(&line, ":");
        if (fields[5] && *fields[5] == '/' &&
            decimal_take(&fields[2], strchr(fields[2], '\0'), &user) && !*fields[2] &&
            user == place->user)
            buf_printf(folder, ".%s/.local/share/", fields[5]);
    }
    buf_fini(&text);
    state_found_fini(&passwd);
    return folder->failed ? -ENOMEM : result < 0 ? result : 0;
}

/* Finds a user's entry, or adds it. 0 or -errno. */
static int find_user(const struct state_place *place, struct state_lists *known,
                     struct state_user **out)
{
    struct state_user user = {.user = place->user, .left = MOST_BYTES_OF_USER};
    size_t i = 0;
    int result;

    while (i < known->user_count && known->users[i].user != place->user)
        i++;
    if (i == known->user_count) {
        result = find_folder(place, &user.folder);
        if (result == 0)
            result = ARRAY_RESERVE(&known->users, &known->user_capacity, i + 1);
        if (result < 0) {
            buf_fini(&user.folder);
            return result;
        }
        known->users[known->user_count++] = user;
    }
    *out = &known->users[i];
    return 0;
}

static int find_of_user(const struct state_place *place, struct state_lists *known, const char *id,
                        struct state_found *found)
{
    struct state_place limited = *place;
    struct state_user *user;
    int result = find_user(place, known, &user);

    if (result < 0 || user->folder.len == 0)
        return result;
    limited.left = &user->left;
    result = find_config(&limited, buf_text(&user->folder), &user_docker, id, found);
    if (result == 0)
        result = find_in_list(&limited, known, buf_text(&user->folder), id, found);
    return result;
}

int state_file_find(const struct state_place *place, struct state_lists *known, const char *id,
                    struct state_found *found)
{
    int result = 0;

    if (place->of_user)
        return find_of_user(place, known, id, found);
    for (size_t i = 0; i < ARRAY_COUNT(configs) && result == 0; i++)
        result = find_config(place, "", &configs[i], id, found);
    if (result == 0)
        result = find_in_list(place, known, ROOT_LISTS, id, found);
    if (result == 0) {
        set_path(found, "", LOGS, id);
        result = state_lists_find(known, STATE_LIST_OF_LOGS, place, id, found);
    }
    return result;
}
