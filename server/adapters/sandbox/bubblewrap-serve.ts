/**
 * Perl that runs one exec after the other. Each is a fork of this small program, which enters the name spaces of the first
 * process and becomes bubblewrap there: a fork of the worker and tools that enter name spaces would take as long again.
 *
 * It tells the worker lines, each where the one before has been dealt with:
 *
 *     ready KEEPER IN OUT ERR STATUS SETTINGS   the number of the keeper, and descriptors of pipes for the next exec, which
 *                                               the worker opens at /proc/.../fd of this process
 *     started PID                               the exec that the worker has asked for, as the host numbers it
 *     ended                                     it is gone; what it left running may hold its outputs open
 *
 * The worker asks by a length of 4 bytes, then the program and its arguments, each with a zero at its end. Bubblewrap reads
 * its settings from a pipe, since other users of the host can read a command line. PROCESSES is the limit of an exec's
 * account, or empty. The pid name space is entered by this program, since that holds for its children only. It ends with
 * the sandbox, which pidfd_open (434) tells, or when the worker hangs up.
 */
export const SERVE_IN_PERL = `
sub report { my ($line) = @_; syswrite(STDOUT, "$line\\n"); }

sub take {
  my ($bytes) = @_;
  my $text = '';
  while (length $text < $bytes) { sysread(STDIN, $text, $bytes - length $text, length $text) or return undef; }
  return $text;
}

sub next_program {
  my ($end) = @_;
  my $is_ready = '';
  vec($is_ready, $_, 1) = 1 for fileno(STDIN), $end;
  select($is_ready, undef, undef, undef);
  return if vec($is_ready, $end, 1);
  my $bytes = take(4) // return;
  my @words = split(/\\0/, take(unpack('N', $bytes)) // return, -1);
  return @words[0 .. $#words - 1];
}

sub run_inside {
  my ($spaces, $in, $out, $err, $status, $settings, @program) = @_;
  open(STDIN, '<&', $in) and open(STDOUT, '>&', $out) and open(STDERR, '>&', $err) or exit 1;
  call('setns', fileno($_), 0) for @$spaces;
  become(0) if $ENV{FIRST_USER} ne '';
  limit_processes() if $ENV{PROCESSES} ne '';
  fcntl($_, 2, 0) for $status, $settings;
  %ENV = (PATH => $ENV{PATH}, LC_ALL => 'C');
  exec('bwrap', '--json-status-fd', fileno($status), '--args', fileno($settings), '--', @program) or die "bwrap: $!\\n";
}

sub space { my ($of, $name) = @_; open(my $space, '<', "/proc/$of/ns/$name") or die "$name: $!\\n"; return $space; }

sub serve {
  my ($keeper, $first_inside) = @_;
  my $end = must(syscall(434, $keeper, 0), 'pidfd_open');
  my @spaces = map { space($first_inside, $_) } qw(user cgroup ipc uts net mnt);
  call('setns', fileno(space($first_inside, 'pid')), 0x20000000);
  while (1) {
    pipe(my $in, my $to_in) and pipe(my $from_out, my $out) and pipe(my $from_err, my $err) or die "pipe: $!\\n";
    pipe(my $from_status, my $status) and pipe(my $settings, my $to_settings) or die "pipe: $!\\n";
    my @worker_has = ($to_in, $from_out, $from_err, $from_status, $to_settings);
    report(join(' ', 'ready', $keeper, map { fileno($_) } @worker_has));
    my @program = next_program($end) or return;
    my $running = fork() // die "fork: $!\\n";
    if ($running == 0) { run_inside(\\@spaces, $in, $out, $err, $status, $settings, @program); }
    close($_) for $in, $out, $err, $status, $settings, @worker_has;
    report("started $running");
    waitpid($running, 0);
    report('ended');
  }
}
`;
