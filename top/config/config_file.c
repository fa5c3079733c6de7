/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/config/config_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "top/base/i18n.h"

static bool is_absolute(const char *path)
{
    return path && *path == '/';
}

/* Appends $HOME/.PROGRAMrc; nothing when there is no absolute path, as below. */
static void put_home_path(const struct config_places *places, struct buf *out)
{
    if (is_absolute(places->home))
        buf_printf(out, "%s/.%src", places->home, places->program);
}

/* Appends the path below a folder of $XDG_CONFIG_HOME, or of its default ~/.config. */
static void put_config_path(const struct config_places *places, const char *folder, struct buf *out)
{
    if (is_absolute(places->config_home))
        buf_printf(out, "%s/%s/%src", places->config_home, folder, places->program);
    else if (is_absolute(places->home))
        buf_printf(out, "%s/.config/%s/%src", places->home, folder, places->program);
}

void config_file_put_path(const struct config_places *places, struct buf *out)
{
    put_config_path(places, "dotproc", out);
}

void config_file_put_stock_path(const struct config_places *places, struct buf *out)
{
    put_home_path(places, out);
    if (out->len && access(buf_text(out), F_OK) == 0)
        return;
    buf_clear(out);
    put_config_path(places, "procps", out);
    if (out->len && access(buf_text(out), F_OK) != 0)
        buf_clear(out);
}

static void complain(struct buf *complaints, const char *path, const struct config_error *error)
{
    buf_printf(complaints, "%s:", path);
    if (error->line)
        buf_printf(complaints, "%zu:", error->line);
    buf_printf(complaints, " %s\n", buf_text(&error->why));
}

/* Whether only root can have made it what it is; a link is as good as the folder that it is in. */
static bool is_roots(const struct stat *status)
{
    mode_t writable = S_IWOTH | (status->st_gid == 0 ? 0 : S_IWGRP);

    /* In a folder like /tmp nobody can replace what belongs to others. */
    if (S_ISLNK(status->st_mode) || (S_ISDIR(status->st_mode) && status->st_mode & S_ISVTX))
        writable = 0;
    return status->st_uid == 0 && !(status->st_mode & writable);
}

/* Reads only regular files, so that it does not block on a pipe or a terminal. */
static int read_text(const char *path, bool only_roots, struct buf *text)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat status;
    int result = 0;

    if (fd < 0)
        return -errno;
    if (fstat(fd, &status) < 0)
        result = -errno;
    else if (!S_ISREG(status.st_mode))
        result = -EINVAL;
    else if (only_roots && !is_roots(&status))
        result = -EPERM;
    else if ((size_t)status.st_size > CONFIG_BYTES_MAX)
        result = -EFBIG;
    while (!result) {
        ssize_t len;

        if (!buf_reserve(text, 4096))
            result = -ENOMEM;
        else if ((len = read(fd, text->data + text->len, 4096)) < 0)
            result = errno == EINTR ? 0 : -errno;
        else if (len == 0)
            break;
        else if ((text->len += (size_t)len) > CONFIG_BYTES_MAX)
            result = -EFBIG;
    }
    close(fd);
    return result;
}

/* False when there is no such file. */
static bool read_if_there(const char *path, bool only_roots, struct buf *text,
                          struct config_error *error)
{
    int result = *path ? read_text(path, only_roots, text) : -ENOENT;

    if (result == -ENOENT || result == -ENOTDIR)
        return false;
    if (result == -ENOMEM)
        error->why.failed = true;
    else if (result == -EPERM && only_roots)
        buf_puts(&error->why, _("left out, as others than root own it or may change it"));
    else if (result)
        buf_puts(&error->why, strerror(-result));
    return true;
}

/* What a file is read into, and where complaints about it go. */
struct attempt {
    struct config *config;
    bool only_roots;
    struct buf *complaints;
};

/* Whether there was a valid configuration. */
static bool try_file(const struct attempt *attempt, const struct buf *place,
                     bool (*parse)(struct config *config, const char *text, size_t len,
                                   struct config_error *error))
{
    const char *path = buf_text(place);
    struct buf text = {0};
    struct config_error error = {0};
    bool good = false;

    if (read_if_there(path, attempt->only_roots, &text, &error)) {
        good = !error.why.len && parse(attempt->config, buf_text(&text), text.len, &error);
        if (!good)
            complain(attempt->complaints, path, &error);
    }
    attempt->complaints->failed |= place->failed || error.why.failed;
    buf_fini(&text);
    buf_fini(&error.why);
    return good;
}

bool config_file_read(const struct config_places *places, struct config *config,
                      struct buf *complaints)
{
    const struct attempt attempt = {config, places->only_roots, complaints};
    struct buf ours = {0};
    struct buf stock[3] = {{0}};
    bool found;

    config_init(config);
    put_config_path(places, "dotproc", &ours);
    put_home_path(places, &stock[0]);
    put_config_path(places, "procps", &stock[1]);
    if (is_absolute(places->system))
        buf_printf(&stock[2], "%s/topdefaultrc", places->system);
    found = try_file(&attempt, &ours, config_parse);
    buf_fini(&ours);
    for (size_t i = 0; i < sizeof(stock) / sizeof(stock[0]); i++) {
        found = found || try_file(&attempt, &stock[i], stock_config_parse);
        buf_fini(&stock[i]);
    }
    return found;
}

void config_file_read_limits(const struct config_places *places, struct stock_limits *limits,
                             struct buf *complaints)
{
    struct buf path = {0}, text = {0};
    struct config_error error = {0};

    *limits = (struct stock_limits){.secure = false};
    if (places->ordinary && is_absolute(places->system))
        buf_printf(&path, "%s/toprc", places->system);
    if (read_if_there(buf_text(&path), places->only_roots, &text, &error) &&
        (error.why.len || !stock_limits_parse(limits, buf_text(&text), text.len, &error)))
        complain(complaints, buf_text(&path), &error);
    complaints->failed |= path.failed || error.why.failed;
    buf_fini(&path);
    buf_fini(&text);
    buf_fini(&error.why);
}

/* Creates a folder for its owner only, if it is not there; root takes none of others. */
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

/* Those above the file, from the top. */
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

/* In the place of file `path` as soon as it is whole. */
static int replace(const char *path, const char *text, size_t len)
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
    if (!result && rename(temporary, path) < 0)
        result = -errno;
    if (result)
        unlink(temporary);
    return result;
}

/*
 * Who keeps configurations in a folder of their own links them here: the link stays. Root follows
 * none.
 */
int config_file_write(const char *path, const char *text, size_t len)
{
    const bool only_roots = geteuid() == 0;
    char folders[PATH_MAX], target[PATH_MAX];
    int result;

    if ((size_t)snprintf(folders, sizeof(folders), "%s", path) >= sizeof(folders))
        return -ENAMETOOLONG;
    result = make_folders(folders, only_roots);
    if (result)
        return result;
    return replace(!only_roots && realpath(path, target) ? target : path, text, len);
}
