#include "cli_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#ifndef LANDLOCK_ACCESS_FS_TRUNCATE  // of version 3; the headers of Debian 12 end with 2
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif

enum { MAX_PATH = 4096 };
static const rlim_t LARGEST_FILE = (rlim_t)4 << 30;

static const uint64_t READING = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
static const uint64_t WRITING = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                                LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                                LANDLOCK_ACCESS_FS_MAKE_SYM;
static const uint64_t NEVER = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_SOCK |
                              LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK;
static const uint64_t OF_FILES = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE;

// ---- Landlock ------------------------------------------------------------------------------------------------

static int landlock_version(void)
{
    const long version = syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, LANDLOCK_CREATE_RULESET_VERSION);
    return version > 0 ? (int)version : 0;
}

// Rights that came with later versions are not known to earlier ones.
static uint64_t writing(int version)
{
    return WRITING | (version >= 2 ? LANDLOCK_ACCESS_FS_REFER : 0) | (version >= 3 ? LANDLOCK_ACCESS_FS_TRUNCATE : 0);
}

// Allows it for a file, or for a folder and all below it. One that is not there needs no right.
static bool allow(int ruleset, const char *path, uint64_t rights)
{
    struct stat info;
    bool allowed = false;
    const int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &info) == 0) {
        const struct landlock_path_beneath_attr rule = {S_ISDIR(info.st_mode) ? rights : rights & OF_FILES, fd};
        allowed = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
    }
    if (fd >= 0) {
        close(fd);
    }
    return allowed;
}

// The nearest folder above a path that is there: what is to be made is made in it.
static void allow_above(int ruleset, const char *path, uint64_t rights)
{
    char folder[MAX_PATH];
    struct stat info;
    size_t len = strlen(path);
    if (len == 0 || len >= sizeof folder) {
        return;
    }
    memcpy(folder, path, len + 1);
    do {
        char *slash = strrchr(folder, '/');
        if (slash == NULL) {
            memcpy(folder, ".", 2);
        } else {
            slash[slash == folder] = '\0';
        }
    } while (stat(folder, &info) != 0 && strcmp(folder, ".") != 0 && strcmp(folder, "/") != 0);
    if (strcmp(folder, "/") != 0) {  // else the path alone, or nothing would be confined
        allow(ruleset, folder, rights);
    }
}

// A word of the command line may be a path, or hold one behind "=".
static void allow_word(int ruleset, const char *word, uint64_t rights)
{
    const char *value = word[0] == '-' ? strchr(word, '=') : NULL;
    const char *path = value != NULL ? value + 1 : word;
    allow(ruleset, path, rights);
    allow_above(ruleset, path, rights);
}

static int enter_landlock(cli_rights rights, int argc, char **argv)
{
    const int version = landlock_version();
    const struct landlock_ruleset_attr attr = {.handled_access_fs = READING | writing(version) | NEVER};
    const bool reads = rights == CLI_READS || rights == CLI_APART;
    const uint64_t allowed = reads ? READING : READING | writing(version);
    const int ruleset = version > 0 ? (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof attr, 0) : -1;
    if (ruleset < 0) {
        return 0;
    }
    for (int i = 0; i < argc; i++) {
        allow_word(ruleset, argv[i], allowed);
    }
    if (!reads) {
        allow(ruleset, ".", allowed);
    }
    allow(ruleset, "/dev", READING | LANDLOCK_ACCESS_FS_WRITE_FILE);  // /dev/null, /dev/tty
    allow(ruleset, "/proc/self", READING);
    const bool entered = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
    close(ruleset);
    return entered ? version : 0;
}

// ---- seccomp -------------------------------------------------------------------------------------------------

