/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/config/config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/text/i18n.h"
#include "top/config/internal.h"

static bool is_absolute(const char *path)
{
    return path && *path == '/';
}

/* Below a folder of $XDG_CONFIG_HOME, or of its default ~/.config. */
static void put_below_config(const struct config_places *places, const char *folder,
                             struct buf *out)
{
    if (is_absolute(places->config_home))
        buf_printf(out, "%s/%s/%src", places->config_home, folder, places->program);
    else if (is_absolute(places->home))
        buf_printf(out, "%s/.config/%s/%src", places->home, folder, places->program);
}

void config_path_put(const struct config_places *places, enum config_path path, struct buf *out)
{
    switch (path) {
    case PATH_OURS:
        put_below_config(places, "dotproc", out);
        break;
    case PATH_STOCK_HOME:
        if (is_absolute(places->home))
            buf_printf(out, "%s/.%src", places->home, places->program);
        break;
    case PATH_STOCK_CONFIG:
        put_below_config(places, "procps", out);
        break;
    case PATH_STOCK_DEFAULTS:
    case PATH_STOCK_LIMITS:
        if (is_absolute(places->system))
            buf_printf(out, "%s/%s", places->system,
                       path == PATH_STOCK_LIMITS ? "toprc" : "topdefaultrc");
        break;
    }
}

/*
 * Appends the path of the user's configuration of stock top, which is read if there is none of
 * ours; nothing if it does not exist.
 */
static void put_stock_path(const struct config_places *places, struct buf *out)
{
    config_path_put(places, PATH_STOCK_HOME, out);
    if (out->len && access(buf_text(out), F_OK) == 0)
        return;
    buf_truncate(out, 0); /* unlike buf_clear(), this keeps out->failed */
    config_path_put(places, PATH_STOCK_CONFIG, out);
    if (out->len && access(buf_text(out), F_OK) != 0)
        buf_truncate(out, 0);
}

static void put_complaint(struct buf *complaints, const char *path,
                          const struct config_error *error)
{
    buf_printf(complaints, "%s:", path);
    if (error->line)
        buf_printf(complaints, "%zu:", error->line);
    buf_printf(complaints, " %s\n", buf_text(&error->why));
}

/* Whether only root can have written it. A link is as trusted as its folder. */
static bool is_roots(const struct stat *status)
{
    mode_t writable = S_IWOTH | (status->st_gid == 0 ? 0 : S_IWGRP);

    /* In a sticky folder such as /tmp nobody can replace files of others. */
    if (S_ISLNK(status->st_mode) || (S_ISDIR(status->st_mode) && status->st_mode & S_ISVTX))
        writable = 0;
    return status->st_uid == 0 && !(status->st_mode & writable);
}

/* 0 if it may be read, or -errno. */
static int check_trust(int fd, bool only_roots, size_t most)
{
    struct stat status;

    if (fstat(fd, &status) < 0)
        return -errno;
    if (!S_ISREG(status.st_mode))
        return -EINVAL;
    if (only_roots && !is_roots(&status))
        return -EPERM;
    return (size_t)status.st_size > most ? -EFBIG : 0;
}

int trusted_file_read(const char *path, bool only_roots, size_t most, struct buf *text)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    int result;

    if (fd < 0)
        return -errno;
    result = check_trust(fd, only_roots, most);
    if (result == 0)
        result = buf_read(text, fd, most);
    close(fd);
    return result;
}

/* False when there is no such file, or none that this user could know of. */
static bool read_if_there(const char *path, bool only_roots, struct buf *text,
                          struct config_error *error)
{
    int result = *path ? trusted_file_read(path, only_roots, CONFIG_BYTES_MAX, text) : -ENOENT;

    if (result == -ENOENT || result == -ENOTDIR)
        return false;
    /* A folder may not be searched, as where HOME is that of another user. */
    if (result == -EACCES && faccessat(AT_FDCWD, path, F_OK, AT_EACCESS) < 0)
        return false;
    if (result == -ENOMEM)
        error->why.failed = true;
    else if (result == -EPERM && only_roots)
        buf_puts(&error->why, _("ignored: not owned by root, or writable by others"));
    else if (result)
        buf_puts(&error->why, strerror(-result));
    return true;
}

typedef bool config_parser(struct config *config, const char *text, size_t len,
                           struct config_error *error);

