/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_MISSING_PAGE_H
#define DOTPROC_TESTS_COMMON_MISSING_PAGE_H

/*
 * A page of memory that is not there: whoever touches it waits until somebody brings it, by
 * userfaultfd(2), whose descriptor goes to `faults`, or waits for ever. NULL with errno where that
 * cannot be.
 */
char *missing_page(int *faults);

/* Brings it, full of zeros. 0 or -1 with errno. */
int missing_page_bring(int faults, const char *page);

#endif
