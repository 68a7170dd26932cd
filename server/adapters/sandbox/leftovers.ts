import { existsSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * The name of what a process makes on this machine: it tells later ones whether their maker is gone. Boot, name space
 * of process numbers, process.
 */
const NAME = /^waggle-sandbox-([0-9a-f]{8})-(\d+)-(\d+)(?:-|$)/;

let boot: string | undefined;
let space: string | undefined;
let made = 0;

export function ownerName(): string {
  boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').slice(0, 8);
  space ??= /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  return `waggle-sandbox-${boot}-${space}-${process.pid}`;
}

export function newName(): string {
  made += 1;
  return `${ownerName()}-${made}`;
}

/** True for a name of ours whose maker is gone. Makers with process numbers of another name space are left alone. */
export function isLeftover(name: string): boolean {
  const [, itsBoot, itsSpace, pid] = NAME.exec(name) ?? [];
  if (itsBoot === undefined) return false;
  const [, ourBoot, ourSpace] = NAME.exec(ownerName()) ?? [];
  if (itsBoot !== ourBoot) return true;
  return itsSpace === ourSpace && !existsSync(`/proc/${pid}`);
}
