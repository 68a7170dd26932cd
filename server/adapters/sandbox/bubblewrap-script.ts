import { CALLS_IN_PERL } from './bubblewrap-calls';
import { SERVE_IN_PERL } from './bubblewrap-serve';
import { TREE_IN_PERL } from './bubblewrap-tree';

/**
 * The Perl program of one sandbox, which lives as long as it. It makes mount and process name spaces, and the keeper: the
 * first process of the outer process name space, so that the kernel ends everything with it. The keeper makes the sandbox's
 * user name space, with the sandbox's own account, while the program makes the file system (`bubblewrap-tree`). Then the
 * keeper forbids to make others there and becomes bubblewrap, and the program runs execs (`bubblewrap-serve`). Each of the
 * two joins the control group while the other works, before it starts a program in the sandbox. Perl is not asked for
 * strict and warnings, which take as long to load as a tool takes to start; a test asks for both.
 *
 *     WORKER           number of the worker: the program ends where its parent is another, so the worker is gone
 *     GROUP            file of a control group that takes the numbers of its processes, or empty
 *     arguments        those of bubblewrap, for the first process inside
 *
 * It closes all descriptors that a worker has let it inherit, since programs inside would have them too.
 *
 * Bubblewrap says the number of the first process on one pipe, as in the outer process name space; the first process says
 * on another that it is up. fcntl 2, 0 lets a descriptor be inherited: all but 0 to 2 are closed otherwise.
 */
export const MAKE_SANDBOX = `${CALLS_IN_PERL}${TREE_IN_PERL}${SERVE_IN_PERL}
sub own_users {
  my ($user, $group) = ($>, $) + 0);
  call('unshare', 0x10000000);
  put('/proc/self/setgroups', 'deny');
  put('/proc/self/uid_map', "0 $user 1");
  put('/proc/self/gid_map', "0 $group 1");
}

sub close_inherited {
  opendir(my $folder, '/proc/self/fd') or die "/proc/self/fd: $!\\n";
  my @inherited = grep { /[0-9]/ && $_ > 2 && $_ != fileno($folder) } readdir($folder);
  for my $number (@inherited) { open(my $closed, '<&=', $number); }
}

sub join_group { put($ENV{GROUP}, 0) if $ENV{GROUP} ne ''; }

sub keep {
  my ($has_users, $has_tree, $about, $up) = @_;
  end_with_parent();
  join_group();
  make_mount('proc', '/proc');
  open(STDIN, '<', '/dev/null') or die "/dev/null: $!\\n";
  if ($first ne '') { limit_processes(); become($first + 0); }
  call('unshare', 0x10000000);
  end_with_parent();
  syswrite($has_users, '.');
  sysread($has_tree, my $word, 1) or exit 1;
  make_working_folder();
  put('/proc/sys/user/max_user_namespaces', 0);
  open(STDOUT, '>&', $up) and fcntl($about, 2, 0) or die "pipes: $!\\n";
  exec('bwrap', '--info-fd', fileno($about), @ARGV) or die "bwrap: $!\\n";
}

close_inherited();
own_users() if $first eq '';
end_with_parent();
exit 1 if getppid() != $ENV{WORKER};
call('unshare', 0x20020000);
my ($none, $root) = ('none', '/');
call('mount', $none, $root, 0, 0x44000, 0);
pipe(my $has_users, my $users_made) and pipe(my $has_tree, my $tree_made) or die "pipe: $!\\n";
pipe(my $about, my $tell_about) and pipe(my $up, my $tell_up) or die "pipe: $!\\n";
my $keeper = fork() // die "fork: $!\\n";
if ($keeper == 0) { close($tree_made); keep($users_made, $has_tree, $tell_about, $tell_up); }
close($_) for $users_made, $has_tree, $tell_about, $tell_up;
make_tree($has_users);
syswrite($tree_made, '.');
join_group();
if (sysread($up, my $word, 1)) {
  my ($inside) = join('', <$about>) =~ /"child-pid": (\\d+)/ or die "The first process has no number.\\n";
  serve($keeper, $inside);
  kill('KILL', $keeper);
}
waitpid($keeper, 0);
exit 1;
`;

/**
 * The first process inside. Signals from inside do not reach it, and while it waits for one child it reads the exit codes
 * of all that were left without parent.
 */
export const FIRST_PROCESS = `[ -d "/box$0" ] || mkdir -p "/box$0" && echo up && while :; do sleep 86400; done`;
