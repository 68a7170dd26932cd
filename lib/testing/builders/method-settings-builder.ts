import type { GepaSettings } from '@/lib/domain/method-settings';

/** GEPA's settings as the contract fills them in, for tests that need a manifest of that method. */
export function gepaTestSettings(changes: Partial<GepaSettings> = {}): GepaSettings {
  return {
    name: 'gepa',
    version: '1',
    frontier: 'instance',
    parent: { kind: 'pareto' },
    components: 'roundRobin',
    acceptance: 'strict',
    keep: { kind: 'all' },
    sampling: { kind: 'single' },
    merge: null,
    skipPerfect: true,
    candidateCache: false,
    useGroundTruth: true,
    compatibleSeeds: false,
    stop: {
      metricCalls: null,
      iterationsWithoutImprovement: null,
      candidates: null,
      proposals: null,
      score: null,
    },
    ...changes,
  };
}
