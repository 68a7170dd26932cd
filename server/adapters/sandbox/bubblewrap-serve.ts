/**
 * Perl that runs one exec after the other. Each is a fork of this small program, which enters the name spaces of the first
 * process, makes /box its root, drops all rights but RIGHTS, and becomes the program: a fork of the worker, or a tool that
 * does the same, would take as long again.
 *
 * It tells the worker lines, each where the one before has been dealt with:
 *
 *     ready KEEPER IN OUT ERR   the number of the keeper, and descriptors of pipes for the next exec, which the worker
 *                               opens at /proc/.../fd of this process
 *     started PID               the exec that the worker has asked for, as the host numbers it
 *     refused REASON            it could not be started; the next line is "ready"
 *     ended CODE                it is gone; what it left running may hold its outputs open
 *
 * The worker asks by a length of 4 bytes, then words with a zero at the end of each: folder, number of variables, names and
 * values, program and arguments. PROCESSES is the limit of an exec's account, or empty. The pid name space is entered by
 * this program, since that holds for its children only. It ends with the sandbox, which pidfd_open (434) tells, or when the
 * worker hangs up.
 */
export const SERVE_IN_PERL = `
my %right = map { $_ => 1 } split(' ', $ENV{RIGHTS});

sub report { my ($line) = @_; syswrite(STDOUT, "$line\\n"); }

sub take {
  my ($bytes) = @_;
  my $text = '';
  while (length $text < $bytes) { sysread(STDIN, $text, $bytes - length $text, length $text) or return undef; }
  return $text;
}

sub next_request {
  my ($end) = @_;
  my $is_ready = '';
  vec($is_ready, $_, 1) = 1 for fileno(STDIN), $end;
  select($is_ready, undef, undef, undef);
  return if vec($is_ready, $end, 1);
  my $bytes = take(4) // return;
  my @words = split(/\\0/, take(unpack('N', $bytes)) // return, -1);
  return @words[0 .. $#words - 1];
}

sub drop_rights {
  for my $right (grep { !$right{$_} } 0 .. 63) {
    next if syscall($number{prctl}, 24, $right, 0, 0, 0) >= 0;
    $! == 22 ? last : die "rights: $!\\n";
  }
  call('prctl', 38, 1, 0, 0, 0);
}

sub enter_box {
  call('unshare', 0x20000);
  chdir('/box') or die "/box: $!\\n";
  my $here = '.';
  call('pivot_root', $here, $here);
  call('umount2', $here, 2);
}

sub run_inside {
  my ($spaces, $in, $out, $err, $folder, $variables, @words) = @_;
  open(STDIN, '<&', $in) and open(STDOUT, '>&', $out) and open(STDERR, '>&', $err) or die "pipes: $!\\n";
  call('setns', fileno($_), 0) for @$spaces;
  become(0) if $ENV{FIRST_USER} ne '';
  limit_processes() if $ENV{PROCESSES} ne '';
  enter_box();
  chdir($folder) or die "$folder: $!\\n";
  drop_rights();
  end_with_parent();
  %ENV = splice(@words, 0, 2 * $variables);
  exec { $words[0] } @words or die "$words[0]: $!\\n";
}

sub space { my ($of, $name) = @_; open(my $space, '<', "/proc/$of/ns/$name") or die "$name: $!\\n"; return $space; }

sub serve {
  my ($keeper, $first_inside) = @_;
  my $end = must(syscall(434, $keeper, 0), 'pidfd_open');
  my @spaces = map { space($first_inside, $_) } qw(user cgroup ipc uts net mnt);
  call('setns', fileno(space($first_inside, 'pid')), 0x20000000);
  while (1) {
    pipe(my $in, my $to_in) and pipe(my $from_out, my $out) and pipe(my $from_err, my $err) or die "pipe: $!\\n";
    pipe(my $refusal, my $refuse) or die "pipe: $!\\n";
    report(join(' ', 'ready', $keeper, map { fileno($_) } $to_in, $from_out, $from_err));
    my @request = next_request($end) or return;
    my $running = fork() // die "fork: $!\\n";
    if ($running == 0) {
      eval { run_inside(\\@spaces, $in, $out, $err, @request); };
      syswrite($refuse, $@);
      exit(1);
    }
    close($_) for $in, $out, $err, $to_in, $from_out, $from_err, $refuse;
    my $reason = <$refusal>;
    report("started $running") if !defined($reason);
    waitpid($running, 0);
    report(defined($reason) ? 'refused ' . $reason =~ s/\\n//r : 'ended ' . ($? & 127 ? 128 + ($? & 127) : $? >> 8));
  }
}
`;
