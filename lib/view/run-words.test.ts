import { describe, expect, it } from 'vitest';
import { reduceRun } from '@/lib/projection/reduce-run';
import { EMPTY_RUN_STATE } from '@/lib/projection/run-state';
import { SMALL_LEDGER } from '@/lib/projection/testing/small-ledger';
import { conditionAnswer, describeLanes } from './run-lanes';
import { describeStanding } from './run-words';
import { prepareScanTree } from './scan-tree';

const run = (status: 'running' | 'paused' | 'finished', statusReason: string | null) => ({
  status,
  statusReason,
});

describe('the reason why a run waits', () => {
  it('is said while its provider is away and when that has paused it, and not once it has ended', () => {
    expect(describeStanding(run('running', 'The provider is away.'), null)?.text).toBe(
      'The provider is away.',
    );
    const away = { noun: 'provider', name: 'Ours', sinceMs: 0 } as const;
    const paused = { iteration: 1, away };
    expect(describeStanding(run('paused', null), paused)?.text).toMatch(
      /^The provider Ours .* since 00:00 UTC/,
    );
    expect(describeStanding(run('paused', 'The disk is full.'), { iteration: 1 })?.text).toBe(
      'The disk is full.',
    );
    expect(describeStanding(run('paused', null), null)).toBeNull();
    expect(describeStanding(run('running', null), paused)).toBeNull();
    expect(describeStanding(run('finished', 'All was seen.'), null)).toBeNull();
  });
});

describe('reflections that missed their iteration', () => {
  it('are counted where they left and where they joined', () => {
    const [iteration] = reduceRun(EMPTY_RUN_STATE, SMALL_LEDGER).iterations;
    if (!iteration?.closed) throw new Error('the small ledger has a closed iteration');
    expect(prepareScanTree(iteration).latecomers).toBeNull();
    const closed = { ...iteration.closed, late: [3], carried: [4, 5] };
    expect(prepareScanTree({ ...iteration, closed }).latecomers).toBe(
      '2 reflections joined from the iteration before; 1 reflection came too late and went on to the next one.',
    );
  });
});

describe('lanes in words', () => {
  it('tell what waits, who raises them, and what they were at the end', () => {
    const lanes = {
      runId: 'run_1',
      lanes: 8,
      waiting: 16,
      lanesMax: 64,
      collapsed: false,
      conditions: [],
      warnings: [],
    };
    expect(describeLanes(lanes, true)).toBe(
      '8 calls may be in flight at once; 16 from the next iteration on. They are raised by themselves up to 64 while batches fill, edits are different and the selection score does not fall.',
    );
    expect(describeLanes(lanes, false)).toBe('When the run ended, 8 calls could be in flight at once.');
  });

  it('do not call edits alike where diversity was not measured', () => {
    const alike = { name: 'diversityHolds', holds: false } as const;
    expect(conditionAnswer({ collapsed: null }, alike)).toBe('not measured');
    expect(conditionAnswer({ collapsed: true }, alike)).toBe('no');
    expect(conditionAnswer({ collapsed: null }, { name: 'batchesFill', holds: false })).toBe('no');
    expect(conditionAnswer({ collapsed: false }, { ...alike, holds: true })).toBe('yes');
  });
});
