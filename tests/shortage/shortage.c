/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs a program again and again, and each time another of its allocations fails: the first, the
 * second, and so on; then so that from there on there is no more memory than before. Of allocations
 * at the same place, called by the same functions, the first two fail and the last. Whatever
 * fails, the answer is right, or there is none: the program says that memory is short, and ends
 * with a status that is not 0. It never crashes, hangs, or shows another value in the place of one
 * that it could not find out.
 *
 *   shortage [-T] [-f TEXT] [-v TEXT] [-s STEP] [-t TRIED] LIBRARY COMMAND [ARGUMENT...]
 *
 * LIBRARY is failing.c. With -T it runs on a terminal, of type xterm, which it has to leave as it
 * was; what is compared is what stands there then. With -f only lines with that text are compared,
 * with -v no numbers behind that text; with -s of all that only every STEPth is tried. The file of
 * -t has the places that failed with other command lines, which are not tried again. With
 * $DOTPROC_SHORTAGE_ALL each allocation fails. It ends with 1 and the runs that were wrong.
 */
#include <err.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/shortage/failing.h"
#include "tests/shortage/terminal.h"

/* Only a program that hangs takes so long. */
#define HANGS_MS 300000

#define WRONG_SHOWN 5

/* Of shortages that last, one of so many is tried: the next ones show the same. */
#define LASTING_STEP 3

/* Of the allocations at one place, how many of the first ones fail. */
#define OF_A_PLACE 2

struct plan {
    char *const *command;
    const char *filter;  /* NULL: all is compared */
    const char *varying; /* NULL, or what stands before a number that is another each time */
    const char *tried;   /* a file of places, NULL: none */
    uint64_t step;
    bool *chosen; /* of the first `count` allocations */
    uint64_t count;
    struct failing *failing;
    int out, error;            /* what the program wrote, in memory */
    struct terminal *terminal; /* NULL: it needs none */
};

struct answer {
    char *out, *error;
    int status;             /* of waitpid(2) */
    const char *left_wrong; /* how it left its terminal; NULL if as it was */
    bool hung;
};

static void answer_fini(struct answer *answer)
{
    free(answer->out);
    free(answer->error);
}

static char *read_all(int fd)
{
    struct stat status;
    char *text;
    ssize_t len;

    if (fstat(fd, &status) < 0 || !(text = malloc((size_t)status.st_size + 1)))
        err(2, "reading");
    len = pread(fd, text, (size_t)status.st_size, 0);
    text[len > 0 ? len : 0] = '\0';
    return text;
}

/* Takes out the number behind each `before`. */
static void leave_out_numbers(char *text, const char *before)
{
    while (before && (text = strstr(text, before))) {
        char *number = text += strlen(before);

        while (*number && strchr("0123456789.", *number))
            number++;
        memmove(text, number, strlen(number) + 1);
    }
}

/* Leaves only lines with `filter`, if that is not NULL. */
static void leave_lines(char *text, const char *filter)
{
    char *end = text;

    if (!filter)
        return;
    for (char *line = text, *next; *line; line = next) {
        next = line + strcspn(line, "\n");
        next += *next == '\n';
        if (memmem(line, (size_t)(next - line), filter, strlen(filter))) {
            memmove(end, line, (size_t)(next - line));
            end += next - line;
        }
    }
    *end = '\0';
}

static bool take_files(const struct plan *plan)
{
    const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

    return null >= 0 && dup2(null, STDIN_FILENO) >= 0 && dup2(plan->out, STDOUT_FILENO) >= 0;
}

static void become(const struct plan *plan)
{
    if (!(plan->terminal ? terminal_take(plan->terminal) : take_files(plan)) ||
        dup2(plan->error, STDERR_FILENO) < 0)
        _exit(126);
    execv(plan->command[0], plan->command);
    _exit(127);
}

static bool follow(const struct plan *plan, int pidfd)
{
    struct pollfd ended = {.fd = pidfd, .events = POLLIN};

    return plan->terminal ? terminal_follow(plan->terminal, pidfd, HANGS_MS)
                          : poll(&ended, 1, HANGS_MS) != 0;
}

static struct answer run(const struct plan *plan, uint64_t number, bool lasting)
{
    struct answer answer = {0};
    int pidfd;
    pid_t pid;

