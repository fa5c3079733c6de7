/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The places in a program that a report has are addresses that addr2line(1) knows: of programs that
 * are position independent and of others.
 *
 *   places PROGRAM...   the programs made of stands.c
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/source.h"
#include "tests/common/child.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"
#include "tests/waits/look.h"

static struct source *source;

/* Until its pipes are closed; returns when it is about to wait. */
static pid_t start(const char *program, int *input)
{
    int in[2], out[2];
    pid_t child;
    char byte;

    if (pipe2(in, O_CLOEXEC) < 0 || pipe2(out, O_CLOEXEC) < 0)
        fail("pipe: %s", strerror(errno));
    child = child_fork();
    if (child == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        execl(program, program, NULL);
        _exit(EXIT_FAILURE);
    }
    close(in[0]);
    close(out[1]);
    if (child < 0 || read(out[0], &byte, 1) != 1)
        fail("%s does not begin", program);
    close(out[0]);
    *input = in[1];
    return child;
}

/* What addr2line(1) calls the function there; "" if it says nothing. */
static const char *function_at(const char *program, uint64_t address)
{
    static char name[256];
    char number[32];
    ssize_t len = 0, got;
    int out[2];
    pid_t child;

    snprintf(number, sizeof(number), "0x%llx", (unsigned long long)address);
    if (pipe2(out, O_CLOEXEC) < 0)
        fail("pipe: %s", strerror(errno));
    child = child_fork();
    if (child == 0) {
        dup2(out[1], STDOUT_FILENO);
        execlp("addr2line", "addr2line", "-f", "-e", program, number, NULL);
        _exit(EXIT_FAILURE);
    }
    close(out[1]);
    while ((got = read(out[0], name + len, sizeof(name) - 1 - (size_t)len)) > 0)
        len += got;
    close(out[0]);
    child_end(child);
    name[len] = '\0';
    name[strcspn(name, "\n")] = '\0';
    return name;
}

/* Whether the callers are those; the innermost function is none. */
static bool has_callers(const char *program, const struct wait_report *report)
{
    static const char *const callers[] = {"stand_outer", "main"};
    const char *file = strrchr(program, '/');
    size_t found = 0;

    for (uint32_t i = 0; i < report->frame_count && found < 2; i++) {
        const struct wait_frame *frame = &report->frames[i];

        if (strcmp(frame->file, file ? file + 1 : program) == 0 &&
            strcmp(function_at(program, frame->offset), callers[found]) == 0)
            found++;
    }
    return found == 2;
}

/* Returns the program. */
static const char *print(const char *program, const struct wait_report *report)
{
    for (uint32_t i = 0; report && i < report->frame_count; i++)
        printf("  %s+0x%llx %s\n", report->frames[i].file,
               (unsigned long long)report->frames[i].offset,
               function_at(program, report->frames[i].offset));
    return program;
}

static void check(const char *program)
{
    const struct wait_report *report;
    int input;
    pid_t child = start(program, &input);

    WAIT_UNTIL ((report = look_at_wait(source, child, child)) && has_callers(program, report),
                "of %s, the above", print(program, report))
        continue;
    puts(print(program, report));
    close(input);
    child_end(child);
}

int main(int argc, char **argv)
{
    const struct source_options options = {.name = "task"};
    struct buf why = {0};

#if !defined(__x86_64__) && !defined(__aarch64__)
    return skip("no callers are looked for here");
#endif
    if (argc < 3)
        return skip("the compiler does not make both kinds of programs");
    if (!*function_at(argv[1], 0))
        return skip("there is no addr2line");
    if (access("/proc/self/syscall", R_OK) < 0)
        return skip("this kernel does not say what call a task is in");
    if (source_open(&options, &source, &why) < 0)
        return skip(buf_text(&why));
    for (int i = 1; i < argc; i++)
        check(argv[i]);
    source_close(source);
    buf_fini(&why);
    return EXIT_SUCCESS;
}