// What no command of ours does: the network, other programs, other people's processes, the machine itself.
static const uint32_t refused[] = {
    SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept4, SYS_execve, SYS_execveat, SYS_ptrace,
    SYS_process_vm_readv, SYS_process_vm_writev, SYS_pidfd_getfd, SYS_pidfd_open, SYS_mount, SYS_umount2, SYS_pivot_root,
    SYS_chroot, SYS_unshare, SYS_setns, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_io_uring_setup, SYS_keyctl,
    SYS_add_key, SYS_request_key, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot,
    SYS_swapon, SYS_personality, SYS_open_by_handle_at, SYS_fchown, SYS_fchownat, SYS_setuid, SYS_setgid, SYS_mknodat,
#ifdef SYS_accept  // calls that newer machines never had
    SYS_accept,
#endif
#ifdef SYS_chown
    SYS_chown, SYS_lchown,
#endif
#ifdef SYS_mknod
    SYS_mknod,
#endif
#ifdef SYS_socketcall  // of 32-bit x86 and s390x: all of the network by one call
    SYS_socketcall,
#endif
#ifdef SYS_chown32  // of 32-bit x86: the same with ids of 32 bits
    SYS_chown32, SYS_fchown32, SYS_lchown32, SYS_setuid32, SYS_setgid32,
#endif
};

// Those that make a process whatever their arguments are.
static const uint32_t processes[] = {
#ifdef SYS_fork
    SYS_fork, SYS_vfork,
#endif
    UINT32_MAX,
};

#if defined(__x86_64__)
#define OUR_MACHINE AUDIT_ARCH_X86_64
#elif defined(__i386__)
#define OUR_MACHINE AUDIT_ARCH_I386
#elif defined(__aarch64__)
#define OUR_MACHINE AUDIT_ARCH_AARCH64
#elif defined(__arm__) && defined(__ARM_EABI__)
#define OUR_MACHINE AUDIT_ARCH_ARM
#elif defined(__s390x__)
#define OUR_MACHINE AUDIT_ARCH_S390X
#elif defined(__riscv) && __riscv_xlen == 64
#define OUR_MACHINE AUDIT_ARCH_RISCV64
#elif defined(__powerpc64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define OUR_MACHINE AUDIT_ARCH_PPC64LE
#else
#define OUR_MACHINE 0  // none: then there is no filter
#endif

enum {
    MAX_FILTER = 128,
    FIRST_OF_X32 = 0x40000000,  // numbers of x86-64's other set of calls
    FLAGS = offsetof(struct seccomp_data, args[0])  // of clone, the half that CLONE_THREAD is in
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
          + 4
#endif
#ifdef __s390x__
          + 8
#endif
};

// A program for the kernel, put together here: libseccomp asks for memory hundreds of times, and breaks where there is
// none.
typedef struct {
    struct sock_filter line[MAX_FILTER];
    unsigned short count;
} filter;

static void put(filter *f, unsigned short code, uint32_t value, unsigned char yes, unsigned char no)
{
    f->line[f->count++] = (struct sock_filter){code, yes, no, value};
}

static void load(filter *f, uint32_t from)
{
    put(f, BPF_LD | BPF_W | BPF_ABS, from, 0, 0);
}

static void end_with(filter *f, uint32_t what)
{
    put(f, BPF_RET | BPF_K, what, 0, 0);
}

