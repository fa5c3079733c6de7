/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What LeakSanitizer is not to report of a program built with it: leaks that are a library's own.
 *
 * ncurses 6.6 loses its table of line drawing characters in delscreen(3x), and nobody but the
 * library can free that. Its functions have no names there, so the library as a whole is meant.
 */

/* Asked by the sanitizer's runtime, which declares them in its <sanitizer/lsan_interface.h>. */
const char *__lsan_default_options(void);
const char *__lsan_default_suppressions(void);

/* Or it would say what it passed over, onto the terminal that a test looks at. */
const char *__lsan_default_options(void)
{
    return "print_suppressions=0";
}

const char *__lsan_default_suppressions(void)
{
    return "leak:libncursesw.so\n";
}
