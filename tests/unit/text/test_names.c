/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/hash.h"
#include "lib/text/names.h"
#include "tests/common/take_over.h"
#include "tests/unit/run.h"

/* No account has these: the last ids before (uid_t)-1, which no system hands out. */
#define NOBODY_FROM 4294967000u
#define NOBODY_IDS  200u

static struct name_cache *cache;
static bool no_room, no_copy;

TAKE_OVER(int, hash_table_add, struct hash_table *table, uint64_t hash, size_t index)
{
    return no_room ? -ENOMEM : __real_hash_table_add(table, hash, index);
}

TAKE_OVER(char *, strdup, const char *text)
{
    return no_copy ? NULL : __real_strdup(text);
}

static void make(void)
{
    cache = name_cache_new();
    ck_assert_ptr_nonnull(cache);
}

static void release(void)
{
    name_cache_free(cache);
}

FIXTURE(make, release);

CASE(known_ids)
{
    const char *user = name_cache_user(cache, 0);
    const char *group = name_cache_group(cache, 0);

    ck_assert_str_eq(user, "root");
    ck_assert_ptr_nonnull(group);
    ck_assert_ptr_eq(name_cache_user(cache, 0), user);
    ck_assert_ptr_eq(name_cache_group(cache, 0), group);
}

/* More than the table first has room for; what is in it already stays where it is. */
CASE(unknown_ids)
{
    const char *user = name_cache_user(cache, 0);

    for (int round = 0; round < 2; round++) {
        for (uid_t id = NOBODY_FROM; id < NOBODY_FROM + NOBODY_IDS; id++) {
            ck_assert_ptr_null(name_cache_user(cache, id));
            ck_assert_ptr_null(name_cache_group(cache, id));
        }
    }
    ck_assert_ptr_eq(name_cache_user(cache, 0), user);
}

/* Questions are noted once, and taken from the last on. */
CASE(names_that_are_asked_for_elsewhere)
{
    const char *root = name_cache_user(cache, 0);
    struct name_question question;

    ck_assert(!name_cache_take_question(cache, &question));
    name_cache_defer(cache);
    ck_assert_ptr_eq(name_cache_user(cache, 0), root);
    for (int round = 0; round < 2; round++) {
        for (uid_t id = NOBODY_FROM; id < NOBODY_FROM + NOBODY_IDS; id++)
            ck_assert_ptr_null(name_cache_user(cache, id));
        ck_assert_ptr_null(name_cache_group(cache, NOBODY_FROM));
    }
    ck_assert(name_cache_user_is_pending(cache, NOBODY_FROM));
    ck_assert(!name_cache_user_is_pending(cache, 0));
    ck_assert(name_cache_take_question(cache, &question));
    ck_assert_int_eq(question.of, NAME_OF_GROUP);
    ck_assert_uint_eq(question.id, NOBODY_FROM);
    name_cache_learn(cache, &question, NULL);
    ck_assert_ptr_null(name_cache_group(cache, NOBODY_FROM));
    ck_assert(name_cache_user_is_pending(cache, NOBODY_FROM));
    for (uid_t id = NOBODY_FROM + NOBODY_IDS; id-- > NOBODY_FROM;) {
        ck_assert(name_cache_take_question(cache, &question));
        ck_assert_int_eq(question.of, NAME_OF_USER);
        ck_assert_uint_eq(question.id, id);
        name_cache_learn(cache, &question, "late");
        ck_assert_str_eq(name_cache_user(cache, id), "late");
    }
    ck_assert(!name_cache_user_is_pending(cache, NOBODY_FROM));
    ck_assert(!name_cache_take_question(cache, &question));
}

/* Without memory for an entry nothing is noted, however often it is asked for. */
CASE(questions_without_memory)
{
    struct name_question question;

    name_cache_defer(cache);
    no_room = true;
    for (int i = 0; i < 3; i++)
        ck_assert_ptr_null(name_cache_user(cache, NOBODY_FROM));
    ck_assert(!name_cache_take_question(cache, &question));
    ck_assert_int_eq(name_cache_error(cache), -ENOMEM);
    no_room = false;
    for (int i = 0; i < 3; i++)
        ck_assert_ptr_null(name_cache_user(cache, NOBODY_FROM));
    ck_assert(name_cache_take_question(cache, &question));
    ck_assert(!name_cache_take_question(cache, &question));
}

