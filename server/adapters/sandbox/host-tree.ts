import { existsSync, lstatSync, readlinkSync } from 'node:fs';

/** Programs and libraries of the host. Its other folders hold files of its people and of Waggle. */
const PROGRAMS = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
/** Files of /etc that programs need and that hold no secret. */
const SETTINGS =
  'bash.bashrc group inputrc ld.so.cache ld.so.conf localtime login.defs mime.types nsswitch.conf passwd';
const MORE_SETTINGS = 'profile protocols services shells';
/** Links of commands that have several makers. */
const ALTERNATIVES = '/etc/alternatives';

export interface HostTree {
  readonly folders: readonly string[];
  /** Shown below an overlay too, and not needed by the tools that make the sandbox. */
  readonly more: readonly string[];
  readonly settings: readonly string[];
  readonly links: readonly { readonly path: string; readonly target: string }[];
}

let found: HostTree | undefined;

export function hostTree(): HostTree {
  found ??= look();
  return found;
}

function look(): HostTree {
  const kinds = PROGRAMS.map((path) => ({ path, stat: lstatSync(path, { throwIfNoEntry: false }) }));
  return {
    folders: kinds.filter(({ stat }) => stat?.isDirectory()).map(({ path }) => path),
    links: kinds
      .filter(({ stat }) => stat?.isSymbolicLink())
      .map(({ path }) => ({ path, target: readlinkSync(path) })),
    more: [ALTERNATIVES].filter((path) => existsSync(path)),
    settings: `${SETTINGS} ${MORE_SETTINGS}`
      .split(' ')
      .map((name) => `/etc/${name}`)
      .filter((path) => existsSync(path)),
  };
}
