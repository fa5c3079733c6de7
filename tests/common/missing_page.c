/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/common/missing_page.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct uffdio_range range_of(const char *page)
{
    return (struct uffdio_range){(uintptr_t)page, (uint64_t)sysconf(_SC_PAGESIZE)};
}

char *missing_page(int *faults)
{
    struct uffdio_register area = {.mode = UFFDIO_REGISTER_MODE_MISSING};
    struct uffdio_api api = {.api = UFFD_API};
    char *page;

    *faults = (int)syscall(SYS_userfaultfd, O_CLOEXEC);
    if (*faults < 0 || ioctl(*faults, UFFDIO_API, &api) < 0)
        return NULL;
    page = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE,
                /* cppcheck-suppress invalidFunctionArg ; no file */
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    area.range = range_of(page);
    return page == MAP_FAILED || ioctl(*faults, UFFDIO_REGISTER, &area) < 0 ? NULL : page;
}

int missing_page_bring(int faults, const char *page)
{
    struct uffdio_zeropage zero = {.range = range_of(page)};

    return ioctl(faults, UFFDIO_ZEROPAGE, &zero);
}
