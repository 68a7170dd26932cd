/**
 * The Perl program that makes the file system and the name spaces of one sandbox and then becomes bubblewrap. It runs in a
 * mount name space of its own and as first process of an outer process name space, so that the kernel ends everything with
 * it. All values come as variables of the environment; none is put into the text. Perl, because util-linux cannot map the
 * owners of a mount before 2.39, and a shell's commands would take three times as long.
 *
 *     AT               a folder over which the tmpfs with all that is written is mounted, seen by this sandbox only
 *     BYTES INODES     limits of that tmpfs
 *     FIRST_USER USERS accounts of the host that are 0 to USERS - 1 inside; FIRST_USER is empty where the worker is not
 *                      root: then its own account is 0 inside, and there is no other
 *     PROCESSES        limit of the accounts of this sandbox together
 *     FOLDERS          in a tree of the host's: folders to mount overlays on
 *     SHOWN            in a tree of the host's: its links of the root and its files of /etc to copy
 *     LAYERS           lines "path=folder" of the host, each below an overlay of its own, the root first
 *
 * The numbers are those of system calls that are the same on all architectures, and of their flags: open_tree 428,
 * move_mount 429, fsopen 430, fsconfig 431, fsmount 432, mount_setattr 442. A string that is given to one must be a
 * variable. Where owners cannot be mapped (before Linux 5.19), the files stay the host's.
 */
export const MAKE_SANDBOX = `use strict; use warnings;
my ($at, $first, $empty) = ($ENV{AT}, $ENV{FIRST_USER}, '');

sub must { my ($result, $what) = @_; $result >= 0 or die "$what: $!\\n"; return $result; }

sub attach { my ($tree, $to) = @_; must(syscall(429, $tree, $empty, -100, $to, 4), "mounting $to"); }

sub make_mount {
  my ($kind, $to, @options) = @_;
  my $made = must(syscall(430, $kind, 0), $kind);
  while (my ($name, $value) = splice(@options, 0, 2)) {
    must($value eq '' ? syscall(431, $made, 0, $name, 0, 0) : syscall(431, $made, 1, $name, $value, 0), "$kind $name");
  }
  must(syscall(431, $made, 6, 0, 0, 0), "$kind at $to");
  attach(must(syscall(432, $made, 0, 6), "$kind at $to"), $to);
}

sub map_owners {
  my ($users, $from, $to) = @_;
  my $tree = syscall(428, -100, $from, 0x80001);
  return 0 if $tree < 0;
  my $change = pack('Q4', 0x100001, 0, 0, fileno($users));
  return 0 if syscall(442, $tree, $empty, 0x1000, $change, length $change) < 0;
  attach($tree, $to);
  return 1;
}

sub put { my ($to, $text) = @_; open(my $file, '>', $to) or die "$to: $!\\n"; syswrite($file, $text); close($file) or die "$to: $!\\n"; }

sub folder { my ($to, $mode) = @_; -d $to or mkdir($to) or die "$to: $!\\n"; chmod($mode, $to) if $mode; }

sub copied {
  my ($path, $to) = @_;
  return symlink(readlink($path), $to) if -l $path;
  open(my $from, '<', $path) or return;
  local $/;
  put($to, scalar <$from>);
}

my $holder = fork() // die "fork: $!\\n";
if ($holder == 0) {
  my @account = ('setpriv', '--reuid', $first, '--regid', $first, '--clear-groups');
  my @limited = $first eq '' ? () : ('prlimit', "--nproc=$ENV{PROCESSES}:$ENV{PROCESSES}", @account);
  exec(@limited, 'unshare', '--user', 'sleep', 'infinity') or die "unshare: $!\\n";
}

make_mount('tmpfs', $at, 'size', $ENV{BYTES}, 'nr_inodes', $ENV{INODES}, 'mode', '755');
make_mount('proc', '/proc');
chdir($at) or die "$at: $!\\n";
folder($_) for 'low', 'written', 'tree';
folder('shared', 01777);
my @programs = split(' ', $ENV{FOLDERS});
if (@programs) {
  my $host = 'low/host';
  folder($_) for $host, map { "$host/$_" } qw(etc home var var/log var/lib var/cache run proc dev sys opt srv mnt);
  folder("$host/root", 0700);
  folder("$host/$_", 01777) for 'tmp', 'var/tmp';
  folder("$host$_") for @programs;
  copied("/$_", "$host/$_") for split(' ', $ENV{SHOWN});
  put("$host/etc/hosts", "127.0.0.1 localhost\\n");
}

my $ours = readlink('/proc/self/ns/user');
while ((readlink("/proc/$holder/ns/user") // die "A user name space could not be made.\\n") eq $ours) {
  select(undef, undef, undef, 0.0005);
}
put("/proc/$holder/setgroups", 'deny') if $first eq '';
put("/proc/$holder/$_", $first eq '' ? '0 0 1' : "0 $first $ENV{USERS}") for 'uid_map', 'gid_map';
open(my $users, '<', "/proc/$holder/ns/user") or die "users: $!\\n";

my @owner = $first eq '' ? () : ($first, $first);
chown(@owner, 'shared') if @owner;
my $number = 0;
for my $layer (split(/\\n/, $ENV{LAYERS})) {
  my ($path, $from) = $layer =~ /^([^=]*)=(.*)$/;
  my ($low, $written) = ("low/$number", "written/$number");
  folder($_) for $low, $written, "$written/upper", "$written/work";
  chown(@owner, "$written/upper") if @owner;
  if (!@owner || !map_owners($users, $from, $low)) { rmdir($low); symlink($from, $low); }
  my @own = @owner ? () : ('userxattr', '');
  make_mount('overlay', "tree$path", 'lowerdir', $low, 'upperdir', "$written/upper", 'workdir', "$written/work", @own);
  $number += 1;
}

my @as = @owner ? ('-S', '0', '-G', '0') : ('--preserve-credentials');
my $close = 'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"';
exec('nsenter', '-t', $holder, '--user', @as, 'sh', '-c', $close, 'sh', @ARGV) or die "nsenter: $!\\n";
`;

/**
 * The first process inside. Signals from inside do not reach it, and while it waits for one child it reads the exit codes
 * of all that were left without parent.
 */
export const FIRST_PROCESS = `[ -d "/box$0" ] || mkdir -p "/box$0" && echo up && while :; do sleep 86400; done`;
