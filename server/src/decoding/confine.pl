# perl confine.pl <path>... -- <program> <argument>...
# Starts a program that may read and run these paths and nothing else, writes no file and opens no socket, whatever code takes it
# over: the kernel holds it to that (Landlock, seccomp). This takes no right and no name space, so it also works in containers and
# under systemd. It is Perl because Node.js makes no such system calls and every Debian has Perl. Whatever fails ends it with 97.
use strict;
use warnings;
use POSIX ();

# Refused: socket, connect, bind, listen, kill, tkill, tgkill, rt_sigqueueinfo, rt_tgsigqueueinfo, ptrace, process_vm_readv and
# _writev, pidfd_send_signal, _open and _getfd, io_uring_setup, bpf, perf_event_open, add_key, request_key, keyctl, mount, unshare,
# shmget, shmat, semget, msgget.
my %machines = (
    x86_64 => {
        arch => 0xC000003E, prctl => 157, seccomp => 317, capset => 126,
        refused => [
            41, 42, 49, 50, 62, 200, 234, 129, 297, 101, 310, 311, 424, 434, 438, 425, 321, 298, 248, 249, 250, 165, 272, 29, 30, 64, 68,
        ],
    },
    aarch64 => {
        arch => 0xC00000B7, prctl => 167, seccomp => 277, capset => 91,
        refused => [
            198, 203, 200, 201, 129, 130, 131, 138, 240, 117, 270, 271, 424, 434, 438, 425, 280, 241, 217, 218, 219, 40, 97, 194, 196,
            190, 186,
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
        my $rule = pack('Ql', $execute | $read_file | (-d $path ? $read_folder : 0), fileno $handle);
        syscall($add_rule, $set, $path_beneath, $rule, 0) == 0 or fail($path);
    }
    return $set;
}

sub filter {
    my ($machine) = @_;
    my ($load, $equal, $above, $return, $refuse, $allow) = (0x20, 0x15, 0x35, 0x06, 0x00050001, 0x7FFF0000);
    my $instruction = sub { pack('SCCL', @_) };
    # Another kind of machine's calls have other numbers: none is made.
    return join '', $instruction->($load, 0, 0, 4), $instruction->($equal, 1, 0, $machine->{arch}),
        $instruction->($return, 0, 0, $refuse), $instruction->($load, 0, 0, 0), $instruction->($above, 0, 1, 0x40000000),
        $instruction->($return, 0, 0, $refuse),
        (map { ($instruction->($equal, 0, 1, $_), $instruction->($return, 0, 0, $refuse)) } @{ $machine->{refused} }),
        $instruction->($return, 0, 0, $allow);
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