// When it is this number, the call fails with an errno.
static void refuse(filter *f, uint32_t number, uint32_t error)
{
    put(f, BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
    end_with(f, SECCOMP_RET_ERRNO | error);
}

// Threads are made as before: clone with CLONE_THREAD. clone3 hides its flags from seccomp, and the C library does
// without it where it is said not to exist.
static void refuse_processes(filter *f)
{
    for (size_t i = 0; processes[i] != UINT32_MAX; i++) {
        refuse(f, processes[i], EPERM);
    }
    refuse(f, SYS_clone3, ENOSYS);
    put(f, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3);
    load(f, FLAGS);
    put(f, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0);
    end_with(f, SECCOMP_RET_ERRNO | EPERM);
}

static bool enter_seccomp(bool forks)
{
    filter f = {.count = 0};
    _Static_assert(2 * sizeof refused / sizeof refused[0] + 16 < MAX_FILTER, "room for the filter");
    load(&f, offsetof(struct seccomp_data, arch));
    put(&f, BPF_JMP | BPF_JEQ | BPF_K, OUR_MACHINE, 1, 0);
    end_with(&f, SECCOMP_RET_KILL_PROCESS);
    load(&f, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
    put(&f, BPF_JMP | BPF_JGE | BPF_K, FIRST_OF_X32, 0, 1);
    end_with(&f, SECCOMP_RET_ERRNO | ENOSYS);
#endif
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        refuse(&f, refused[i], EPERM);
    }
    if (!forks) {
        refuse_processes(&f);
    }
    end_with(&f, SECCOMP_RET_ALLOW);
    const struct sock_fprog program = {f.count, f.line};
    return OUR_MACHINE != 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

// ---- all of it -----------------------------------------------------------------------------------------------

static bool is_off(void)
{
    const char *wish = getenv("BROADSIDE_SANDBOX");
    return SANITIZED || (wish != NULL && strcmp(wish, "off") == 0);
}

cli_sandbox cli_sandbox_offered(void)
{
    return (cli_sandbox){.landlock = landlock_version(), .seccomp = prctl(PR_GET_SECCOMP) >= 0, .off = is_off()};
}

cli_sandbox cli_sandbox_enter(cli_rights rights, int argc, char **argv)
{
    cli_sandbox in = {.off = is_off()};
    const struct rlimit no_core = {0, 0}, file = {LARGEST_FILE, LARGEST_FILE};
    if (in.off || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        return in;
    }
    setrlimit(RLIMIT_CORE, &no_core);
    setrlimit(RLIMIT_FSIZE, &file);
    in.landlock = rights == CLI_ANYWHERE ? 0 : enter_landlock(rights, argc, argv);
    in.seccomp = enter_seccomp(rights == CLI_FORKS || rights == CLI_APART || rights == CLI_ANYWHERE);
    return in;
}

// ---- a process of a confined one -------------------------------------------------------------------------------

enum { APART_FILES = 32, APART_FILE = 64 << 20 };

// The soft limit and the hard one: what it may no longer do it cannot allow itself again.
static void lower(__rlimit_resource_t of, rlim_t most)
{
    struct rlimit limit;
    if (getrlimit(of, &limit) == 0 && (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > most)) {
        limit.rlim_cur = limit.rlim_max = most;
        setrlimit(of, &limit);
    }
}

// Also where the process that made it may write, or is not confined by Landlock (CLI_ANYWHERE).
static void forbid_writing(void)
{
    const int version = landlock_version();
    const struct landlock_ruleset_attr attr = {.handled_access_fs = READING | writing(version) | NEVER};
    const int ruleset = version > 0 ? (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof attr, 0) : -1;
    if (ruleset >= 0 && allow(ruleset, "/", READING)) {
        syscall(SYS_landlock_restrict_self, ruleset, 0);
    }
    if (ruleset >= 0) {
        close(ruleset);
    }
}

void cli_sandbox_apart(size_t memory)
{
    if (is_off()) {
        return;
    }
    lower(RLIMIT_AS, memory);
    lower(RLIMIT_NOFILE, APART_FILES);
    lower(RLIMIT_FSIZE, APART_FILE);
    lower(RLIMIT_NPROC, 0);
    forbid_writing();
    enter_seccomp(false);
}

// Was the call refused with this errno? Its result is closed if there is one.
static bool is_refused(int result, int number, const char *what, brs_err *err)
{
    if (result < 0 && errno == number) {
        return true;
    }
    if (result >= 0) {
        close(result);
    }
    return brs_fail(err, BRS_UNEXPECTED, "%s is not refused by the sandbox", what);
}

bool cli_sandbox_holds(const cli_sandbox *offered, brs_err *err)
{
    char *none[] = {NULL};
    if (offered->off) {
        return true;
    }
    return (!offered->seccomp || (is_refused(socket(AF_INET, SOCK_STREAM, 0), EPERM, "the network", err) &&
                                  is_refused(execve("/nowhere", none, none), EPERM, "a program", err))) &&
           (offered->landlock == 0 ||
            is_refused(open("/etc/passwd", O_RDONLY | O_CLOEXEC), EACCES, "a file that no argument names", err));
}