    plan->failing->number = number;
    plan->failing->lasting = lasting;
    plan->failing->asked = plan->failing->failed = 0;
    if (ftruncate(plan->out, 0) < 0 || lseek(plan->out, 0, SEEK_SET) < 0 ||
        ftruncate(plan->error, 0) < 0 || lseek(plan->error, 0, SEEK_SET) < 0)
        err(2, "output");
    pid = fork();
    if (pid < 0)
        err(2, "fork");
    if (pid == 0)
        become(plan);
    pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (pidfd < 0)
        err(2, "pidfd_open");
    if (!follow(plan, pidfd)) {
        answer.hung = true;
        kill(pid, SIGKILL);
    }
    close(pidfd);
    if (waitpid(pid, &answer.status, 0) != pid)
        err(2, "waitpid");
    answer.out = plan->terminal ? strdup(terminal_left(plan->terminal)) : read_all(plan->out);
    answer.error = read_all(plan->error);
    if (!answer.out)
        err(2, "memory");
    if (plan->terminal)
        answer.left_wrong = terminal_find_fault(plan->terminal);
    leave_lines(answer.out, plan->filter);
    leave_out_numbers(answer.out, plan->varying);
    return answer;
}

/* In the words of strerror(3), for a thread, too, or of the loader, which keeps the reason to
 * itself. */
static bool names_shortage(const char *message)
{
    static const char *const words[] = {
        "emory",
        "Resource temporarily unavailable",
        "cannot create shared object descriptor",
        "libnuma",
    };

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (strstr(message, words[i]))
            return true;
    return false;
}

static size_t line_len(const char *text)
{
    const size_t len = strcspn(text, "\n");

    return text[len] ? len + 1 : len;
}

/* A message on the screen stands where a line is blank. */
static bool is_shortage(const char *text, size_t len, const char *right)
{
    char message[512];

    if (right[strspn(right, "\r")] != '\n' || len >= sizeof(message))
        return false;
    memcpy(message, text, len);
    message[len] = '\0';
    return names_shortage(message);
}

/* Line by line; if it is only a `beginning`, lines may be missing, and the last one may be cut. */
static bool is_right(const char *text, const char *right, bool beginning)
{
    while (*text) {
        const size_t len = line_len(text), right_len = line_len(right);
        const bool cut = beginning && !text[len];

        if (!is_shortage(text, len, right) &&
            (strncmp(text, right, len) != 0 || (!cut && len != right_len)))
            return false;
        text += len;
        right += right_len;
    }
    return beginning || !*right;
}

/* What is wrong with an answer, or NULL. */
static const char *find_fault(const struct answer *answer, const struct answer *right)
{
    if (answer->hung)
        return "hangs";
    if (WIFSIGNALED(answer->status))
        return "crashes";
    if (answer->left_wrong)
        return answer->left_wrong;
    if (strstr(answer->error, "write error"))
        return "a write error";
    if (answer->status == right->status)
        return !is_right(answer->out, right->out, false) ? "another answer"
               : is_right(answer->error, right->error, false) || names_shortage(answer->error)
                   ? NULL
                   : "another message";
    if (answer->status == 0)
        return "status 0";
    if (!is_right(answer->out, right->out, true))
        return "an answer that is not the beginning of the right one";
    return names_shortage(answer->error) ? NULL : "no word of memory";
}

static void show(const char *fault, const struct answer *answer, const struct answer *right,
                 const struct plan *plan)
{
    const struct failing *failing = plan->failing;
    size_t same = 0;

    printf("allocation %llu%s of %llu failed: %s; status %#x\n",
           (unsigned long long)failing->number, failing->lasting ? " and those after it" : "",
           (unsigned long long)failing->asked, fault, (unsigned)answer->status);
    printf("  message: %.800s\n", answer->error);
    while (answer->out[same] && answer->out[same] == right->out[same])
        same++;
    printf("  differs at %zu: \"%.100s\", not \"%.100s\"\n", same, answer->out + same,
           right->out + same);
}

struct tally {
    uint64_t runs, wrong;
};

/* Those beyond the ones that were counted are there only because another one has failed. */
static void try_all(const struct plan *plan, const struct answer *right, bool lasting,
                    struct tally *tally)
{
    const uint64_t step = lasting ? LASTING_STEP * plan->step : plan->step;
    uint64_t turn = 0;
    bool reached = true;

    for (uint64_t number = 1; reached || number <= plan->count; number++) {
        struct answer answer;
        const char *fault;

        if ((number <= plan->count && !plan->chosen[number - 1]) || turn++ % step != 0)
            continue;
        answer = run(plan, number, lasting);
        fault = find_fault(&answer, right);
        reached = plan->failing->asked >= number;
        tally->runs++;
        if (fault && ++tally->wrong <= WRONG_SHOWN)
            show(fault, &answer, right, plan);
        answer_fini(&answer);
    }
}