/* A name for which there was no memory is asked for again. */
CASE(answers_without_memory)
{
    struct name_question question;

    name_cache_defer(cache);
    name_cache_user(cache, NOBODY_FROM);
    ck_assert(name_cache_take_question(cache, &question));
    no_copy = true;
    name_cache_learn(cache, &question, "lost");
    no_copy = false;
    ck_assert_int_eq(name_cache_error(cache), -ENOMEM);
    for (int i = 0; i < 2; i++)
        ck_assert_ptr_null(name_cache_user(cache, NOBODY_FROM));
    ck_assert(name_cache_take_question(cache, &question));
    ck_assert(!name_cache_take_question(cache, &question));
    name_cache_learn(cache, &question, "found");
    ck_assert_str_eq(name_cache_user(cache, NOBODY_FROM), "found");
}

CASE(names_without_memory)
{
    no_copy = true;
    ck_assert_ptr_null(name_cache_user(cache, 0));
    no_copy = false;
    ck_assert_int_eq(name_cache_error(cache), -ENOMEM);
    ck_assert_str_eq(name_cache_user(cache, 0), "root");
}

/* Nobody needs to have asked the cache for it. */
CASE(names_that_come_unasked)
{
    const struct name_question question = {NAME_OF_GROUP, NOBODY_FROM};

    name_cache_learn(cache, &question, "early");
    ck_assert_str_eq(name_cache_group(cache, NOBODY_FROM), "early");
    ck_assert_ptr_null(name_cache_user(cache, NOBODY_FROM));
}

CASE(names_looked_up)
{
    struct buf out = {0};

    ck_assert_int_eq(name_look_up(&(struct name_question){NAME_OF_USER, 0}, &out), 1);
    ck_assert_str_eq(buf_text(&out), "root");
    ck_assert_int_eq(name_look_up(&(struct name_question){NAME_OF_USER, NOBODY_FROM}, &out), 0);
    ck_assert_int_eq(name_look_up(&(struct name_question){NAME_OF_GROUP, NOBODY_FROM}, &out), 0);
    BUF_CHECK(&out, "root");
}

/* Few texts stay where they are; of endless new ones, no more than some megabytes stay. */
CASE(texts_are_bounded)
{
    const char *kept = name_cache_text(cache, "kept", 4);
    size_t before, wrong = 0;
    char text[32];

    name_cache_trim_texts(cache);
    ck_assert_ptr_eq(name_cache_text(cache, "kept", 4), kept);
    before = mallinfo2().uordblks;
    for (int i = 0; i < 1000000; i++) {
        int len = snprintf(text, sizeof(text), "worker %d", i);

        if (i % 1000 == 0)
            name_cache_trim_texts(cache);
        wrong += strcmp(name_cache_text(cache, text, (size_t)len), text) != 0;
    }
    ck_assert_uint_eq(wrong, 0);
    ck_assert_uint_lt(mallinfo2().uordblks, before + 16000000);
}

CASE(ids_by_name)
{
    uid_t uid = 77;
    gid_t gid = 77;

    ck_assert_int_eq(user_id_by_name("root", &uid), 1);
    ck_assert_uint_eq(uid, 0);
    ck_assert_int_eq(group_id_by_name(name_cache_group(cache, 0), &gid), 1);
    ck_assert_uint_eq(gid, 0);
    ck_assert_int_eq(user_id_by_name("no such:user", &uid), 0);
    ck_assert_int_eq(group_id_by_name("no such:group", &gid), 0);
}

CASE(terminals)
{
    const char *name = name_cache_tty(cache, 0x8803, false);

    ck_assert_str_eq(name, "pts/3");
    ck_assert_str_eq(name_cache_tty(cache, 0x8804, false), "pts/4");
    ck_assert_ptr_eq(name_cache_tty(cache, 0x8803, false), name);
}

CASE(texts)
{
    const char *kept[1000];
    const char *empty = name_cache_text(cache, "", 0);
    const char *prefix = name_cache_text(cache, "abc", 2);
    const char *whole = name_cache_text(cache, "abc", 3);

    ck_assert_str_eq(empty, "");
    ck_assert_str_eq(prefix, "ab");
    ck_assert_str_eq(whole, "abc");
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < COUNT_OF(kept); i++) {
            char text[16];
            int len = snprintf(text, sizeof(text), "text %d", i);
            const char *got = name_cache_text(cache, text, (size_t)len);

            ck_assert_str_eq(got, text);
            if (round > 0)
                ck_assert_ptr_eq(got, kept[i]);
            kept[i] = got;
        }
    }
    ck_assert_ptr_eq(name_cache_text(cache, "abcd", 3), whole);
    ck_assert_ptr_eq(name_cache_text(cache, "x", 0), empty);
}

CASE(texts_with_a_nul)
{
    const char *text = name_cache_text(cache, "a\0b", 4);

    ck_assert_mem_eq(text, "a\0b", 4);
    ck_assert_ptr_eq(name_cache_text(cache, "a\0b", 4), text);
    ck_assert_ptr_ne(name_cache_text(cache, "a", 1), text);
}
