/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Configuration files: where they are looked for and how they are written. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/common/take_over.h"
#include "tests/unit/run.h"
#include "tests/unit/top/config_fixture.h"
#include "tests/unit/top/stock_files.h"
#include "top/config/config.h"
#include "top/config/internal.h"

/* Files: a home of our own, in a folder that goes with the test. */
static char home[64];

static void make_home(void)
{
    config_fixture_setup();
    snprintf(home, sizeof(home), "/tmp/dotproc-config-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(home));
}

static void remove_home(void)
{
    static const char *const files[] = {"/.config/dotproc/toprc", "/.toprc",       "/there",
                                        "/.config/procps/toprc",  "/topdefaultrc", "/toprc"};
    static const char *const folders[] = {"/.config/dotproc", "/.config/procps", "/.config",
                                          "/shut", ""};
    char path[256];

    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        snprintf(path, sizeof(path), "%s%s", home, files[i]);
        unlink(path);
    }
    for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
        snprintf(path, sizeof(path), "%s%s", home, folders[i]);
        rmdir(path);
    }
    ck_assert_int_ne(access(home, F_OK), 0); /* nothing else was left there */
    config_fixture_teardown();
}

FIXTURE(make_home, remove_home);

static void put_file(const char *name, const char *text)
{
    char path[256];

    snprintf(path, sizeof(path), "%s%s", home, name);
    ck_assert_int_eq(atomic_file_write(path, text, strlen(text), NULL), 0);
}

static uint64_t delay_read(const struct config_places *places, struct buf *complaints)
{
    buf_clear(complaints);
    config_fini(&config);
    config_file_read(places, &config, complaints);
    return config.settings.delay_ns / 1000000;
}

CASE(files_are_read_in_order)
{
    const struct config_places places = {.program = "top", .home = home, .system = home};
    struct buf complaints = {0};

    ck_assert_uint_eq(delay_read(&places, &complaints), 3000);
    put_file("/topdefaultrc", FILE_M);
    put_file("/.config/procps/toprc", FILE_J);
    ck_assert_uint_eq(delay_read(&places, &complaints), 1500);
    put_file("/.toprc", FILE_K);
    ck_assert_uint_eq(delay_read(&places, &complaints), 250);
    put_file("/.config/dotproc/toprc", "format = 1\ndelay = 7\n");
    ck_assert_uint_eq(delay_read(&places, &complaints), 7000);
    ck_assert_uint_eq(complaints.len, 0);

    /* A bad one is named, and the next one is taken. */
    put_file("/.config/dotproc/toprc", "format = 1\ndelay = never\n");
    ck_assert_uint_eq(delay_read(&places, &complaints), 250);
    ck_assert_ptr_nonnull(strstr(buf_text(&complaints), "/.config/dotproc/toprc:2: 'never'"));
    buf_fini(&complaints);
}

CASE(only_absolute_places_count)
{
    const struct config_places places = {
        .program = "top", .home = ".", .config_home = ".config", .system = "."};
    const struct config_places empty = {
        .program = "top", .home = "", .config_home = "", .system = ""};
    struct buf complaints = {0}, path = {0};

    put_file("/.toprc", FILE_K);
    put_file("/toprc", FILE_K);
    put_file("/.config/procps/toprc", FILE_K);
    put_file("/.config/dotproc/toprc", "format = 1\ndelay = 7\n");
    ck_assert_int_eq(chdir(home), 0);
    ck_assert_uint_eq(delay_read(&places, &complaints), 3000);
    ck_assert_uint_eq(delay_read(&empty, &complaints), 3000);
    config_path_put(&places, PATH_OURS, &path);
    config_path_put(&empty, PATH_OURS, &path);
    ck_assert_uint_eq(path.len, 0);
    buf_fini(&complaints);
    buf_fini(&path);
}

/* As that of root is for a user who has kept HOME; but a file of one's own is named. */
CASE(a_home_that_may_not_be_searched_has_no_configuration)
{
    const struct config_places places = {.program = "top", .home = home};
    struct buf complaints = {0};
    char path[256];

    snprintf(path, sizeof(path), "%s/.toprc", home);
    put_file("/.toprc", FILE_K);
    ck_assert_int_eq(chmod(home, 0), 0);
    ck_assert(geteuid() != 0 || seteuid(65534) == 0);
    ck_assert_uint_eq(delay_read(&places, &complaints), 3000);
    ck_assert_uint_eq(complaints.len, 0);
    ck_assert(getuid() != 0 || seteuid(0) == 0);
    ck_assert_int_eq(chmod(home, 0755), 0);
    ck_assert_int_eq(chmod(path, 0), 0);
    ck_assert(geteuid() != 0 || seteuid(65534) == 0);
    ck_assert_uint_eq(delay_read(&places, &complaints), 3000);
    ck_assert_ptr_nonnull(strstr(buf_text(&complaints), strerror(EACCES)));
    ck_assert(getuid() != 0 || seteuid(0) == 0);
    buf_fini(&complaints);
}