/* Whether it is among the first ones at its place, or the last one. */
static bool is_chosen(const uint32_t *places, uint64_t at, uint64_t count)
{
    uint64_t before = 0;

    for (uint64_t i = 0; i < at && before < OF_A_PLACE; i++)
        before += places[i] == places[at];
    if (before < OF_A_PLACE)
        return true;
    for (uint64_t i = at + 1; i < count; i++)
        if (places[i] == places[at])
            return false;
    return true;
}

/* Leaves out what was chosen before, and notes what is. */
static void leave_out_tried(const struct plan *plan)
{
    FILE *file = fopen(plan->tried, "a+e");
    uint32_t place;

    if (!file)
        err(2, "%s", plan->tried);
    rewind(file);
    while (fread(&place, sizeof(place), 1, file) == 1)
        for (uint64_t i = 0; i < plan->count; i++)
            if (plan->failing->places[i] == place)
                plan->chosen[i] = false;
    fseek(file, 0, SEEK_END);
    for (uint64_t i = 0; i < plan->count; i++)
        if (plan->chosen[i])
            fwrite(&plan->failing->places[i], sizeof(place), 1, file);
    if (fclose(file) != 0)
        err(2, "%s", plan->tried);
}

/* After a run in which nothing has failed. */
static void choose(struct plan *plan)
{
    const bool all = getenv("DOTPROC_SHORTAGE_ALL");

    plan->count = plan->failing->asked < FAILING_PLACES ? plan->failing->asked : FAILING_PLACES;
    if (plan->count == 0)
        errx(2, "%s allocates nothing, or the library is not loaded", plan->command[0]);
    plan->chosen = calloc(plan->count, sizeof(*plan->chosen));
    if (!plan->chosen)
        err(2, "memory");
    for (uint64_t i = 0; i < plan->count; i++)
        plan->chosen[i] = all || is_chosen(plan->failing->places, i, plan->count);
    if (plan->tried && !all)
        leave_out_tried(plan);
}

static void prepare(struct plan *plan, const char *library)
{
    char path[64];
    const int shared = memfd_create("failing", 0);
    void *mapped;

    if (shared < 0 || ftruncate(shared, sizeof(*plan->failing)) < 0)
        err(2, "memory");
    mapped = mmap(NULL, sizeof(*plan->failing), PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);
    plan->out = memfd_create("out", MFD_CLOEXEC);
    plan->error = memfd_create("error", MFD_CLOEXEC);
    if (mapped == MAP_FAILED || plan->out < 0 || plan->error < 0)
        err(2, "memory");
    plan->failing = mapped;
    snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)getpid(), shared);
    fcntl(shared, F_SETFD, FD_CLOEXEC);
    setenv("LD_PRELOAD", library, 1);
    setenv("FAILING_STATE", path, 1);
    /* The sanitizers want to be loaded first, and need not be. */
    setenv("ASAN_OPTIONS", "verify_asan_link_order=0:allocator_may_return_null=1:detect_leaks=0",
           1);
}

int main(int argc, char *argv[])
{
    struct plan plan = {.step = 1};
    struct tally tally = {0};
    struct terminal terminal;
    struct answer right;
    int option;

    while ((option = getopt(argc, argv, "+f:s:t:Tv:")) != -1) {
        if (option == 'T')
            plan.terminal = &terminal;
        else if (option == 'f')
            plan.filter = optarg;
        else if (option == 'v')
            plan.varying = optarg;
        else if (option == 's')
            plan.step = strtoull(optarg, NULL, 10);
        else if (option == 't')
            plan.tried = optarg;
        else
            return 2;
    }
    if (argc - optind < 2 || plan.step == 0)
        errx(2, "usage: shortage [-T] [-f TEXT] [-v TEXT] [-s STEP] [-t TRIED] LIBRARY COMMAND "
                "[ARGUMENT...]");
    plan.command = argv + optind + 1;
    prepare(&plan, argv[optind]);
    /* So that places are the same ones in each run; where it may not be, all are others. */
    personality(ADDR_NO_RANDOMIZE);
    if (plan.terminal)
        terminal_open(plan.terminal);

    right = run(&plan, 0, false);
    choose(&plan);
    try_all(&plan, &right, false, &tally);
    try_all(&plan, &right, true, &tally);
    printf("%llu allocations, %llu runs, %llu wrong\n", (unsigned long long)plan.count,
           (unsigned long long)tally.runs, (unsigned long long)tally.wrong);
    answer_fini(&right);
    free(plan.chosen);
    return tally.wrong > 0;
}
