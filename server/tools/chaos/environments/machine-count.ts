import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { ownerName } from '@/server/adapters/sandbox/leftovers';

/**
 * Everything on a machine that attempts could leave behind. The machine is what this process sees: in name spaces of its own
 * (own-machine) that is its own work and that of its children, and nothing of other programs.
 */
export const COUNTED = [
  'processes',
  'mounts',
  'control groups',
  'files',
  'Unix sockets',
  'descriptors',
] as const;
export type Counted = (typeof COUNTED)[number];

export type MachineCount = Readonly<Record<Counted, readonly string[]>>;

/** `folders`: whose files are counted, as the folder for temporary files and the data folder. */
export function countMachine(folders: readonly string[]): MachineCount {
  return {
    processes: processes(),
    mounts: mounts(),
    'control groups': groupsBelow('/sys/fs/cgroup'),
    files: folders.flatMap((folder) => namesBelow(folder)),
    'Unix sockets': unixSockets(),
    descriptors: descriptors(),
  };
}

/** Things that are there now and were not before. Of those without an own name, such as pipes, one more than before counts. */
export function leftBetween(before: MachineCount, after: MachineCount): string[] {
  return COUNTED.flatMap((kind) => {
    const known = [...before[kind]];
    return after[kind].flatMap((one) => {
      const at = known.indexOf(one);
      if (at === -1) return [`${kind}: ${one}`];
      known.splice(at, 1);
      return [];
    });
  });
}

const MAYBE = { throwIfNoEntry: false } as const;

const numbers = () => listed('/proc').filter((entry) => /^\d+$/.test(entry));

/** Also those that have ended and that no parent has taken leave of. */
function processes(): string[] {
  return numbers().flatMap((pid) => {
    const stat = textOf(`/proc/${pid}/stat`);
    const name = stat.slice(0, stat.lastIndexOf(')') + 1);
    // A number can come again: with the time of its start it is one process.
    const startedTicks = stat.slice(name.length + 1).split(' ')[19];
    return startedTicks === undefined ? [] : [`${name} since ${startedTicks}`];
  });
}

function mounts(): string[] {
  const spaces = new Map(numbers().map((pid) => [linkOf(`/proc/${pid}/ns/mnt`), pid]));
  return [...spaces].flatMap(([space, pid]) =>
    textOf(`/proc/${pid}/mountinfo`)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => `${space} ${line.split(' ')[4]}`),
  );
}

/** Groups of this boot and this name space of process numbers, also those of other makers. */
function groupsBelow(folder: string): string[] {
  const ours = ownerName().replace(/\d+$/, '');
  return folderNames(folder).flatMap((name) => {
    const at = path.join(folder, name);
    return [...(name.startsWith(ours) ? [at] : []), ...groupsBelow(at)];
  });
}

/** Sockets that a process here holds: the list is of the network's name space, which others share. */
function unixSockets(): string[] {
  const addresses = new Map<string, string>();
  for (const line of textOf('/proc/net/unix').split('\n').slice(1)) {
    const [, , , , , , inode, address = 'without an address'] = line.split(/\s+/);
    addresses.set(`socket:[${inode}]`, address);
  }
  const held = new Set(numbers().flatMap((pid) => linksIn(`/proc/${pid}/fd`)));
  return [...held].flatMap((link) => addresses.get(link) ?? []);
}

const linksIn = (folder: string) => listed(folder).map((name) => linkOf(`${folder}/${name}`));

/** Without the numbers of what has no name. */
const descriptors = () => linksIn('/proc/self/fd').map((link) => link.replace(/:\[\d+\]$/, ''));

function namesBelow(folder: string): string[] {
  const below = folderNames(folder).flatMap((name) => namesBelow(path.join(folder, name)));
  return [...listed(folder).map((name) => path.join(folder, name)), ...below];
}

/** Links are not followed. */
const folderNames = (folder: string) =>
  listed(folder).filter((name) => lstatSync(path.join(folder, name), MAYBE)?.isDirectory());

/** Empty where it is no folder, or gone. */
function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}
