/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/report/report.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/span.h"
#include "lib/source/proc/parse/parse.h"

/* Two words, aligned to their size by the calling conventions of x86-64 and arm64. */
#define RECORD_WORDS 2
#define RECORD_BYTES (RECORD_WORDS * sizeof(uint64_t))
#define RECORDS_MAX  (STACK_WORDS / RECORD_WORDS)

/* Any two words may look like a chain of one. */
#define CHAIN_LEAST 2

/* Where records may be in the stack: word indices counted from an aligned address. */
struct records {
    const struct stack *stack;
    size_t first; /* the word at the first aligned address */
    size_t count;
};

static struct records records_of(const struct stack *stack)
{
    const size_t first = stack->pointer % RECORD_BYTES ? 1 : 0;
    const size_t count = stack->count < STACK_WORDS ? stack->count : STACK_WORDS;

    return (struct records){stack, first, count > first ? (count - first) / RECORD_WORDS : 0};
}

static const uint64_t *record_at(const struct records *records, size_t index)
{
    return &records->stack->words[records->first + index * RECORD_WORDS];
}

/* The next record of the chain; `count` if this one is the last or points elsewhere. */
static size_t next_record(const struct records *records, size_t index)
{
    const uint64_t base = records->stack->pointer + records->first * sizeof(uint64_t);
    const uint64_t next = record_at(records, index)[0];

    if (next < base || next % RECORD_BYTES || (next - base) / RECORD_BYTES >= records->count ||
        (next - base) / RECORD_BYTES <= index)
        return records->count;
    return (size_t)((next - base) / RECORD_BYTES);
}

size_t callers_find(const struct stack *stack, is_code_at *is_code, const void *context,
                    uint64_t *returns, size_t room)
{
    const struct records records = records_of(stack);
    uint16_t lengths[RECORDS_MAX] = {0}; /* of the chain that begins there; 0: none */
    size_t start = records.count, found = 0;

    for (size_t i = records.count; i-- > 0;) {
        const size_t next = next_record(&records, i);

        if (!is_code(context, record_at(&records, i)[1]))
            continue;
        lengths[i] = (uint16_t)(next < records.count ? lengths[next] + 1 : 1);
        if (lengths[i] >= CHAIN_LEAST)
            start = i;
    }
    for (size_t i = start; i < records.count && found < room; i = next_record(&records, i)) {
        if (lengths[i] == 0)
            break;
        returns[found++] = record_at(&records, i)[1];
    }
    return found;
}

/* --- the stacks of a task --- */

/* More executable mappings than programs have, unless they generate code. */
#define CODES_MAX 1024

/* The first page of a file, with the ELF header if it is a program or library. */
#define HEADER_BYTES 4096

/* Below this address only programs that are not position independent are mapped. */
#define POSITIONED_LEAST (UINT64_C(1) << 32)

/* An executable mapping. */
struct code {
    uint64_t start, end, offset;
    uint64_t base; /* the address at which the file's start is mapped; 0: unknown */
    char file[WAIT_NAME_SIZE];
};

struct codes {
    struct code *list;
    size_t count, capacity;
    struct mapping header; /* the last mapping of the start of a file; its path is not valid */
};

/* Sets the file's name without its folder. */
static void name_file(struct code *code, const struct mapping *mapping)
{
    const char *slash = memrchr(mapping->path, '/', mapping->path_len);
    const char *name = slash && *mapping->path == '/' ? slash + 1 : mapping->path;
    size_t len = (size_t)(mapping->path + mapping->path_len - name);

    if (len >= sizeof(code->file))
        len = sizeof(code->file) - 1;
    memcpy(code->file, name, len);
    code->file[len] = '\0';
}

static int see_mapping(void *context, const struct mapping *mapping)
{
    struct codes *codes = context;
    struct code *code;

    if (mapping->inode && mapping->offset == 0)
        codes->header = *mapping;
    if (!mapping->executable)
        return 0;
    if (ARRAY_RESERVE(&codes->list, &codes->capacity, codes->count + 1) < 0)
        return -ENOMEM;
    code = &codes->list[codes->count++];
    code->start = mapping->start;
    code->end = mapping->end;
    code->offset = mapping->offset;
    code->base = mapping->inode && mapping->inode == codes->header.inode &&
                         mapping->device == codes->header.device
                     ? codes->header.start
                     : 0;
    name_file(code, mapping);
    return codes->count == CODES_MAX;
}

static const struct code *find_code(const struct codes *codes, uint64_t address)
{
    for (size_t i = 0; i < codes->count; i++)
        if (address >= codes->list[i].start && address < codes->list[i].end)
            return &codes->list[i];
    return NULL;
}

static bool is_in_code(const void *context, uint64_t address)
{
    return find_code(context, address) != NULL;
}

/*
 * Sets the frame's file and the offset there. The ELF header is read from memory, since opening the
 * file could block or have side effects. If it is not resident, a library is assumed to have its
 * first segment at address 0, as usual. A program that is not position independent may have any
 * address, so its frame stays without a file. 0 or -errno.
 */
static int find_offset(const struct task_reader *reader, const struct code *code,
                       struct wait_frame *frame)
{
    unsigned char header[HEADER_BYTES];
    uint64_t bias = code->base;
    ssize_t len = 0;

    frame->offset = frame->address - code->start + code->offset;
    if (code->base) {
        len = memory_read(reader, code->base, header, sizeof(header));
        if (len <= 0 && code->base < POSITIONED_LEAST)
            return read_error(len);
        if (len <= 0 || elf_find_bias(header, (size_t)len, code->base, &bias))
            frame->offset = frame->address - bias;
    }
    memcpy(frame->file, code->file, sizeof(frame->file));
    return read_error(len);
}

