/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <check.h>
#include <fcntl.h>
#include <unistd.h>

#include "lib/source/proc/history/fd_cache.h"
#include "tests/unit/run.h"

static struct fd_cache cache;

static int open_any(void)
{
    int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);

    ck_assert_int_ge(fd, 0);
    return fd;
}

/* Puts a file in the next scan; its descriptor. */
static int put_in_a_scan(uint64_t key)
{
    const struct cached_file file = {.key = key, .fd = open_any()};

    fd_cache_begin(&cache);
    fd_cache_put(&cache, &file);
    fd_cache_end(&cache);
    return file.fd;
}

static bool is_open(int fd)
{
    return fcntl(fd, F_GETFD) >= 0;
}

START_TEST(a_file_stays_open_for_the_next_scan)
{
    int fd = put_in_a_scan(7);

    fd_cache_begin(&cache);
    ck_assert_int_eq(fd_cache_take(&cache, 6).fd, -1);
    ck_assert_int_eq(fd_cache_take(&cache, 7).fd, fd);
    ck_assert_int_eq(fd_cache_take(&cache, 7).fd, -1);
    fd_cache_end(&cache);
    ck_assert(is_open(fd));
    close(fd);
    fd_cache_fini(&cache);
}
END_TEST

START_TEST(what_is_not_asked_for_is_closed)
{
    int fd = put_in_a_scan(7);

    fd_cache_begin(&cache);
    fd_cache_end(&cache);
    ck_assert(!is_open(fd));
    fd_cache_fini(&cache);
}
END_TEST

/* Others that run now, and come later, get the room of those that do not. */
START_TEST(what_is_passed_makes_room)
{
    int fd;

    fd_cache_begin(&cache);
    for (uint64_t key = 1; fd_cache_has_room(&cache); key++)
        fd_cache_put(&cache, &(struct cached_file){.key = key, .fd = open_any()});
    fd_cache_end(&cache);
    fd = cache.now.files[0].fd;
    fd_cache_begin(&cache);
    ck_assert_int_eq(fd_cache_take(&cache, 0).fd, -1);
    ck_assert(!fd_cache_has_room(&cache));
    ck_assert(is_open(fd));
    ck_assert_int_eq(fd_cache_take(&cache, UINT64_MAX).fd, -1);
    ck_assert(fd_cache_has_room(&cache));
    ck_assert(!is_open(fd));
    fd_cache_end(&cache);
    fd_cache_fini(&cache);
}
END_TEST

/* Also in later scans: they would only run out of descriptors again. */
START_TEST(who_has_given_up_caches_nothing)
{
    int fd = put_in_a_scan(7);

    fd_cache_begin(&cache);
    ck_assert(fd_cache_has_room(&cache));
    fd_cache_give_up(&cache);
    ck_assert(!is_open(fd));
    ck_assert(!fd_cache_has_room(&cache));
    fd_cache_end(&cache);
    ck_assert(!is_open(put_in_a_scan(8)));
    ck_assert(!fd_cache_has_room(&cache));
    fd_cache_fini(&cache);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fd_cache");
    TCase *tcase = tcase_create("fd_cache");

    tcase_add_test(tcase, a_file_stays_open_for_the_next_scan);
    tcase_add_test(tcase, what_is_not_asked_for_is_closed);
    tcase_add_test(tcase, what_is_passed_makes_room);
    tcase_add_test(tcase, who_has_given_up_caches_nothing);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
