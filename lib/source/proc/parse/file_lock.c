/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/parse/file_lock.h"

#include <string.h>

#include "lib/base/number.h"

/* A word between blanks. */
struct word {
    const char *text;
    size_t len;
};

static struct word take_word(const char **at, const char *end)
{
    struct word word;

    while (*at < end && **at == ' ')
        ++*at;
    word.text = *at;
    while (*at < end && **at != ' ')
        ++*at;
    word.len = (size_t)(*at - word.text);
    return word;
}

static bool is(struct word word, const char *text)
{
    return word.len == strlen(text) && memcmp(word.text, text, word.len) == 0;
}

static bool take_kind(struct word word, enum file_lock_kind *kind)
{
    static const char *const names[] = {
        [LOCK_FLOCK] = "FLOCK", [LOCK_POSIX] = "POSIX", [LOCK_OFD] = "OFDLCK"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (is(word, names[i])) {
            *kind = (enum file_lock_kind)i;
            return true;
        }
    return false;
}

/* "-1" stands for the owner of an open file description lock: unknown. */
static bool take_tgid(struct word word, pid_t *tgid)
{
    uint64_t number;

    *tgid = 0;
    if (is(word, "-1"))
        return true;
    if (!decimal_take(&word.text, word.text + word.len, &number) || number > INT32_MAX)
        return false;
    *tgid = (pid_t)number;
    return true;
}

/* "fe:00:9980495" */
static bool take_inode(struct word word, uint64_t *inode)
{
    const char *end = word.text + word.len;
    const char *colon = word.len > 0 ? memrchr(word.text, ':', word.len) : NULL;

    if (!colon)
        return false;
    colon++;
    return decimal_take(&colon, end, inode) && colon == end;
}

/* "1:  -> FLOCK  ADVISORY  WRITE 2957 fe:00:9980495 0 EOF" */
bool file_lock_parse(const char *line, size_t len, struct file_lock *lock)
{
    const char *at = line, *end = line + len;
    struct word word;

    take_word(&at, end);
    word = take_word(&at, end);
    lock->waits = is(word, "->");
    if (lock->waits)
        word = take_word(&at, end);
    if (!take_kind(word, &lock->kind))
        return false;
    take_word(&at, end);
    take_word(&at, end);
    return take_tgid(take_word(&at, end), &lock->tgid) &&
           take_inode(take_word(&at, end), &lock->inode);
}