CASE(odd_files_are_no_configuration)
{
    const struct config_places places = {.program = "top", .home = home};
    struct buf complaints = {0}, large = {0};
    char path[256];

    snprintf(path, sizeof(path), "%s/.toprc", home);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    ck_assert_uint_eq(delay_read(&places, &complaints), 3000); /* does not wait for a writer */
    ck_assert(complaints.len > 0);
    unlink(path);
    buf_fill(&large, '#', CONFIG_BYTES_MAX + 1);
    put_file("/.toprc", buf_text(&large));
    ck_assert_uint_eq(delay_read(&places, &complaints), 3000);
    ck_assert(complaints.len > 0);
    buf_fini(&complaints);
    buf_fini(&large);
}

/* The first exists, but must not be trusted; the second may. */
static void check_left_out(const struct config_places *places, const char *whose)
{
    struct buf complaints = {0};

    ck_assert_uint_eq(delay_read(places, &complaints), 250);
    ck_assert_msg(strstr(buf_text(&complaints), "/.config/dotproc/toprc: ignored: "), "%s", whose);
    buf_fini(&complaints);
}

CASE(root_believes_its_own_files_alone)
{
    struct config_places places = {.program = "top", .home = home, .only_roots = true};
    struct buf complaints = {0};
    char path[256];

    if (geteuid() != 0)
        return;
    snprintf(path, sizeof path, "%s/.config/dotproc/toprc", home);
    put_file("/.toprc", FILE_K);
    put_file("/.config/dotproc/toprc", "format = 1\ndelay = 7\n");
    ck_assert_uint_eq(delay_read(&places, &complaints), 7000);
    ck_assert_uint_eq(complaints.len, 0);
    ck_assert_int_eq(chmod(path, 0602), 0);
    check_left_out(&places, "everybody's");
    ck_assert_int_eq(chmod(path, 0620), 0);
    ck_assert_uint_eq(delay_read(&places, &complaints), 7000); /* of the group root */
    ck_assert_int_eq(chown(path, 0, 12345), 0);
    ck_assert_int_eq(chmod(path, 0620), 0);
    check_left_out(&places, "a group's");
    ck_assert_int_eq(chmod(path, 0600), 0);
    ck_assert_int_eq(chown(path, 65534, 0), 0);
    check_left_out(&places, "another user's");
    places.only_roots = false;
    ck_assert_uint_eq(delay_read(&places, &complaints), 7000);
    buf_fini(&complaints);
}

CASE(root_writes_into_its_own_folders_alone)
{
    char path[256], folder[256];

    if (geteuid() != 0)
        return;
    snprintf(path, sizeof path, "%s/.config/dotproc/toprc", home);
    snprintf(folder, sizeof folder, "%s/.config", home);
    put_file("/.config/dotproc/toprc", "format = 1\n");
    ck_assert_int_eq(chmod(folder, 0777), 0);
    ck_assert_int_eq(atomic_file_write(path, "", 0, NULL), -EPERM);
    ck_assert_int_eq(chmod(folder, 0700), 0);
    ck_assert_int_eq(chown(folder, 65534, 0), 0);
    ck_assert_int_eq(atomic_file_write(path, "", 0, NULL), -EPERM);
    ck_assert_int_eq(chown(folder, 0, 0), 0);
    ck_assert_int_eq(atomic_file_write(path, "", 0, NULL), 0);

    /* Nor by way of a link that is somebody else's. */
    snprintf(path, sizeof path, "%s/.config/procps", home);
    ck_assert_int_eq(symlink("dotproc", path), 0);
    ck_assert_int_eq(lchown(path, 65534, 0), 0);
    snprintf(folder, sizeof folder, "%s/.config/procps/toprc", home);
    ck_assert_int_eq(atomic_file_write(folder, "", 0, NULL), -EPERM);
    unlink(path);
}

CASE(a_file_is_written_whole_and_for_its_owner)
{
    struct stat before, after;
    char path[256];

    snprintf(path, sizeof(path), "%s/.config/dotproc/toprc", home);
    put_file("/.config/dotproc/toprc", "format = 1\n");
    ck_assert_int_eq(stat(path, &before), 0);
    ck_assert_uint_eq(before.st_mode & 07777, 0600);
    put_file("/.config/dotproc/toprc", "format = 1\ndelay = 1\n");
    ck_assert_int_eq(stat(path, &after), 0);
    ck_assert_uint_ne(before.st_ino, after.st_ino); /* another file has taken its place */
    ck_assert_uint_eq(after.st_size, 21);

    /* It cannot take the place of a folder; remove_home() sees that no other file was left. */
    snprintf(path, sizeof(path), "%s/.config/dotproc", home);
    ck_assert_int_lt(atomic_file_write(path, "", 0, NULL), 0);
}

static char long_name[NAME_MAX - 3]; /* has no room for the end of a temporary one */

