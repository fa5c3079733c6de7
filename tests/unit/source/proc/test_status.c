/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "lib/source/proc/parse/parse.h"
#include "tests/unit/run.h"

static const char modern[] =
    "Name:\tweb\\nserver\\\\x\nUmask:\t0022\nState:\tS (sleeping)\nTgid:\t40\n"
    "Ngid:\t0\nPid:\t41\nPPid:\t1\nTracerPid:\t0\nUid:\t10\t11\t12\t13\n"
    "Gid:\t20\t21\t22\t23\nFDSize:\t64\nGroups:\t4 24 27 \nNStgid:\t40\n"
    "Kthread:\t0\nVmPeak:\t  900 kB\nVmSize:\t  800 kB\nVmLck:\t   16 kB\n"
    "VmRSS:\t  600 kB\nRssAnon:\t  100 kB\nRssFile:\t  450 kB\n"
    "RssShmem:\t   50 kB\nVmData:\t  300 kB\nVmStk:\t  132 kB\n"
    "VmSwap:\t    8 kB\nThreads:\t12\nSigQ:\t0/96365\n"
    "SigPnd:\t0000000000000001\nShdPnd:\t8000000000000000\n"
    "SigBlk:\t00000000000000f0\nSigIgn:\t0000000000001000\n"
    "SigCgt:\t00000001800004ec\nCapInh:\t0000000000000000\n"
    "CapPrm:\t000001fffeffffff\nCapEff:\t0000000000000400\n";

static struct status_lines lines;

static void parse(const char *text)
{
    ck_assert(status_parse(text, strlen(text), &lines));
}

CASE(modern_lines)
{
    parse(modern);
    ck_assert_int_eq(lines.threads, 12);
    ck_assert_uint_eq(lines.status.uid[ID_REAL], 10);
    ck_assert_uint_eq(lines.status.uid[ID_EFFECTIVE], 11);
    ck_assert_uint_eq(lines.status.uid[ID_SAVED], 12);
    ck_assert_uint_eq(lines.status.uid[ID_FS], 13);
    ck_assert_uint_eq(lines.status.gid[ID_REAL], 20);
    ck_assert_uint_eq(lines.status.gid[ID_FS], 23);
    ck_assert_uint_eq(lines.groups_len, strlen("4 24 27 "));
    ck_assert_mem_eq(lines.groups, "4 24 27 ", lines.groups_len);
    ck_assert_uint_eq(lines.vm_size_kib, 800);
    ck_assert_uint_eq(lines.vm_rss_kib, 600);
    ck_assert_uint_eq(lines.status.vm_locked_kib, 16);
    ck_assert_uint_eq(lines.status.rss_anon_kib, 100);
    ck_assert_uint_eq(lines.status.rss_file_kib, 450);
    ck_assert_uint_eq(lines.status.rss_shmem_kib, 50);
    ck_assert_uint_eq(lines.status.vm_data_kib, 300);
    ck_assert_uint_eq(lines.status.vm_stack_kib, 132);
    ck_assert_uint_eq(lines.status.vm_swap_kib, 8);
    ck_assert_uint_eq(lines.status.sig_pending, 1);
    ck_assert_uint_eq(lines.status.sig_group, UINT64_C(1) << 63);
    ck_assert_uint_eq(lines.status.sig_blocked, 0xf0);
    ck_assert_uint_eq(lines.status.sig_ignored, 0x1000);
    ck_assert_uint_eq(lines.status.sig_caught, 0x1800004ec);
    ck_assert_uint_eq(lines.status.cap_permitted, 0x1fffeffffff);
    ck_assert_uint_eq(lines.status.cap_effective, 0x400);
}

CASE(any_order_is_understood)
{
    parse("SigCgt:\tff\nThreads:\t3\nGid:\t1\t2\t3\t4\nUid:\t5\t6\t7\t8\n"
          "Tgid:\t9\nName:\tx\n");
    ck_assert_uint_eq(lines.status.sig_caught, 0xff);
    ck_assert_int_eq(lines.threads, 3);
    ck_assert_uint_eq(lines.status.gid[ID_EFFECTIVE], 2);
    ck_assert_uint_eq(lines.status.uid[ID_EFFECTIVE], 6);
    ck_assert_uint_eq(lines.name_len, 1);
}

CASE(more_threads_than_there_may_be_are_unknown)
{
    parse("Name:\tx\nTgid:\t9\nUid:\t0\t0\t0\t0\nThreads:\t4294967301\n");
    ck_assert_int_eq(lines.threads, 0);
}

