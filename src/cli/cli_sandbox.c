#include "cli_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
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
static void allow(int ruleset, const char *path, uint64_t rights)
{
    struct stat info;
    const int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &info) == 0) {
        const struct landlock_path_beneath_attr rule = {S_ISDIR(info.st_mode) ? rights : rights & OF_FILES, fd};
        syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    }
    if (fd >= 0) {
        close(fd);
    }
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
    const uint64_t allowed = rights == CLI_READS ? READING : READING | writing(version);
    const int ruleset = version > 0 ? (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof attr, 0) : -1;
    if (ruleset < 0) {
        return 0;
    }
    for (int i = 0; i < argc; i++) {
        allow_word(ruleset, argv[i], allowed);
    }
    if (rights != CLI_READS) {
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
static const int refused[] = {
    SCMP_SYS(socket), SCMP_SYS(socketpair), SCMP_SYS(connect), SCMP_SYS(bind), SCMP_SYS(listen), SCMP_SYS(accept),
    SCMP_SYS(accept4), SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(ptrace),
    SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(pidfd_getfd), SCMP_SYS(pidfd_open),
    SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root), SCMP_SYS(chroot), SCMP_SYS(unshare), SCMP_SYS(setns),
    SCMP_SYS(bpf), SCMP_SYS(perf_event_open), SCMP_SYS(userfaultfd), SCMP_SYS(io_uring_setup), SCMP_SYS(keyctl),
    SCMP_SYS(add_key), SCMP_SYS(request_key), SCMP_SYS(init_module), SCMP_SYS(finit_module), SCMP_SYS(delete_module),
    SCMP_SYS(kexec_load), SCMP_SYS(reboot), SCMP_SYS(swapon), SCMP_SYS(personality), SCMP_SYS(open_by_handle_at),
    SCMP_SYS(chown), SCMP_SYS(fchown), SCMP_SYS(lchown), SCMP_SYS(fchownat), SCMP_SYS(setuid), SCMP_SYS(setgid),
    SCMP_SYS(mknod), SCMP_SYS(mknodat),
};

// Threads are made as before: clone with CLONE_THREAD. clone3 hides its flags from seccomp, and the C library does
// without it where it is said not to exist.
static bool refuse_processes(scmp_filter_ctx filter)
{
    return seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(fork), 0) == 0 &&
           seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(vfork), 0) == 0 &&
           seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0 &&
           seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                            SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0)) == 0;
}

static bool enter_seccomp(bool forks)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    bool ok = filter != NULL;
    for (size_t i = 0; ok && i < sizeof refused / sizeof refused[0]; i++) {
        ok = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), refused[i], 0) == 0;
    }
    ok = ok && (forks || refuse_processes(filter)) && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return ok;
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
    in.seccomp = enter_seccomp(rights == CLI_FORKS);
    return in;
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