static const struct {
    const char *target;
    int result;
} links[] = {
    {"there", 0},
    {"missing", 0},
    {"missing/folder", -ENOENT},
    {"shut/file", -EACCES},
    {long_name, -ENAMETOOLONG},
    {"/dotproc-missing", -EACCES}, /* the folder is / */
};

static void check_text(const char *name, const char *expected)
{
    struct buf text = {0};
    char path[256];

    snprintf(path, sizeof(path), "%s%s", home, name);
    ck_assert_int_eq(trusted_file_read(path, false, CONFIG_BYTES_MAX, &text), 0);
    BUF_CHECK(&text, expected);
}

/* What stands at the place of the file afterwards: what a link leads to, or what replaced it. */
static mode_t write_over_link(const char *target, int *result)
{
    static const char text[] = "format = 1\ndelay = 1\n";
    struct stat status;
    char link[512];

    memset(long_name, 'x', sizeof(long_name) - 1);
    snprintf(link, sizeof(link), "%s/shut", home);
    mkdir(link, 0555);
    put_file("/there", "format = 1\n");
    snprintf(link, sizeof(link), "%s/.toprc", home);
    ck_assert_int_eq(symlink(target, link), 0);
    *result = atomic_file_write(link, text, strlen(text), NULL);
    ck_assert_int_eq(lstat(link, &status), 0);
    if (*result == 0)
        check_text("/.toprc", text);
    unlink(link);
    snprintf(link, sizeof(link), "%s/%s", home, target);
    ck_assert(*result == 0 || access(link, F_OK) < 0);
    unlink(link);
    return status.st_mode & S_IFMT;
}

LOOP(a_link_stays_but_for_root, COUNT_OF(links))
{
    bool is_root = geteuid() == 0;
    int result;

    if (is_root) {
        ck_assert_uint_eq(write_over_link(links[_i].target, &result), S_IFREG);
        ck_assert_int_eq(result, 0);
        ck_assert(chown(home, 65534, 65534) == 0 && seteuid(65534) == 0);
    }
    ck_assert_uint_eq(write_over_link(links[_i].target, &result), S_IFLNK);
    ck_assert_int_eq(result, links[_i].result);
    ck_assert_int_eq(is_root ? seteuid(0) : 0, 0);
}

static int link_error;

/* What file systems answer that have no links. */
static const int link_errors[] = {0, EPERM, EOPNOTSUPP, ENOSYS};

TAKE_OVER(int, link, const char *path, const char *other)
{
    errno = link_error;
    return link_error ? -1 : __real_link(path, other);
}

LOOP(a_refused_file_is_known_and_kept, COUNT_OF(link_errors))
{
    struct buf kept = {0};
    char path[256];

    link_error = link_errors[_i];
    snprintf(path, sizeof(path), "%s/toprc", home);
    ck_assert(!config_file_is_refused(path)); /* there is none */
    ck_assert_int_eq(atomic_file_write(path, "format = 1\nx = 1\n", 17, &kept), 0);
    ck_assert_uint_eq(kept.len, 0);
    ck_assert(config_file_is_refused(path));
    ck_assert_int_eq(atomic_file_write(path, "format = 1\n", 11, &kept), 0);
    ck_assert(!config_file_is_refused(path));
    ck_assert_str_eq(buf_text(&kept) + strlen(home), "/toprc~");
    check_text("/toprc~", "format = 1\nx = 1\n");
    check_text("/toprc", "format = 1\n");
    unlink(buf_text(&kept));
    buf_fini(&kept);
}

static const struct limits_case {
    const char *limits, *own; /* the files; NULL: none */
    bool is_root, secure;
    unsigned delay_ms;
} limits_cases[] = {
    {"s\n5\n", "delay = 7\n", .secure = true, .delay_ms = 5000},
    {"s\n", "delay = 7\n", .secure = true, .delay_ms = 3000},
    {"s\n", NULL, .secure = true, .delay_ms = 3000},
    {"\n5\n", "delay = 7\n", .delay_ms = 7000},
    {"\n5\n", NULL, .delay_ms = 5000},
    {"s\n5\n", "delay = 7\n", .is_root = true, .delay_ms = 7000},
    {"s\n5\n", NULL, .is_root = true, .delay_ms = 3000},
};

LOOP(limits_are_for_ordinary_users, COUNT_OF(limits_cases))
{
    const struct limits_case *expected = &limits_cases[_i];
    const struct config_places places = {
        .program = "top", .home = home, .system = home, .ordinary = !expected->is_root};
    struct loaded_config loaded;
    char text[64];

    put_file("/toprc", expected->limits);
    snprintf(text, sizeof(text), "format = 1\n%s", expected->own ? expected->own : "");
    if (expected->own)
        put_file("/.config/dotproc/toprc", text);
    ck_assert_int_eq(config_file_load(&places, &loaded, false), 0);
    ck_assert_int_eq(loaded.secure, expected->secure);
    ck_assert_uint_eq(loaded.config.settings.delay_ns / 1000000, expected->delay_ms);
    ck_assert_uint_eq(loaded.complaints.len, 0);
    config_unload(&loaded);
}
