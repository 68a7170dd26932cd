import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Tells by the content of sources whether something made from them is out of date. */

/** Commands, tools, worker and practice model run from their sources; the rest is no part of a build. */
const NOT_SOURCE =
  /^server\/(commands|tools|worker|practice-model)(\/|$)|(^|\/)(node_modules|\.[^/]+|testing)(\/|$)|\.test\.tsx?$|\.md$/;

export interface Product {
  /** Files and folders, from the project's root, that it is made from. */
  readonly sources: readonly string[];
  /** Where the hash of the sources is kept. */
  readonly stamp: string;
  /** A file that must be there for it to count as made. */
  readonly result: string;
}

export const WEB_BUILD: Product = {
  sources: [
    'app',
    'components',
    'lib',
    'server',
    'public',
    'docs/guide',
    'proxy.ts',
    'instrumentation.ts',
    'next.config.mjs',
    'postcss.config.mjs',
    'tsconfig.json',
    'package-lock.json',
    'prisma/schema.prisma',
  ],
  stamp: '.next/waggle-stamp',
  result: '.next/standalone/server.js',
};

export const PRISMA_CLIENT: Product = {
  sources: ['prisma/schema.prisma', 'package-lock.json'],
  stamp: 'server/db/generated/.waggle-stamp',
  result: 'server/db/generated/client.ts',
};

/** One hash over the names and contents of all sources. */
export function sourceHash({ sources }: Product, root = process.cwd()): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesBelow(root, source))) {
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

export function isStale(product: Product, root = process.cwd()): boolean {
  const stamp = path.join(root, product.stamp);
  if (!existsSync(path.join(root, product.result)) || !existsSync(stamp)) return true;
  return readFileSync(stamp, 'utf8') !== sourceHash(product, root);
}

export function markMade(product: Product, hash: string, root = process.cwd()): void {
  writeFileSync(path.join(root, product.stamp), hash);
}

function filesBelow(root: string, source: string): string[] {
  const full = path.join(root, source);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [source];
  return readdirSync(full, { withFileTypes: true })
    .map((entry) => path.posix.join(source, entry.name))
    .filter((name) => !NOT_SOURCE.test(name))
    .sort()
    .flatMap((name) => filesBelow(root, name));
}