static int add_frame(const struct task_reader *reader, const struct codes *codes,
                     struct wait_report *report, uint64_t address)
{
    const struct code *code = find_code(codes, address);
    struct wait_frame *frame = &report->frames[report->frame_count++];

    *frame = (struct wait_frame){.address = address};
    return code ? find_offset(reader, code, frame) : 0;
}

/* Adds the callers of the function that made the system call. */
static int add_callers(const struct task_reader *reader, const struct codes *codes,
                       struct wait_report *report)
{
    const size_t size = STACK_WORDS * sizeof(uint64_t);
    uint64_t *words = malloc(size);
    uint64_t returns[WAIT_FRAMES_MAX - 1];
    ssize_t len;
    size_t count;
    int result;

    if (!words)
        return -ENOMEM;
    len = memory_read(reader, report->stack_pointer, words, size);
    result = read_error(len);
    if (len > 0) {
        const struct stack stack = {report->stack_pointer, words, (size_t)len / sizeof(uint64_t)};

        count = callers_find(&stack, is_in_code, codes, returns, WAIT_FRAMES_MAX - 1);
        for (size_t i = 0; result == 0 && i < count; i++)
            result = add_frame(reader, codes, report, returns[i]);
    }
    free(words);
    return result;
}

static int read_user_stack(const struct task_reader *reader, struct wait_report *report)
{
    struct codes codes = {0};
    uint64_t program_counter;
    ssize_t len = task_reader_read(reader, "syscall");
    int result;

    if (len <= 0 ||
        !syscall_parse_place(reader->source->buffer.data, &report->stack_pointer, &program_counter))
        return read_error(len);
    result = reader->source->base.live
                 ? read_error(task_folder_each_mapping(reader->folder, see_mapping, &codes))
                 : 0;
    if (result == 0)
        result = add_frame(reader, &codes, report, program_counter);
    if (result == 0 && report->links[0].call.bits == 64)
        result = add_callers(reader, &codes, report);
    free(codes.list);
    return result;
}

/*
 * Parses lines such as "[<0>] do_wait+0x5f/0xa0" and stores the function names. The file is
 * readable by root only, and empty for a running task.
 */
static int read_kernel_stack(const struct task_reader *reader, struct wait_report *report)
{
    const ssize_t len = task_reader_read(reader, "stack");
    struct span rest = span_of(len > 0 ? reader->source->buffer.data : ""), line;

    while (span_take_part(&rest, '\n', &line)) {
        const char *name = memchr(line.text, ' ', line.len);
        size_t name_len;

        name = name ? name + 1 : line.text;
        name_len = strcspn(name, "+ \n");
        if (report->kernel_stack_len + name_len + 1 > sizeof(report->kernel_stack))
            break;
        memcpy(report->kernel_stack + report->kernel_stack_len, name, name_len);
        report->kernel_stack_len += (uint32_t)name_len + 1;
        report->kernel_stack[report->kernel_stack_len - 1] = '\0';
    }
    return read_error(len);
}

int stacks_read(const struct task_reader *reader, struct wait_report *report)
{
    int result = read_kernel_stack(reader, report);

    return result < 0 ? result : read_user_stack(reader, report);
}

/* --- the load bias of a mapped file --- */

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define OWN_ORDER ELFDATA2LSB
#else
#define OWN_ORDER ELFDATA2MSB
#endif

/*
 * Segments need not begin on a page boundary; that with the ELF header begins in the file's first
 * page.
 */
#define PAGE_LEAST 4096

/* Where the program headers are, for both ELF classes. */
struct headers {
    uint64_t offset;
    size_t count, size;
};

struct segment {
    uint32_t type;
    uint64_t offset, address;
};

static bool take_headers(const unsigned char *bytes, size_t len, struct headers *headers)
{
    Elf64_Ehdr wide;
    Elf32_Ehdr narrow;

    if (len < sizeof(wide) || memcmp(bytes, ELFMAG, SELFMAG) != 0 || bytes[EI_DATA] != OWN_ORDER)
        return false;
    memcpy(&wide, bytes, sizeof(wide));
    memcpy(&narrow, bytes, sizeof(narrow));
    if (bytes[EI_CLASS] == ELFCLASS64)
        *headers = (struct headers){wide.e_phoff, wide.e_phnum, sizeof(Elf64_Phdr)};
    else
        *headers = (struct headers){narrow.e_phoff, narrow.e_phnum, sizeof(Elf32_Phdr)};
    return headers->size == (bytes[EI_CLASS] == ELFCLASS64 ? wide.e_phentsize : narrow.e_phentsize);
}

static struct segment take_segment(const unsigned char *bytes, size_t size)
{
    Elf64_Phdr wide;
    Elf32_Phdr narrow;

    if (size == sizeof(wide)) {
        memcpy(&wide, bytes, sizeof(wide));
        return (struct segment){wide.p_type, wide.p_offset, wide.p_vaddr};
    }
    memcpy(&narrow, bytes, sizeof(narrow));
    return (struct segment){narrow.p_type, narrow.p_offset, narrow.p_vaddr};
}

bool elf_find_bias(const void *bytes, size_t len, uint64_t base, uint64_t *bias)
{
    struct headers headers;

    if (!take_headers(bytes, len, &headers) || headers.offset > len)
        return false;
    len = (len - (size_t)headers.offset) / headers.size;
    for (size_t i = 0; i < headers.count && i < len; i++) {
        const struct segment segment = take_segment(
            (const unsigned char *)bytes + headers.offset + i * headers.size, headers.size);

        if (segment.type != PT_LOAD || segment.offset >= PAGE_LEAST)
            continue;
        *bias = base - (segment.address - segment.offset);
        return *bias % PAGE_LEAST == 0;
    }
    return false;
}
