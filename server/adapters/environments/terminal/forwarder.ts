/**
 * A Perl program that leads connections to loopback inside a sandbox on to a Unix socket, for SDKs that know addresses only.
 * It prints its port and goes on in the background. Perl, because every Debian has it and most trees have no other way.
 */
export const FORWARD = `use strict; use warnings; use IO::Socket::INET; use IO::Socket::UNIX; use IO::Select;
my $to = shift;
my $door = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => 0, Listen => 64) or die "listening: $!\\n";
IO::Socket::UNIX->new(Peer => $to) or die "$to: $!\\n";
$| = 1;
print $door->sockport;
exit 0 if fork() // die "fork: $!\\n";
open($_, '+<', '/dev/null') for *STDIN;
open($_, '>', '/dev/null') for *STDOUT, *STDERR;
$SIG{CHLD} = 'IGNORE'; $SIG{HUP} = 'IGNORE'; $SIG{PIPE} = 'IGNORE';

sub lead {
  my ($in, $out) = @_;
  my %other = (fileno($in) => $out, fileno($out) => $in);
  my $open = IO::Select->new($in, $out);
  while ($open->count) {
    for my $side ($open->can_read) {
      my $read = sysread($side, my $bytes, 65536);
      if (!$read) { $open->remove($side); shutdown($other{fileno($side)}, 1); next; }
      for (my $at = 0; $at < $read;) {
        my $wrote = syswrite($other{fileno($side)}, $bytes, $read - $at, $at);
        return if !defined $wrote;
        $at += $wrote;
      }
    }
  }
}

while (1) {
  my $in = $door->accept or next;
  my $child = fork();
  if (defined $child && $child == 0) {
    my $out = IO::Socket::UNIX->new(Peer => $to) or exit 1;
    lead($in, $out);
    exit 0;
  }
  close($in);
}
`;
