/**
 * Programs of a terminal inside of a sandbox, in Perl, since a shell would start a dozen others for each look. All files
 * have their full size from the start and are written in place, so that a terminal goes on where the disk is full.
 *
 *     keys      a pipe into the terminal
 *     screen    the last 1 MB of what it printed, as a ring
 *     state     bytes printed in all; status of the shell once it has ended, else -1
 *     prompts   times that the shell showed its prompt; "shell" its number; "host" the numbers of host and `script`
 */
export const TERMINAL_FOLDER = '/run/terminal';

const RING_BYTES = 1 << 20;

const COMMON = `use strict; use warnings; use Fcntl; use Errno; use POSIX (); use Time::HiRes 'sleep', 'time';
my ($folder, $ring) = ('${TERMINAL_FOLDER}', ${RING_BYTES});
sub text { my ($name) = @_; open(my $file, '<', $name) or return ''; local $/; return scalar(<$file>) // ''; }
sub number { return text(shift) =~ /^(-?\\d+)/ ? $1 : 0; }
`;

const RC = `PS1='\\w\\$ '
PS2='> '
stty cols 160 rows 40 2> /dev/null
unset HISTFILE
set +H
bind 'set disable-completion on' 'set enable-bracketed-paste off' 2> /dev/null
prompts=0
PROMPT_COMMAND='prompts=$((prompts + 1)); printf %-12d $prompts 1<> ${TERMINAL_FOLDER}/prompts'
printf %-12d $$ 1<> ${TERMINAL_FOLDER}/shell
cd "$TERMINAL_WORKDIR"
`;

/** Starts the shell, in place of an earlier one, and ends once its prompt is there. $0 = text of its settings. */
export const START_ARGUMENTS: readonly string[] = [
  '-e',
  `${COMMON}
my $rc = shift;
mkdir($folder); chdir($folder) or die "$folder: $!\\n";
kill('KILL', grep { $_ > 1 } text('host') =~ /(\\d+)/g);
sub fixed {
  my ($name, $content) = @_;
  sysopen(my $file, $name, O_RDWR | O_CREAT) or die "$name: $!\\n";
  my $written = syswrite($file, $content) // die "$name: $!\\n";
  $written == length($content) or die "$name: no space\\n";
  return $file;
}
fixed('rc', $rc);
my $screen = fixed('screen', "\\0" x $ring);
my $state = fixed('state', sprintf('%-20d %-10d', 0, -1));
fixed($_, sprintf('%-12d', 0)) for 'prompts', 'shell';
fixed('host', ' ' x 25);
-p 'keys' or unlink('keys'), POSIX::mkfifo('keys', 0600) or die "keys: $!\\n";
sysopen(my $keys, 'keys', O_RDWR) or die "keys: $!\\n";
my $host = fork() // die "fork: $!\\n";
if ($host) {
  for (1 .. 200) {
    exit 0 if number('prompts') > 0 && number('host') > 0;
    die "The shell ended as it started.\\n" if text('state') !~ / -1 /;
    sleep(0.05);
  }
  die "The shell shows no prompt.\\n";
}
POSIX::setsid();
open(STDIN, '<', '/dev/null'); open($_, '>', '/dev/null') for *STDOUT, *STDERR;
pipe(my $out, my $in);
my $child = fork();
if (!defined $child) { sysseek($state, 0, 0); syswrite($state, sprintf('%-20d %-10d', 0, 256)); exit 1; }
if ($child == 0) {
  POSIX::setsid();
  $SIG{$_} = 'DEFAULT' for 'INT', 'QUIT', 'HUP', 'PIPE', 'TERM', 'CHLD';
  open(STDIN, '<&', $keys); open($_, '>&', $in) for *STDOUT, *STDERR;
  close($_) for $keys, $in, $out, $screen, $state;
  my @shell = ('bash', '--noprofile', '--rcfile', "$folder/rc", '-i');
  no warnings 'exec';
  exec('script', '-qefc', "exec @shell", '/dev/null');
  exec(@shell);
  POSIX::_exit(127);
}
close($in);
fixed('host', sprintf('%-12d %-12d', $$, $child));
my ($total, $status) = (0, -1);
while (1) {
  my $ready = '';
  vec($ready, fileno($out), 1) = 1;
  if (select($ready, undef, undef, 0.1) > 0) {
    my $got = sysread($out, my $bytes, 65536) // 0;
    if ($got == 0) { waitpid($child, 0); $status = $?; }
    my $place = $total % $ring;
    my $first = $got < $ring - $place ? $got : $ring - $place;
    sysseek($screen, $place, 0); syswrite($screen, $bytes, $first) if $first > 0;
    if ($got > $first) { sysseek($screen, 0, 0); syswrite($screen, $bytes, $got - $first, $first); }
    $total += $got;
    # A program that prints without end is held to the speed of a terminal.
    sleep(0.004) if $got > 16384;
  } elsif (waitpid($child, POSIX::WNOHANG()) == $child) { $status = $?; }
  sysseek($state, 0, 0); syswrite($state, sprintf('%-20d %-10d', $total, $status));
  exit 0 if $status != -1;
}`,
  RC,
];