/* In the order in which they are tried. */
static const struct {
    enum config_path path;
    config_parser *parse;
} candidates[] = {
    {PATH_OURS, config_parse},
    {PATH_STOCK_HOME, stock_config_parse},
    {PATH_STOCK_CONFIG, stock_config_parse},
    {PATH_STOCK_DEFAULTS, stock_config_parse},
};

/* False: there was no valid configuration. */
static bool try_file(const char *path, bool only_roots, config_parser *parse, struct config *config,
                     struct buf *complaints)
{
    struct buf text = {0};
    struct config_error error = {0};
    bool good = false;

    if (read_if_there(path, only_roots, &text, &error)) {
        good = !error.why.len && parse(config, buf_text(&text), buf_len(&text), &error);
        if (!good)
            put_complaint(complaints, path, &error);
    }
    complaints->failed |= error.why.failed;
    buf_fini(&text);
    buf_fini(&error.why);
    return good;
}

bool config_file_read(const struct config_places *places, struct config *config,
                      struct buf *complaints)
{
    struct buf path = {0};
    bool found = false;

    config_init(config);
    for (size_t i = 0; !found && i < ARRAY_COUNT(candidates); i++) {
        buf_truncate(&path, 0); /* keeps path.failed */
        config_path_put(places, candidates[i].path, &path);
        found =
            try_file(buf_text(&path), places->only_roots, candidates[i].parse, config, complaints);
    }
    complaints->failed |= path.failed;
    buf_fini(&path);
    return found;
}

bool config_file_is_refused(const char *path)
{
    struct config config;
    struct buf complaints = {0};
    bool refused;

    config_init(&config);
    try_file(path, geteuid() == 0, config_parse, &config, &complaints);
    refused = complaints.len || complaints.failed;
    config_fini(&config);
    buf_fini(&complaints);
    return refused;
}

/* Reads the system's limits for ordinary users; they are unknown if `complaints` has failed. */
static void read_limits(const struct config_places *places, struct stock_limits *limits,
                        struct buf *complaints)
{
    struct buf path = {0}, text = {0};
    struct config_error error = {0};

    *limits = (struct stock_limits){.secure = false};
    if (places->ordinary)
        config_path_put(places, PATH_STOCK_LIMITS, &path);
    if (read_if_there(buf_text(&path), places->only_roots, &text, &error) &&
        (error.why.len || !stock_limits_parse(limits, buf_text(&text), buf_len(&text), &error)))
        put_complaint(complaints, buf_text(&path), &error);
    complaints->failed |= path.failed || error.why.failed;
    buf_fini(&path);
    buf_fini(&text);
    buf_fini(&error.why);
}

int config_file_load(const struct config_places *places, struct loaded_config *loaded,
                     bool defaults)
{
    struct stock_limits limits;
    uint64_t default_ns;
    bool found = false;

    *loaded = (struct loaded_config){.secure = false};
    config_init(&loaded->config);
    default_ns = loaded->config.settings.delay_ns;
    config_path_put(places, PATH_OURS, &loaded->path);
    put_stock_path(places, &loaded->stock_path);
    read_limits(places, &limits, &loaded->complaints);
    loaded->secure = limits.secure;
    if (!defaults)
        found = config_file_read(places, &loaded->config, &loaded->complaints);
    /* A user of stock top gets its screen even if its file has a mistake. */
    if (!found && !defaults && loaded->stock_path.len > 0)
        config_show_as_stock(&loaded->config);
    /* A delay set by the system, or the default, replaces that of a user who may not choose one. */
    if (limits.secure || (limits.has_delay && !found))
        loaded->config.settings.delay_ns = limits.has_delay ? limits.delay_ns : default_ns;
    return loaded->complaints.failed || loaded->path.failed || loaded->stock_path.failed ? -ENOMEM
                                                                                         : 0;
}

int config_load(struct loaded_config *loaded, const char *program, bool defaults)
{
    const struct config_places places = {
        .program = program,
        .home = getenv("HOME"),
        .config_home = getenv("XDG_CONFIG_HOME"),
        .system = "/etc",
        .ordinary = getuid() != 0,
        .only_roots = geteuid() == 0,
    };

    return config_file_load(&places, loaded, defaults);
}

