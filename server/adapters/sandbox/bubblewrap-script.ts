import { CALLS_IN_PERL } from './bubblewrap-calls';
import { TREE_IN_PERL } from './bubblewrap-tree';

/**
 * The Perl program of one sandbox. It makes mount and process name spaces, and the keeper: the first process of the outer
 * process name space, so that the kernel ends everything with it. The keeper makes the file system (`bubblewrap-tree`),
 * enters the sandbox's user name space, forbids to make others there and becomes bubblewrap. Perl is not asked for strict
 * and warnings, which take as long to load as a tool takes to start; a test asks for both.
 *
 *     WORKER           number of the worker: the program ends where its parent is another, so the worker is gone
 *     GROUP            file of a control group that takes the numbers of its processes, or empty
 */
export const MAKE_SANDBOX = `${CALLS_IN_PERL}${TREE_IN_PERL}
sub own_users {
  my ($user, $group) = ($>, $) + 0);
  call('unshare', 0x10000000);
  put('/proc/self/setgroups', 'deny');
  put('/proc/self/uid_map', "0 $user 1");
  put('/proc/self/gid_map', "0 $group 1");
}

sub keep {
  end_with_parent();
  my $users = make_tree();
  call('setns', fileno($users), 0x10000000);
  become(0) if $first ne '';
  end_with_parent();
  put('/proc/sys/user/max_user_namespaces', 0);
  exec(@ARGV) or die "bwrap: $!\n";
}

put($ENV{GROUP}, $$) if $ENV{GROUP} ne '';
own_users() if $first eq '';
end_with_parent();
exit 1 if getppid() != $ENV{WORKER};
call('unshare', 0x20020000);
my ($none, $root) = ('none', '/');
call('mount', $none, $root, 0, 0x44000, 0);
my $keeper = fork() // die "fork: $!\n";
keep() if $keeper == 0;
close(STDOUT);
waitpid($keeper, 0);
`;

/**
 * The first process inside. Signals from inside do not reach it, and while it waits for one child it reads the exit codes
 * of all that were left without parent.
 */
export const FIRST_PROCESS = `[ -d "/box$0" ] || mkdir -p "/box$0" && echo up && while :; do sleep 86400; done`;
