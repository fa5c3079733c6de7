/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tasks of other users and groups, with names of every length or with none. */
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "tests/zoo/kinds.h"

#define NOBODY 65534

/* A user without an account. */
#define UNNAMED 4242424

/* A process that changes its user is no longer killed with its parent, unless it asks again. */
static void become(uid_t uid, gid_t gid)
{
    if (setgroups(0, NULL) < 0 || setresgid(gid, gid, gid) < 0 || setresuid(uid, uid, uid) < 0)
        zoo_task_fail();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    zoo_task_stay();
}

/* As of a set-user-ID program: its real, effective and saved ids are all different. */
void be_other_user(void)
{
    const gid_t groups[] = {10, 20, 30};

    if (setgroups(3, groups) < 0 || setresgid(1, 2, 3) < 0 || setresuid(100, 101, 102) < 0)
        zoo_task_fail();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NAME, "cr) S 1 (ed");
    zoo_task_stay();
}

void be_member_of_many(void)
{
    gid_t groups[40];

    for (gid_t i = 0; i < 40; i++)
        groups[i] = 1000 + i;
    if (setgroups(40, groups) < 0)
        zoo_task_fail();
    zoo_task_stay();
}

void be_nobody(void)
{
    become(NOBODY, NOBODY);
}

void be_unnamed_user(void)
{
    become(UNNAMED, NOBODY);
}

/* The longest that is listed here; columns are made for eight letters. */
void be_user_with_a_long_name(void)
{
    const struct passwd *user;
    size_t longest = 0;
    uid_t uid = NOBODY;
    gid_t gid = NOBODY;

    setpwent();
    while ((user = getpwent())) {
        if (user->pw_uid == 0 || strlen(user->pw_name) <= longest)
            continue;
        longest = strlen(user->pw_name);
        uid = user->pw_uid;
        gid = user->pw_gid;
    }
    endpwent();
    become(uid, gid);
}
