import { describe, expect, it } from 'vitest';
import { type Comparable, compareAddress, compareRuns } from './compare-address';

const diagnosed = (runId: string | null): Comparable['diagnosis'] => ({
  id: 'dgn_1',
  verdict: 'go',
  reason: 'It has converged.',
  alternatives: [],
  runId,
  createdAt: '2026-01-01T00:00:00.000Z',
});

describe('where a run is compared', () => {
  it('is against the serial baseline that it scales from, which comes first', () => {
    expect(compareAddress({ id: 'run_2', kind: 'combee', diagnosis: diagnosed('run_1') })).toBe(
      '/compare?runs=run_1,run_2',
    );
  });

  it('is the list to choose from where there is no baseline, and for a baseline itself', () => {
    expect(compareAddress({ id: 'run_2', kind: 'combee', diagnosis: null })).toBe('/runs?with=run_2');
    expect(compareAddress({ id: 'run_2', kind: 'combee', diagnosis: diagnosed(null) })).toBe(
      '/runs?with=run_2',
    );
    expect(compareAddress({ id: 'run_1', kind: 'serialBaseline', diagnosis: diagnosed('run_1') })).toBe(
      '/runs?with=run_1',
    );
  });

  it('names the run that the others are measured against, where it is chosen', () => {
    expect(compareRuns(['run_1', 'run_2'], 'run_1')).toBe('/compare?runs=run_1,run_2&baseline=run_1');
  });

  it('names no run twice', () => {
    expect(compareRuns(['run_1', 'run_2', 'run_1'])).toBe('/compare?runs=run_1,run_2');
  });
});
