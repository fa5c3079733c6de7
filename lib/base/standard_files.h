/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_STANDARD_FILES_H
#define DOTPROC_BASE_STANDARD_FILES_H

/*
 * Opens /dev/null in place of those of the descriptors 0 to 2 that are closed: otherwise the next
 * file opened would get what is written to standard output. As with a closed descriptor, reading
 * from 0 and writing to 1 and 2 fails with EBADF. To be called before anything else is opened.
 */
void standard_files_hold(void);

#endif
