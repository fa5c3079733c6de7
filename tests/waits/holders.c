/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What reports say of who holds what, of true locks and of words that lie. A thread may need a
 * while until it waits: what is wrong must be right within the test's patience.
 *
 *   holders              checks all scenes
 *   holders stay SCENE   makes one of them for others to look at, and prints its process and the
 *                        numbers of the thread and of the first owner
 */
#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/source/source.h"
#include "tests/common/child.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"
#include "tests/waits/look.h"
#include "tests/waits/scenes.h"

/* How often memory that changes is looked at. */
#define LOOKS 300

static struct source *source;
static pid_t turn; /* the process whose files are read, as the guard knows */

static need_t note_turn(struct source_guard *guard, pid_t tgid, need_t need)
{
    (void)guard;
    turn = tgid;
    return need;
}

static bool may_see_kernel(void)
{
    FILE *file = fopen("/proc/self/stack", "r");
    char line[128];
    const bool may = file && fgets(line, sizeof(line), file);

    if (file)
        fclose(file);
    return may;
}

/*
 * Whether calls of the C library go through a sanitizer, whose functions stand between: without
 * frame pointers in some versions.
 */
#ifdef __SANITIZE_ADDRESS__
#define IS_INTERCEPTED true
#else
#define IS_INTERCEPTED false
#endif

/* Functions of this program, which has frame pointers; where there are such. */
static bool has_callers(const struct wait_report *report)
{
#if defined(__x86_64__) || defined(__aarch64__)
    for (uint32_t i = 1; i < report->frame_count; i++)
        if (strcmp(report->frames[i].file, program_invocation_short_name) == 0)
            return true;
    return false;
#else
    (void)report;
    return true;
#endif
}

/* What is wrong; NULL: nothing. */
static const char *find_wrong(const struct scene *scene, const struct wait_report *report)
{
    if (!report)
        return "no report";
    if (report->links[0].kind != scene->kind)
        return "kind";
    if (report->links[0].lock != scene->lock)
        return "lock";
    if (report->links[0].owner != scene->owner)
        return "owner";
    if (scene->links && report->link_count != scene->links)
        return "links";
    if (report->cycle != scene->cycle)
        return "cycle";
    for (uint32_t i = 1; i < report->link_count; i++)
        if (scene->owners[i - 1] && report->links[i].tid != scene->owners[i - 1])
            return "whom it names";
    if (scene->state && report->links[1].state != scene->state)
        return "the state of whom it names";
    if (scene->owner_name && strcmp(report->links[1].name, scene->owner_name) != 0)
        return "the name of whom it names";
    if (report->waiters_known != (scene->kind != FUTEX_NONE) || report->waiters_more ||
        report->waiters != scene->waiters || report->waiters_of_all != scene->of_all)
        return "waiters";
    if (scene->pool && strcmp(report->pools[0].name, scene->pool) != 0)
        return "pool";
    if (report->frame_count == 0 || *report->frames[0].file == '\0')
        return "place in the program";
    if (scene->callers && !IS_INTERCEPTED && !has_callers(report))
        return "callers";
    if (may_see_kernel() && report->kernel_stack_len == 0)
        return "place in the kernel";
    if (turn != scene->tgid)
        return "whose turn its stacks are read in";
    return NULL;
}

/* Returns what is wrong. */
static const char *print(const struct scene *scene, const struct wait_report *report,
                         const char *wrong)
{
    printf("%-28s", scene->name);
    for (uint32_t i = 0; report && i < report->link_count; i++)
        printf(" %d (%s) kind %d owner %d says %d;", (int)report->links[i].tid,
               report->links[i].name, (int)report->links[i].kind, (int)report->links[i].owner,
               (int)report->links[i].owner_tid);
    if (report)
        printf(" cycle %d, %u others, %u frames", (int)report->cycle, report->waiters,
               report->frame_count);
    printf("  <- %s\n", wrong);
    return wrong;
}

