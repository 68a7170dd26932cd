/**
 * The deliverable of a parallel run is a configuration: everything that its manifest pins but the chance of
 * one execution. Runs that differ in nothing but the seed are measurements of one configuration, and share its hash.
 */
import { canonicalHash, canonicalJson } from '@/lib/domain/content-hash';
import type { RunManifest } from '@/lib/domain/manifest';

export type Configuration = Omit<
  RunManifest,
  'runSeed' | 'evaluateOnly' | 'evaluateExampleIds' | 'branchedFrom' | 'evaluationCache'
> & {
  readonly evaluationCache?: { readonly read: boolean };
};

export function configurationOf(manifest: RunManifest): Configuration {
  const { runSeed: _seed, branchedFrom: _from, evaluationCache, ...others } = manifest;
  const { evaluateOnly: _only, evaluateExampleIds: _ids, ...rest } = others;
  // A re-seeded run reads under a namespace of its own (rulings J5); whether it reads at all is the setting.
  return evaluationCache ? { ...rest, evaluationCache: { read: evaluationCache.read } } : rest;
}

export function configurationHash(manifest: RunManifest): string {
  return canonicalHash(configurationOf(manifest));
}

export interface ConfigurationChange {
  /** As in `models.serving.hardware`. */
  readonly path: string;
  /** Null = not set there. */
  readonly before: unknown;
  readonly after: unknown;
}

export function configurationChanges(before: RunManifest, after: RunManifest): ConfigurationChange[] {
  return settingChanges(configurationOf(before), configurationOf(after));
}

/**
 * Differences between two sets of settings, pinned or not yet: leaf by leaf, in the order of the paths. Lists are
 * compared whole, since their order means something.
 */
export function settingChanges(before: object, after: object): ConfigurationChange[] {
  const a = leavesOf(before, '');
  const b = leavesOf(after, '');
  const paths = [...new Set([...a.keys(), ...b.keys()])].sort();
  return paths.flatMap((path) => {
    const pair = { before: a.get(path) ?? null, after: b.get(path) ?? null };
    return canonicalJson(pair.before) === canonicalJson(pair.after) ? [] : [{ path, ...pair }];
  });
}

function leavesOf(value: object, prefix: string): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    if (typeof member === 'object' && member !== null && !Array.isArray(member)) {
      for (const [inner, leaf] of leavesOf(member, path)) leaves.set(inner, leaf);
    } else if (member !== undefined) {
      leaves.set(path, member);
    }
  }
  return leaves;
}
