import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '@/lib/domain/ledger-entry';
import { reduceRun } from '@/lib/projection/reduce-run';
import { EMPTY_RUN_STATE } from '@/lib/projection/run-state';
import {
  parentsByHash,
  poolRows,
  poolSentence,
  prepareLineage,
  proposalScores,
  trialSentence,
} from './run-search';

const ORIGIN = { split: 'selection', hardware: 'one machine', practice: true } as never;
const created = (hash: string, parentHash: string | null, iteration: number) => ({
  type: 'candidate.created',
  data: { iteration, hash, parentHash, text: hash, bullets: 0, tokens: 1, applied: 1, ignored: 0 },
});
const pool = {
  iteration: 2,
  bestHash: 'c',
  pool: [
    { hash: 'a', parentHashes: [], mean: 0.5, fronts: 1, undominated: false },
    { hash: 'b', parentHashes: ['a'], mean: 0.6, fronts: 4, undominated: true },
    { hash: 'c', parentHashes: ['b', 'a'], mean: 0.7, fronts: 9, undominated: true },
  ],
};
const score = { mean: 0.7, lower: 0.6, upper: 0.8, n: 100 };
const trial = { iteration: 0, candidateHash: 'a', choices: { instruction: 2 }, score };

function stateOf(entries: readonly object[]) {
  const numbered = entries.map((entry, index) => ({
    seq: index + 1,
    key: `${index}`,
    measured: { atMs: 0 },
    ...entry,
  }));
  return reduceRun(EMPTY_RUN_STATE, numbered as unknown as LedgerEntry[]);
}

const state = stateOf([
  created('a', null, -1),
  created('b', 'a', 0),
  created('c', 'b', 2),
  { type: 'frontier.updated', data: { ...pool, iteration: 1, bestHash: 'b' } },
  { type: 'frontier.updated', data: pool },
]);

describe('the search tab', () => {
  it('shows the newest pool, the best first, each candidate where it was made', () => {
    const rows = poolRows(state);
    expect(rows.map(({ hash, iteration, isBest }) => [hash, iteration, isBest])).toEqual([
      ['c', 2, true],
      ['b', 0, false],
      ['a', -1, false],
    ]);
    expect(poolSentence(rows)).toBe(
      '3 candidates, 2 of them possible as a parent, since the others are matched or beaten everywhere; the best on selection has 70.0 %.',
    );
  });

  it('draws a line from every parent that is in the pool, and none from one that is not', () => {
    const rows = poolRows(state);
    const chart = prepareLineage(rows, parentsByHash(state), ORIGIN);
    expect(chart.edges.map(({ key }) => key).sort()).toEqual(['a-b', 'a-c', 'b-c']);
    expect(chart.dots.find(({ hash }) => hash === 'a')?.x).toBe(0);
    const orphan = prepareLineage(rows, new Map([['c', ['gone']]]), ORIGIN);
    expect(orphan.edges).toEqual([]);
  });

  it('says of a proposal that was not tried that it was not, rather than a zero', () => {
    const proposal = { parentScore: 0.5, childScore: null, examples: 3 } as never;
    expect(proposalScores(proposal)).toBe('not tried');
    expect(proposalScores({ parentScore: 0.5, childScore: 0.75, examples: 4 } as never)).toBe(
      '50.0 % → 75.0 %, n = 4',
    );
  });

  it('calls no minibatch the best: only what was tried on the whole split can be', () => {
    const few = { ...trial, trial: 0, full: false, best: false };
    expect(trialSentence([few])).toMatch(/none on all of selection yet/);
    expect(trialSentence([few], 1_499)).toMatch(/^1,500 trials, 1 listed/);
    expect(trialSentence([few, { ...trial, trial: 1, full: true, best: true }])).toMatch(/70\.0 %, n = 100/);
  });
});