/* Until all is right; then others may look only once. */
static const struct wait_report *look_until_right(const struct scene *scene)
{
    const struct wait_report *report;
    const char *wrong;

    WAIT_UNTIL (
        !(wrong = find_wrong(scene, report = look_at_wait(source, scene->tgid, scene->tid))),
        "%s: %s", scene->name, print(scene, report, wrong))
        continue;
    return report;
}

static void check_scene(struct scene *scene)
{
    scene_set_up(scene);
    if (scene->left_out)
        printf("left out: %s: %s\n", scene->name, scene->left_out);
    else
        print(scene, look_until_right(scene), "right");
}

/* Whatever it says must be one of the two that are ever named, and each chain be short. */
static int check_restless(const pid_t names[2])
{
    const pid_t tid = scenes_restless(names);
    int wrong = 0;

    for (int i = 0; i < LOOKS; i++) {
        const struct wait_report *report = look_at_wait(source, getpid(), tid);

        if (!report || report->links[0].owner != OWNER_NAMED)
            continue;
        if (report->cycle >= 0 || report->link_count != 2 ||
            (report->links[1].tid != names[0] && report->links[1].tid != names[1]))
            wrong++;
    }
    printf("memory that changes: %d of %d looks wrong\n", wrong, LOOKS);
    return wrong;
}

/* An ordinary user must not learn what only those may know who may trace. The child's status. */
static void look_as_nobody(const struct scene *scene)
{
    const struct wait_report *report;

    if (geteuid() != 0 || setgid(65534) < 0 || setuid(65534) < 0)
        _exit(EXIT_SKIP);
    report = look_at_wait(source, scene->tgid, scene->tid);
    if (report && (report->link_count != 1 || report->links[0].call.place == PLACE_CALL ||
                   report->links[0].owner != OWNER_NONE || report->waiters > 0 ||
                   report->frame_count > 0 || report->kernel_stack_len > 0))
        _exit(EXIT_FAILURE);
    _exit(report ? EXIT_SUCCESS : EXIT_FAILURE);
}

static int check_permission(const struct scene *scene)
{
    const pid_t child = child_fork();
    int status = 0;

    if (child == 0)
        look_as_nobody(scene);
    if (child < 0 || waitpid(child, &status, 0) != child)
        fail("cannot fork or wait for a child: %s", strerror(errno));
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SKIP) {
        printf("left out: another user: this needs root\n");
        return 0;
    }
    printf("another user: status %d\n", status);
    return status != 0;
}

static int stay(const char *name)
{
    for (size_t i = 0; scenes_at(i); i++) {
        struct scene *scene = scenes_at(i);

        if (strcmp(scene->name, name) != 0)
            continue;
        scene_set_up(scene);
        look_until_right(scene);
        printf("%d %d %d\n", (int)scene->tgid, (int)scene->tid, (int)scene->owners[0]);
        fflush(stdout);
        scene_rest();
    }
    fail("there is no scene %s", name);
}

int main(int argc, char **argv)
{
    const struct source_options options = {.name = "task"};
    struct source_guard guard = {note_turn};
    struct buf why = {0};
    int wrong = 0;

    if (getenv("DOTPROC_EMULATOR"))
        return skip("the kernel knows the emulator's calls, not ours");
    if (access("/proc/self/syscall", R_OK) < 0)
        return skip("this kernel does not say what call a task is in");
    if (source_open(&options, &source, &why) < 0)
        return skip(buf_text(&why));
    source_set_guard(source, &guard);
    if (argc == 3 && strcmp(argv[1], "stay") == 0)
        return stay(argv[2]);
    for (size_t i = 0; scenes_at(i); i++)
        check_scene(scenes_at(i));
    wrong += check_restless((pid_t[]){scenes_at(0)->owners[0], scenes_at(1)->owners[0]});
    wrong += check_permission(scenes_at(0));
    scenes_end();
    source_close(source);
    buf_fini(&why);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
