# perl confine.pl <path>... -- <program> <argument>...
# Starts a program that may read and run these paths and nothing else, writes no file and opens no socket, whatever code takes it
# over: the kernel holds it to that (Landlock, seccomp). This takes no right and no name space, so it also works in containers and
# under systemd. It is Perl because Node.js makes no such system calls and every Debian has Perl. Whatever fails ends it with 97.
use strict;
use warnings;
use POSIX ();

# Refused, in the order of the numbers: fork and vfork, which x64 alone has; socket, socketpair, connect, bind, listen; kill, tkill,
# tgkill, rt_sigqueueinfo, rt_tgsigqueueinfo, ptrace, process_vm_readv and _writev, process_madvise and _mrelease, kcmp,
# pidfd_send_signal, _open and _getfd; setpriority, sched_setparam, _setscheduler, _setaffinity and _setattr, ioprio_set,
# migrate_pages, move_pages; truncate and each call that sets rights, owners, times or attributes of files, which Landlock leaves
# alone; io_uring_setup, bpf, perf_event_open, add_key, request_key, keyctl, mount, unshare, shmget, shmat, semget, msgget, mq_open.
my %machines = (
    x86_64 => {
        arch => 0xC000003E, prctl => 157, seccomp => 317, capset => 126, fcntl => 72, ioctl => 16, prlimit => 302, clone => 56,
        refused => [
            57, 58, 41, 53, 42, 49, 50, 62, 200, 234, 129, 297, 101, 310, 311, 440, 448, 312, 424, 434, 438,
            141, 142, 144, 203, 314, 251, 256, 279, 76, 90, 91, 92, 93, 94, 260, 268, 452, 132, 235, 261, 280,
            188, 189, 190, 463, 197, 198, 199, 466, 469, 425, 321, 298, 248, 249, 250, 165, 272, 29, 30, 64, 68, 240,
        ],
    },
    aarch64 => {
        arch => 0xC00000B7, prctl => 167, seccomp => 277, capset => 91, fcntl => 25, ioctl => 29, prlimit => 261, clone => 220,
        refused => [
            198, 199, 203, 200, 201, 129, 130, 131, 138, 240, 117, 270, 271, 440, 448, 272, 424, 434, 438,
            140, 118, 119, 122, 274, 30, 238, 239, 45, 52, 53, 54, 55, 452, 88,
            5, 6, 7, 463, 14, 15, 16, 466, 469, 425, 280, 241, 217, 218, 219, 40, 97, 194, 196, 190, 186, 180,
        ],
    },
);
my ($create_ruleset, $add_rule, $restrict_self, $path_beneath) = (444, 445, 446, 1);
my ($execute, $read_file, $read_folder) = (1 << 0, 1 << 2, 1 << 3);

sub fail { print STDERR "not confined: $_[0]: $!\n"; exit 97 }

sub landlock {
    my @paths = @_;
    my $version = syscall($create_ruleset, 0, 0, 1);
    fail('Landlock') if $version < 1;
    # What each version of the kernel knows: files, then TCP, then other processes and their sockets.
    my $files = $version >= 5 ? 0xFFFF : $version >= 3 ? 0x7FFF : $version >= 2 ? 0x3FFF : 0x1FFF;
    my $rules = pack('Q', $files) . ($version >= 4 ? pack('Q', 3) : '') . ($version >= 6 ? pack('Q', 3) : '');
    my $set = syscall($create_ruleset, $rules, length $rules, 0);
    fail('rules') if $set < 0;
    for my $path (grep { -e } @paths) {
        open(my $handle, '<', $path) or fail($path);
        # A file may be run, one in a folder only read.
        my $rule = pack('Ql', $read_file | (-d $path ? $read_folder : $execute), fileno $handle);
        syscall($add_rule, $set, $path_beneath, $rule, 0) == 0 or fail($path);
    }
    return $set;
}

sub filter {
    my ($machine) = @_;
    my ($load, $equal, $above, $return, $refuse, $allow) = (0x20, 0x15, 0x35, 0x06, 0x00050001, 0x7FFF0000);
    my $instruction = sub { pack('SCCL', @_) };
    my $refused = $instruction->($return, 0, 0, $refuse);
    my $allowed = $instruction->($return, 0, 0, $allow);
    # A call that is allowed by one of its arguments, counted from 0; each test takes one step.
    my $by_argument = sub {
        my ($call, $argument, @tests) = @_;
        return $instruction->($equal, 0, @tests + 2, $call), $instruction->($load, 0, 0, 16 + 8 * $argument), @tests, $allowed;
    };
    # Who gets the signals of a file, and which: F_SETOWN, F_SETSIG, F_SETOWN_EX; FIOSETOWN, SIOCSPGRP.
    my @signals = map { $instruction->($equal, 0, 1, $_), $refused } 8, 10, 15;
    my @owners = map { $instruction->($equal, 0, 1, $_), $refused } 0x8901, 0x8902;
    # Limits of another process than itself.
    my @others = ($instruction->($equal, 1, 0, 0), $refused);
    # A thread of its own (CLONE_THREAD), and no other process. Arguments of clone3 are out of reach: it "is not there", and clone is.
    my @threads = ($instruction->(0x45, 1, 0, 0x10000), $refused);
    my @newer_clone = ($instruction->($equal, 0, 1, 435), $instruction->($return, 0, 0, 0x00050026));
    # Another kind of machine's calls have other numbers: none is made.
    return join '', $instruction->($load, 0, 0, 4), $instruction->($equal, 1, 0, $machine->{arch}), $refused,
        $instruction->($load, 0, 0, 0), $instruction->($above, 0, 1, 0x40000000), $refused,
        (map { ($instruction->($equal, 0, 1, $_), $refused) } @{ $machine->{refused} }),
        $by_argument->($machine->{fcntl}, 1, @signals), $by_argument->($machine->{ioctl}, 1, @owners),
        $by_argument->($machine->{prlimit}, 0, @others), $by_argument->($machine->{clone}, 0, @threads), @newer_clone, $allowed;
}

my @paths;
while (@ARGV and (my $next = shift) ne '--') { push @paths, $next }
my $name = (POSIX::uname())[4];
my $machine = $machines{$name} or fail("a machine of the kind $name");
my $set = landlock(@paths);
my $filter = filter($machine);
my $program = pack('Sx![P]P', length($filter) / 8, $filter);
my $no_new_privileges = 38;
syscall($machine->{prctl}, $no_new_privileges, 1, 0, 0, 0) == 0 or fail('no new privileges');
# Also of root nothing is left: without new privileges the program gets back none.
my ($header, $none) = (pack('LL', 0x20080522, 0), pack('L6', (0) x 6));
syscall($machine->{capset}, $header, $none) == 0 or fail('capabilities');
syscall($restrict_self, $set, 0) == 0 or fail('restrict');
syscall($machine->{seccomp}, 1, 0, $program) == 0 or fail('seccomp');
exec { $ARGV[0] } @ARGV or fail($ARGV[0]);