/**
 * Types the keys on its standard input and looks until the prompt is back or the seconds are over. Prints a line of JSON with
 * what it found, and the screen after the bytes already seen: a long one by its two ends. Arguments: seconds, bytes seen.
 */
export const TYPE_PROGRAM = `${COMMON}
my ($seconds, $seen) = @ARGV;
my $most = 60_000;
binmode(STDIN); binmode(STDOUT);
my $keys = do { local $/; <STDIN> } // '';
chdir($folder) or die "$folder: $!\\n";
my ($before, $deadline, $quiet, $last, $now, $ended, $total) = (number('prompts'), time() + $seconds, 0, '', '', 0, 0);
sysopen(my $into, 'keys', O_WRONLY | O_NONBLOCK) or $ended = 1;
$SIG{PIPE} = 'IGNORE';
my $program;
sub foreground {
  my $stat = text('/proc/' . number('shell') . '/stat');
  my @fields = split(' ', $stat =~ s/^.*\\)//sr);
  return undef if @fields < 6 || $fields[5] <= 0 || $fields[5] == $fields[2];
  return text("/proc/$fields[5]/comm") =~ s/\\s+$//r;
}
while (1) {
  if (length($keys) && !$ended) {
    my $sent = syswrite($into, $keys);
    substr($keys, 0, $sent) = '' if $sent;
    $ended = 1 if !defined $sent && $!{EPIPE};
  }
  my ($printed, $status) = text('state') =~ /^(\\d+) +(-?\\d+)/ or die "The terminal is gone.\\n";
  my ($host) = text('host') =~ /^(\\d+)/;
  $program = foreground();
  ($total, $now) = ($printed, number('prompts') . " $printed");
  $ended = 1 if $status != -1 || !defined $host || !kill(0, $host);
  last if $ended || time() >= $deadline;
  my $idle = $now eq $last && number('prompts') != $before && !length($keys) && !defined $program;
  $quiet = $idle ? $quiet + 1 : 0;
  last if $quiet >= 2;
  $last = $now;
  sleep(0.05);
}
my ($status) = text('state') =~ / (-?\\d+)/;
my $full = 0;
if (open(my $room, '>', 'room')) { $full = 1 if !defined syswrite($room, 'x' x 4096); close($room) or $full = 1; unlink('room'); }
else { $full = 1 if $!{ENOSPC}; }
my $from = $seen > $total ? 0 : $seen;
my $oldest = $total - $ring > 0 ? $total - $ring : 0;
my $start = $from > $oldest ? $from : $oldest;
my @parts = $total - $start > $most ? ([$start, $most / 2], [$total - $most / 2, $most / 2]) : ([$start, $total - $start]);
my $left = $total - $from;
$left -= $_->[1] for @parts;
open(my $screen, '<', 'screen') or die "screen: $!\\n";
my @texts = map {
  my ($at, $length, $text) = (@$_, '');
  while ($length > 0) {
    my $place = $at % $ring;
    my $want = $length < $ring - $place ? $length : $ring - $place;
    sysseek($screen, $place, 0); sysread($screen, my $bytes, $want) or last;
    $text .= $bytes; $at += length($bytes); $length -= length($bytes);
  }
  $text;
} @parts;
my $name = defined $program ? '"' . ($program =~ s/[^ -!#-[\\]-~]//gr) . '"' : 'null';
my $printing = !$ended && !defined $program && $seconds > 0 && $now ne $last && $quiet == 0 && number('prompts') != $before ? 'true' : 'false';
printf('{"total":%d,"status":%d,"hasEnded":%s,"program":%s,"isPrinting":%s,"isDiskFull":%s,"notTyped":%d,"left":%d}' . "\\n",
  $total, $status // -1, $ended ? 'true' : 'false', $name, $printing, $full ? 'true' : 'false', length($keys), $left);
print @texts;
`;
