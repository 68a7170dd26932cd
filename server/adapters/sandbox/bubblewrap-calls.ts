/**
 * System calls that the Perl program of a sandbox makes by number, since Perl has no names for them without modules, which
 * take as long to load as a tool takes to start. These numbers differ by processor. The others are the same on all:
 *
 *     open_tree 428   move_mount 429   fsopen 430   fsconfig 431   fsmount 432   pidfd_open 434   mount_setattr 442
 */
const NUMBERS: Readonly<Partial<Record<NodeJS.Architecture, Readonly<Record<string, number>>>>> = {
  x64: {
    ...{ setgroups: 116, setresuid: 117, setresgid: 119, pivot_root: 155, prctl: 157, mount: 165 },
    ...{ umount2: 166, unshare: 272, prlimit64: 302, setns: 308 },
  },
  arm64: {
    ...{ umount2: 39, mount: 40, pivot_root: 41, unshare: 97, setresuid: 147, setresgid: 149 },
    ...{ setgroups: 159, prctl: 167, prlimit64: 261, setns: 268 },
  },
};

export const isKnownProcessor = NUMBERS[process.arch] !== undefined;

/** "name=number", for the program's environment. */
export const CALLS = Object.entries(NUMBERS[process.arch] ?? {})
  .map(([name, number]) => `${name}=${number}`)
  .join(' ');

/**
 * Wrappers in Perl. A number in a string would be passed as an address, hence "+ 0"; text must be a variable. Flags:
 *
 *     unshare, setns   user 0x10000000, process numbers 0x20000000, mounts 0x20000
 *     prctl 1          the signal, 9 = SIGKILL, that the kernel sends once the parent is gone; changing the account resets it
 *     prctl 24, 38     no program started from now on has this right; none gains one (no_new_privs)
 *     prlimit64 6      RLIMIT_NPROC, soft and hard
 *     umount2 2        MNT_DETACH: the former root, which pivot_root has put below the new one
 *     mount 0x44000    MS_REC and MS_PRIVATE: no mount of ours reaches the host, and none of the host's comes here
 */
export const CALLS_IN_PERL = `
my %number = map { my ($name, $number) = split /=/; $name => $number + 0 } split(' ', $ENV{CALLS});

sub must { my ($result, $what) = @_; $result >= 0 or die "$what: $!\\n"; return $result; }

sub call { my ($name, @with) = @_; return must(syscall($number{$name}, @with), $name); }

sub end_with_parent { call('prctl', 1, 9, 0, 0, 0); }

sub limit_processes { my $limits = pack('Q2', ($ENV{PROCESSES} + 0) x 2); call('prlimit64', 0, 6, $limits, 0); }

sub become { my ($id) = @_; call('setgroups', 0, 0); call('setresgid', $id, $id, $id); call('setresuid', $id, $id, $id); }

sub put { my ($to, $text) = @_; open(my $file, '>', $to) or die "$to: $!\\n"; syswrite($file, $text); close($file) or die "$to: $!\\n"; }
`;
