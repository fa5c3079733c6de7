/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * In place of libFuzzer: gives a target the inputs of a corpus, so that any build and any compiler
 * can try them again.
 *
 *   replay_NAME CORPUS
 *
 * A corpus is text: an input on each line, in hexadecimal; lines that begin with '#' are comments.
 */
#include <err.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

static int digit(char letter)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = letter ? strchr(digits, letter) : NULL;

    return at ? (int)(at - digits) : -1;
}

/* Gives the target the bytes of a line, in memory of their exact size. */
static void replay(const char *line, size_t len)
{
    const size_t size = len / 2;
    uint8_t *data = malloc(size > 0 ? size : 1);

    if (!data)
        err(EXIT_FAILURE, "memory");
    for (size_t i = 0; i < size; i++) {
        const int high = digit(line[2 * i]), low = digit(line[2 * i + 1]);

        if (high < 0 || low < 0)
            errx(EXIT_FAILURE, "not hexadecimal: %s", line);
        data[i] = (uint8_t)(high << 4 | low);
    }
    LLVMFuzzerTestOneInput(data, size);
    free(data);
}

int main(int argc, char *argv[])
{
    FILE *corpus = argc == 2 ? fopen(argv[1], "re") : NULL;
    char *line = NULL;
    size_t capacity = 0, count = 0;
    ssize_t len;

    if (!corpus) {
        warn("usage: %s CORPUS", argv[0]);
        return EXIT_FAILURE;
    }
    while ((len = getline(&line, &capacity, corpus)) >= 0) {
        if (len > 0 && line[len - 1] == '\n')
            line[--len] = '\0';
        if (line[0] == '#')
            continue;
        replay(line, (size_t)len);
        count++;
    }
    free(line);
    fclose(corpus);
    printf("%zu inputs\n", count);
    return count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