void config_unload(struct loaded_config *loaded)
{
    config_fini(&loaded->config);
    buf_fini(&loaded->path);
    buf_fini(&loaded->stock_path);
    buf_fini(&loaded->complaints);
}

/* Creates a missing folder, for its owner only. Root refuses one that others own or may change. */
static int make_folder(const char *path, bool only_roots)
{
    struct stat status;

    if (mkdir(path, 0700) == 0)
        return 0;
    if (errno != EEXIST)
        return -errno;
    if (only_roots && lstat(path, &status) < 0)
        return -errno;
    return only_roots && !is_roots(&status) ? -EPERM : 0;
}

/* Creates the folders above the file. */
static int make_folders(char *path, bool only_roots)
{
    int result = 0;

    for (char *slash = strchr(path + 1, '/'); slash && !result; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        result = make_folder(path, only_roots);
        *slash = '/';
    }
    return result;
}

static int write_all(int fd, const char *text, size_t len)
{
    while (len) {
        ssize_t written = write(fd, text, len);

        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return -errno;
        text += written;
        len -= (size_t)written;
    }
    return fsync(fd) < 0 ? -errno : 0;
}

/*
 * Gives the old file, if any, a second name with a ~, which it keeps when the new one takes its
 * own. 0 or -errno.
 */
static int keep_old(const char *path, struct buf *kept)
{
    char other[PATH_MAX];

    if ((size_t)snprintf(other, sizeof(other), "%s~", path) >= sizeof(other))
        return -ENAMETOOLONG;
    if (unlink(other) < 0 && errno != ENOENT)
        return -errno;
    /* A file system without links has one of several errors. EEXIST: somebody else's new file. */
    if (link(path, other) < 0 && (errno == ENOENT || errno == EEXIST || rename(path, other) < 0))
        return errno == ENOENT ? 0 : -errno;
    buf_puts(kept, other);
    return 0;
}

/* Writes a file beside `path`, which takes its name when it is complete. */
static int replace_file(const char *path, const char *text, size_t len, struct buf *kept)
{
    char temporary[PATH_MAX];
    int fd, result;

    if ((size_t)snprintf(temporary, sizeof(temporary), "%s.XXXXXX", path) >= sizeof(temporary))
        return -ENAMETOOLONG;
    fd = mkostemp(temporary, O_CLOEXEC); /* mode 0600 */
    if (fd < 0)
        return -errno;
    result = write_all(fd, text, len);
    if (close(fd) < 0 && !result)
        result = -errno;
    if (!result && kept)
        result = keep_old(path, kept);
    if (!result && rename(temporary, path) < 0)
        result = -errno;
    if (result)
        unlink(temporary);
    return result;
}

/*
 * The path of the file to replace: a link to a file elsewhere stays, as users keep their
 * configurations in a folder of their own. That file may be missing, but not its folder. NULL, and
 * errno is set, if it cannot be found.
 */
static const char *follow_link(const char *path, char target[PATH_MAX])
{
    const int folder_len = (int)(strrchr(path, '/') + 1 - path);
    char link[PATH_MAX], whole[2 * PATH_MAX];
    const ssize_t len = readlink(path, link, sizeof(link) - 1);
    size_t folder_end;
    char *name;

    if (len < 0)
        return path;
    if (realpath(path, target))
        return target;
    link[len] = '\0';
    snprintf(whole, sizeof(whole), "%.*s%s", *link == '/' ? 0 : folder_len, path, link);
    name = strrchr(whole, '/');
    *name = '\0';
    if (!realpath(name == whole ? "/" : whole, target))
        return NULL;
    folder_end = strlen(target);
    if ((size_t)snprintf(target + folder_end, PATH_MAX - folder_end, "/%s", name + 1) >=
        PATH_MAX - folder_end) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    return target;
}

/* Root follows no link. */
int atomic_file_write(const char *path, const char *text, size_t len, struct buf *kept)
{
    const bool only_roots = geteuid() == 0;
    char folders[PATH_MAX], target[PATH_MAX];
    const char *file;
    int result;

    if ((size_t)snprintf(folders, sizeof(folders), "%s", path) >= sizeof(folders))
        return -ENAMETOOLONG;
    result = make_folders(folders, only_roots);
    if (result)
        return result;
    file = only_roots ? path : follow_link(path, target);
    return file ? replace_file(file, text, len, kept) : -errno;
}
