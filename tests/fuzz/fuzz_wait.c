/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Throws anything at what looks at one task's wait (libFuzzer): lines of maps, words at a futex,
 * arguments of calls, stacks. The first byte says at which.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/source/proc/parse/parse.h"
#include "lib/source/proc/report/report.h"
#include "lib/wait/call.h"
#include "lib/wait/futex.h"
#include "tests/fuzz/fuzz.h"

/* The text is memory of exactly its size. */
static void fuzz_maps(const char *text, size_t len)
{
    struct mapping mapping;

    if (!maps_parse(text, len, &mapping))
        return;
    must(mapping.start <= mapping.end);
    must(mapping.path >= text && mapping.path + mapping.path_len <= text + len);
}

/* The one that is promised a NUL behind the text. */
static void fuzz_place(const char *bytes, size_t len)
{
    uint64_t stack_pointer, program_counter;
    char *text = strndup(bytes, len);

    must(text);
    if (syscall_parse_place(text, &stack_pointer, &program_counter))
        must(stack_pointer || program_counter);
    free(text);
}

static void fuzz_futex(const char *bytes, size_t len)
{
    uint32_t words[FUTEX_WORDS] = {0};

    memcpy(words, bytes, len < sizeof(words) ? len : sizeof(words));
    for (int kind = FUTEX_NONE; kind <= FUTEX_THREAD_END; kind++) {
        const struct futex_answer answer =
            futex_owner((enum futex_kind)kind, words, len % 2 ? 32 : 64);

        must((answer.owner == OWNER_NAMED) == (answer.tid > 0));
        must((answer.owner == OWNER_NONE) == (kind == FUTEX_QUEUE || kind == FUTEX_NONE));
        must(answer.kind == (enum futex_kind)kind || answer.owner == OWNER_UNKNOWN);
        must(!answer.is_claim || answer.owner == OWNER_NAMED);
    }
}

static void fuzz_call(const char *bytes, size_t len)
{
    struct task_syscall call = {.place = PLACE_CALL, .bits = len % 2 ? 32 : 64};
    struct call_futex futex;
    struct buf out = {0};

    if (len > 0)
        call.number = (unsigned char)bytes[0] * 2;
    if (len > 1)
        memcpy(call.arguments, bytes + 1,
               len - 1 < sizeof(call.arguments) ? len - 1 : sizeof(call.arguments));
    call_put(&call, &out);
    must(out.len > 0 && out.data[out.len - 1] == ')');
    if (call_futex(call_name(&call), &call, &futex) && !futex_waits(&futex))
        must(futex_kind_of(&futex) == FUTEX_QUEUE);
    buf_fini(&out);
}

/* Every other address is code, so that there are long chains. */
static bool is_code(const void *unused, uint64_t address)
{
    return !unused && address % 2 == 1;
}

/* A stack that begins at the first of its words. */
static void fuzz_callers(const char *bytes, size_t len)
{
    uint64_t words[64] = {0}, returns[8];
    struct stack stack = {.words = words};
    size_t count;

    len = len < sizeof(words) ? len : sizeof(words);
    memcpy(words, bytes, len);
    stack.count = len / sizeof(words[0]);
    stack.pointer = words[0] & ~UINT64_C(7);
    count = callers_find(&stack, is_code, NULL, returns, 8);
    must(count != 1 && count <= 8);
    for (size_t i = 0; i < count; i++)
        must(is_code(NULL, returns[i]));
}

static void (*const parts[])(const char *bytes, size_t len) = {
    fuzz_maps, fuzz_place, fuzz_futex, fuzz_call, fuzz_callers,
};

#define PARTS (sizeof(parts) / sizeof(parts[0]))

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *bytes;

    if (size < 2)
        return 0;
    bytes = copy_bytes(data + 1, size - 1);
    parts[data[0] % PARTS](bytes, size - 1);
    free(bytes);
    return 0;
}
