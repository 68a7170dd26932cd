/**
 * Perl that makes the file system of one sandbox, whose files belong to the keeper's user name space. It uses the wrappers
 * of `bubblewrap-calls`. Perl's `syscall` takes a string only from a variable. All values come as variables of the
 * environment; none is put into the text. Perl, because util-linux cannot map the owners of a mount before 2.39, and
 * because each tool that is started costs 2 ms and more.
 *
 *     AT               a folder over which the tmpfs with all that is written is mounted, seen by this sandbox only
 *     BYTES INODES     limits of that tmpfs
 *     FIRST_USER USERS accounts of the host that are 0 to USERS - 1 inside; FIRST_USER is empty where the worker is not
 *                      root: then its own account is 0 inside, and there is no other
 *     PROCESSES        limit of the accounts of this sandbox together
 *     FOLDERS          in a tree of the host's: folders to mount overlays on
 *     SHOWN            in a tree of the host's: its links of the root and its files of /etc to copy
 *     LAYERS           lines "path=folder" of the host, each below an overlay of its own, the root first
 *     WORKING_FOLDER   is made where it is missing
 *
 * Every descriptor made here is closed when a program is started: one of a mount outside leads a program inside, by "..",
 * to all files of the host.
 *
 * The keeper is process 1 in /proc, which it has mounted. It makes the working folder: as the sandbox's root, with the
 * sandbox's tree as its own for so long, so that no link leads outside; its current folder leads back. Where owners cannot
 * be mapped (before Linux 5.19), the files stay the host's.
 */
export const TREE_IN_PERL = `
my ($at, $first, $empty) = ($ENV{AT}, $ENV{FIRST_USER}, '');

sub attach { my ($tree, $to) = @_; must(syscall(429, $tree, $empty, -100, $to, 4), "mounting $to"); }

sub make_mount {
  my ($kind, $to, @options) = @_;
  my $made = must(syscall(430, $kind, 1), $kind);
  while (my ($name, $value) = splice(@options, 0, 2)) {
    must($value eq '' ? syscall(431, $made, 0, $name, 0, 0) : syscall(431, $made, 1, $name, $value, 0), "$kind $name");
  }
  must(syscall(431, $made, 6, 0, 0, 0), "$kind at $to");
  attach(must(syscall(432, $made, 1, 6), "$kind at $to"), $to);
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

sub folder { my ($to, $mode) = @_; -d $to or mkdir($to) or die "$to: $!\\n"; chmod($mode, $to) if $mode; }

sub copied {
  my ($path, $to) = @_;
  return symlink(readlink($path), $to) if -l $path;
  open(my $from, '<', $path) or return;
  local $/;
  put($to, scalar <$from>);
}

sub make_working_folder {
  chdir('/') and chroot("$at/tree") or die "$at/tree: $!\\n";
  my $path = '';
  for my $part (grep { $_ ne '' } split('/', $ENV{WORKING_FOLDER})) { $path .= "/$part"; -d $path or mkdir($path) or last; }
  chroot('.') or die "leaving $at/tree: $!\\n";
}

sub fill_host_tree {
  my @programs = split(' ', $ENV{FOLDERS}) or return;
  my $host = 'low/host';
  folder($_) for $host, map { "$host/$_" } qw(etc home var var/log var/lib var/cache run proc dev sys opt srv mnt);
  folder("$host/root", 0700);
  folder("$host/$_", 01777) for 'tmp', 'var/tmp';
  folder("$host$_") for @programs;
  copied("/$_", "$host/$_") for split(' ', $ENV{SHOWN});
  put("$host/etc/hosts", "127.0.0.1 localhost\\n");
}

sub lay { my ($users, $number, $path, $from, @owner) = @_;
  my ($low, $written) = ("low/$number", "written/$number");
  folder($_) for $low, $written, "$written/upper", "$written/work";
  chown(@owner, "$written/upper") if @owner;
  if (!@owner || !map_owners($users, $from, $low)) { rmdir($low); symlink($from, $low); }
  my @own = @owner ? () : ('userxattr', '');
  make_mount('overlay', "tree$path", 'lowerdir', $low, 'upperdir', "$written/upper", 'workdir', "$written/work", @own);
}

sub make_tree {
  my ($has_users) = @_;
  make_mount('tmpfs', $at, 'size', $ENV{BYTES}, 'nr_inodes', $ENV{INODES}, 'mode', '755');
  chdir($at) or die "$at: $!\\n";
  folder($_) for 'low', 'written', 'tree';
  folder('shared', 01777);
  fill_host_tree();
  sysread($has_users, my $word, 1) or die "A user name space could not be made.\\n";
  put('/proc/1/setgroups', 'deny') if $first eq '';
  put("/proc/1/$_", $first eq '' ? '0 0 1' : "0 $first $ENV{USERS}") for 'uid_map', 'gid_map';
  open(my $users, '<', '/proc/1/ns/user') or die "users: $!\\n";
  my @owner = $first eq '' ? () : ($first, $first);
  chown(@owner, 'shared') if @owner;
  my $number = 0;
  for my $layer (split(/\\n/, $ENV{LAYERS})) {
    my ($path, $from) = $layer =~ /^([^=]*)=(.*)$/;
    lay($users, $number++, $path, $from, @owner);
  }
}
`;
