/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What libsystemd is asked, and what becomes of its errors, by a library that says what is wanted.
 */
#include "lib/source/proc/libraries.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/library.h"
#include "tests/common/take_over.h"
#include "tests/unit/run.h"

#define TID 12

static struct {
    bool is_absent;
    int loads;
    int pid_result, seat_result; /* of the calls */
} library;

static int say_text(pid_t pid, char **text)
{
    ck_assert_int_eq(pid, TID);
    if (library.pid_result >= 0)
        *text = strdup("text");
    return library.pid_result;
}

static int say_owner(pid_t pid, uid_t *uid)
{
    ck_assert_int_eq(pid, TID);
    if (library.pid_result >= 0)
        *uid = 1000;
    return library.pid_result;
}

static int say_seat(const char *session, char **seat)
{
    ck_assert_str_eq(session, "text");
    if (library.seat_result >= 0)
        *seat = strdup("seat0");
    return library.seat_result;
}

TAKE_OVER(void *, library_open, const char *name, const struct library_symbol *symbols,
          size_t count, struct buf *why)
{
    ck_assert_str_eq(name, "libsystemd.so.0");
    ck_assert_ptr_null(why);
    library.loads++;
    if (library.is_absent)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(symbols[i].name, "sd_pid_get_owner_uid") == 0)
            *(int (**)(pid_t, uid_t *))symbols[i].pointer = say_owner;
        else if (strcmp(symbols[i].name, "sd_session_get_seat") == 0)
            *(int (**)(const char *, char **))symbols[i].pointer = say_seat;
        else
            *(int (**)(pid_t, char **))symbols[i].pointer = say_text;
    }
    return &library;
}

TAKE_OVER(void, library_close, void *opened)
{
    ck_assert_ptr_eq(opened, &library);
}

static void check_answer(struct login *login, enum login_kind kind, int result, const char *text)
{
    char *answer;

    ck_assert_int_eq(login_ask(login, kind, TID, &answer), result);
    ck_assert_pstr_eq(result == 0 ? answer : NULL, text);
    if (result == 0)
        free(answer);
}

static const struct {
    int said, result;
} errors[] = {
    {-ENODATA, 0},      {-ESRCH, 0},        {-EACCES, 0},
    {-ENOMEM, -ENOMEM}, {-EMFILE, -EMFILE}, {-ENFILE, -ENFILE},
};

LOOP(only_shortage_is_an_error, COUNT_OF(errors))
{
    const int said = errors[_i].said, result = errors[_i].result;
    struct login login = {0};

    library.pid_result = said;
    check_answer(&login, LOGIN_UNIT, result, NULL);
    check_answer(&login, LOGIN_OWNER, result, NULL);
    check_answer(&login, LOGIN_SEAT, result, NULL);
    library.pid_result = 0;
    library.seat_result = said;
    check_answer(&login, LOGIN_SEAT, result, NULL);
    library.seat_result = 0;
    check_answer(&login, LOGIN_UNIT, 0, "text");
    check_answer(&login, LOGIN_OWNER, 0, "1000");
    check_answer(&login, LOGIN_SEAT, 0, "seat0");
    ck_assert_int_eq(library.loads, 1);
    login_fini(&login);
}

CASE(without_the_library_there_are_no_answers)
{
    struct login login = {0};

    library.is_absent = true;
    check_answer(&login, LOGIN_UNIT, 0, NULL);
    library.is_absent = false;
    check_answer(&login, LOGIN_UNIT, 0, NULL);
    ck_assert_int_eq(library.loads, 1);
    login_fini(&login);
}

CASE(what_cannot_be_loaded_now_is_loaded_later)
{
    struct login login = {0};
    const rlim_t limit = limit_descriptors(0);

    library.is_absent = true;
    check_answer(&login, LOGIN_UNIT, -EMFILE, NULL);
    limit_descriptors(limit);
    library.is_absent = false;
    check_answer(&login, LOGIN_UNIT, 0, "text");
    login_fini(&login);
}
