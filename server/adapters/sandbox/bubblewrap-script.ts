/**
 * The shell script that makes the file system and the name spaces of one sandbox and then becomes bubblewrap. It runs in
 * a mount name space of its own and as first process of an outer process name space, so that the kernel ends everything
 * with it. All values come as variables of the environment; none is put into the text.
 *
 *     AT               a folder over which the tmpfs with all that is written is mounted, seen by this sandbox only
 *     BYTES INODES     limits of that tmpfs
 *     FIRST_USER USERS accounts of the host that are 0 to USERS - 1 inside; FIRST_USER is empty where the worker is not
 *                      root: then its own account is 0 inside, and there is no other
 *     PROCESSES        limit of the accounts of this sandbox together
 *     FOLDERS          in a tree of the host's: folders to mount overlays on
 *     SHOWN            in a tree of the host's: its links of the root and its files of /etc to copy
 *     LAYERS           lines "path=folder" of the host, each below an overlay of its own, the root first
 *     OPTIONS          of overlays
 *     IDMAP            the Perl program below
 */
export const MAKE_SANDBOX = `set -efu
mount -t tmpfs -o "size=$BYTES,nr_inodes=$INODES,mode=755,nosuid,nodev" tmpfs "$AT"
mount -t proc proc /proc
if [ -n "$FIRST_USER" ]; then
  prlimit --nproc="$PROCESSES:$PROCESSES" setpriv --reuid "$FIRST_USER" --regid "$FIRST_USER" --clear-groups \\
    unshare --user sleep infinity &
else
  unshare --user sleep infinity &
fi
holder=$!
cd "$AT"
host=low/host
folders='low shared tree'
if [ -n "$FOLDERS" ]; then
  for name in etc root home tmp var/tmp var/log var/lib var/cache run proc dev sys opt srv mnt; do
    folders="$folders $host/$name"
  done
  for folder in $FOLDERS; do folders="$folders $host$folder"; done
fi
IFS='
'
number=0
uppers=
for layer in $LAYERS; do
  folders="$folders low/$number written/$number/upper written/$number/work"
  uppers="$uppers written/$number/upper"
  number=$((number + 1))
done
IFS=' '
mkdir -p $folders
if [ -n "$FOLDERS" ]; then
  chmod 1777 $host/tmp $host/var/tmp shared
  (cd / && cp -dR --parents $SHOWN "$AT/$host")
  echo '127.0.0.1 localhost' > $host/etc/hosts
else
  chmod 1777 shared
fi
while [ /proc/$holder/ns/user -ef /proc/self/ns/user ]; do :; done
if [ -n "$FIRST_USER" ]; then
  echo "0 $FIRST_USER $USERS" > /proc/$holder/uid_map
  echo "0 $FIRST_USER $USERS" > /proc/$holder/gid_map
  chown "$FIRST_USER:$FIRST_USER" shared $uppers
  as='-S 0 -G 0'
else
  echo deny > /proc/$holder/setgroups
  echo '0 0 1' > /proc/$holder/uid_map
  echo '0 0 1' > /proc/$holder/gid_map
  as=--preserve-credentials
fi
IFS='
'
if [ -z "$FIRST_USER" ] || ! perl -e "$IDMAP" "/proc/$holder/ns/user" $LAYERS 2> unmapped; then
  number=0
  for layer in $LAYERS; do
    umount "low/$number" 2>/dev/null || true
    rmdir "low/$number"
    ln -s "\${layer#*=}" "low/$number"
    number=$((number + 1))
  done
fi
number=0
for layer in $LAYERS; do
  below="written/$number"
  mount -t overlay -o "$OPTIONS,lowerdir=low/$number,upperdir=$below/upper,workdir=$below/work" overlay "tree\${layer%%=*}"
  number=$((number + 1))
done
IFS=' '
exec nsenter -t "$holder" --user $as sh -c 'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"' sh "$@"
`;

/**
 * Mounts each layer on low/0, low/1 and so on so that what the host's root owns belongs to the sandbox's root. The system
 * calls are open_tree, mount_setattr and move_mount, whose numbers are the same on all architectures; util-linux has no
 * command for them before 2.39.
 */
export const MAP_OWNERS = `
my $space = shift @ARGV;
open(my $users, '<', $space) or die "users: $!";
my ($number, $empty) = (0, '');
for (@ARGV) {
  my ($from, $to) = (s/^[^=]*=//r, 'low/' . $number++);
  my $tree = syscall(428, -100, $from, 0x80001);
  $tree >= 0 or die "open_tree: $!";
  my $change = pack('Q4', 0x100001, 0, 0, fileno($users));
  syscall(442, $tree, $empty, 0x1000, $change, length $change) == 0 or die "mount_setattr: $!";
  syscall(429, $tree, $empty, -100, $to, 4) == 0 or die "move_mount: $!";
}
`;

/**
 * The first process inside. Signals from inside do not reach it, and while it waits for one child it reads the exit codes
 * of all that were left without parent.
 */
export const FIRST_PROCESS = `[ -d "/box$0" ] || mkdir -p "/box$0" && echo up && while :; do sleep 86400; done`;
