import { describe, expect, it } from 'vitest';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { configurationChanges, configurationHash, configurationOf } from './configuration';

describe('a configuration', () => {
  it('R-006: is one for all seeds, and another as soon as a setting differs', () => {
    const first = buildManifest({ runSeed: 1 });
    const cache = { read: true, namespace: 'own' };
    expect(configurationHash(buildManifest({ runSeed: 2 }))).toBe(configurationHash(first));
    expect(configurationHash(buildManifest({ lanes: 9 }))).not.toBe(configurationHash(first));
    expect(configurationHash(buildManifest({ evaluationCache: cache }))).toBe(
      configurationHash(buildManifest({ evaluationCache: { ...cache, namespace: 'other' } })),
    );
    expect(configurationOf(first)).not.toHaveProperty('runSeed');
  });

  it('R-006: says leaf by leaf what differs between two', () => {
    const a = buildManifest({ lanes: 8, runSeed: 1 });
    const b = buildManifest({ lanes: 16, runSeed: 2, spreadRollouts: true });
    expect(configurationChanges(a, b)).toEqual([
      { path: 'lanes', before: 8, after: 16 },
      { path: 'spreadRollouts', before: null, after: true },
    ]);
    expect(configurationChanges(a, a)).toEqual([]);
  });
});