CASE(kernel_threads_have_no_memory)
{
    parse("Name:\tkthreadd\nTgid:\t2\nUid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\n"
          "Groups:\t \nThreads:\t1\n");
    ck_assert_uint_eq(lines.vm_size_kib, 0);
    ck_assert_uint_eq(lines.vm_rss_kib, 0);
    ck_assert_uint_eq(lines.status.vm_swap_kib, 0);
    ck_assert(!lines.status.has_signals);
}

CASE(lines_that_other_kernels_do_not_have)
{
    parse("Name:\tx\nUid:\t0\t0\t0\t0\nVmSize:\t 8 kB\nVmStk:\t 4 kB\n");
    ck_assert_uint_eq(lines.vm_size_kib, 8);
    ck_assert_uint_eq(lines.status.vm_stack_kib, 4);
    ck_assert_uint_eq(lines.status.vm_data_kib, LINE_MISSING);
    ck_assert_uint_eq(lines.status.rss_anon_kib, LINE_MISSING);
    ck_assert(!lines.status.has_capabilities);
}

CASE(old_kernels_have_no_groups_of_threads)
{
    parse("Name:\tinit\nState:\tS (sleeping)\nPid:\t1\nPPid:\t0\n"
          "Uid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\n");
    ck_assert_int_eq(lines.threads, 0);
}

static const char *const broken[] = {"", "\n", "Name:\tx\n", "Uid", "uid:\t1\n", ":\n:\n"};

LOOP(other_files_are_refused, COUNT_OF(broken))
{
    ck_assert(!status_parse(broken[_i], strlen(broken[_i]), &lines));
}

#define ALONE(tgid) "Name:\tx\nTgid:\t" tgid "\n", strlen("Name:\tx\nTgid:\t" tgid "\n")

CASE(tgid_alone)
{
    static const char hostile[] = "Name:\tTgid:\t99\nState:\tS\nTgid:\t7\n";

    ck_assert_int_eq(status_tgid(modern, strlen(modern)), 40);
    ck_assert_int_eq(status_tgid(hostile, strlen(hostile)), 7);
    ck_assert_int_eq(status_tgid("", 0), 0);
    ck_assert_int_eq(status_tgid("Name:\tinit\nPid:\t1\n", 18), 0); /* of old kernels */
    ck_assert_int_eq(status_tgid("Name:\tx\nTgid:", 13), 0);
    ck_assert_int_eq(status_tgid(ALONE("2147483647")), INT32_MAX);
    ck_assert_int_eq(status_tgid(ALONE("2147483648")), 0);
    ck_assert_int_eq(status_tgid(ALONE("18446744073709551616")), 0);
}

static const struct {
    const char *text;
    pid_t innermost, sole;
} namespaces[] = {
    {"Name:\tx\nNSpid:\t4711\n", 0, 4711},
    {"Name:\tx\nNSpid:\t4711\t5\nNSpgid:\t4711\t9\n", 5, 0},
    {"Name:\tx\nNSpid:\t4711\t5\t1\n", 1, 0},
    {"Name:\tNSpid:\t4711\t5\nTgid:\t7\n", 0, 0},
    {"Name:\tx\nNSpid:\t4711\t5", 0, 0},
    {"Name:\tx\nNSpid:\t4711 x\n", 0, 0},
    {"Name:\tx\nNSpid:\n", 0, 0},
    {"", 0, 0},
};

LOOP(numbers_in_other_namespaces, COUNT_OF(namespaces))
{
    const char *text = namespaces[_i].text;

    ck_assert_int_eq(status_innermost_tid(text, strlen(text)), namespaces[_i].innermost);
    ck_assert_int_eq(status_sole_tid(text, strlen(text)), namespaces[_i].sole);
}

static const struct {
    const char *written;
    const char *name;
} escapes[] = {
    {"plain", "plain"}, {"a\\nb", "a\nb"},  {"a\\\\b", "a\\b"}, {"\\\\n", "\\n"},
    {"end\\", "end\\"}, {"\\x41", "\\x41"}, {"", ""},
};

LOOP(names_are_unescaped, COUNT_OF(escapes))
{
    char name[16];
    size_t len = strlen(escapes[_i].written);

    memcpy(name, escapes[_i].written, len);
    len = status_unescape(name, len, name);
    ck_assert_uint_eq(len, strlen(escapes[_i].name));
    ck_assert_mem_eq(name, escapes[_i].name, len);
}
