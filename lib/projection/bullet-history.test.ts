import { describe, expect, it } from 'vitest';
import type { Edit } from '@/lib/domain/edit';
import { type BulletVersion, bulletLife } from './bullet-history';

const line = (text: string, helpful = 0, harmful = 0) =>
  `[calc-00001] helpful=${helpful} harmful=${harmful} :: ${text}`;

function version(iteration: number, more: Partial<BulletVersion> = {}): BulletVersion {
  return {
    iteration,
    hash: `h${iteration}`,
    parentHash: iteration < 0 ? null : `h${iteration - 1}`,
    line: null,
    byHand: null,
    atMs: 1000 * (iteration + 1),
    edits: [],
    ...more,
  };
}

const add: Edit = { type: 'add', section: 'CALC', content: 'Check\n the sign.' };
const steps = (versions: readonly BulletVersion[]) =>
  bulletLife('calc-00001', versions).steps.map(({ kind, operation, version: own }) => [
    own.iteration,
    kind,
    operation,
  ]);

describe('the life of a bullet', () => {
  it('tells when it was added, counted, edited and removed, and by which operation', () => {
    const update: Edit = { type: 'update', bulletId: 'calc-00001', content: 'Check every sign.' };
    const merge: Edit = { type: 'merge', bulletIds: ['calc-00002', 'calc-00001'], content: 'Both.' };
    expect(
      steps([
        version(-1),
        version(0, { line: line('Check the sign.'), edits: [add] }),
        version(1, { line: line('Check the sign.', 2, 1) }),
        version(2, { line: line('Check every sign.', 2, 1), edits: [update] }),
        version(3, { edits: [merge] }),
      ]),
    ).toEqual([
      [0, 'added', 'add'],
      [1, 'counted', 'tags'],
      [2, 'edited', 'update'],
      [3, 'removed', 'merge'],
    ]);
  });

  it('marks what a person wrote as theirs, and what stood in the original prompt as from there', () => {
    expect(
      steps([
        version(-1, { line: line('Check the sign.') }),
        version(0, { line: line('Check it by hand.'), byHand: 'Ada' }),
      ]),
    ).toEqual([
      [-1, 'added', 'seed'],
      [0, 'edited', 'hand'],
    ]);
  });

  it('compares with the parent, so that a lineage that is tried beside it changes nothing', () => {
    expect(
      steps([
        version(0, { line: line('Check the sign.'), edits: [add], parentHash: null }),
        version(1, { hash: 'fresh', parentHash: null }),
        version(2, { line: line('Check the sign.'), parentHash: 'h0' }),
      ]),
    ).toEqual([[0, 'added', 'add']]);
  });

  it('never guesses: what no edit names came from uniting near-copies, or from an operation not known', () => {
    expect(steps([version(-1), version(0, { line: line('Check the sign.') }), version(1)])).toEqual([
      [0, 'added', 'unknown'],
      [1, 'removed', 'dedupe'],
    ]);
  });

  it('gives its counters in every version that holds it', () => {
    const { counters } = bulletLife('calc-00001', [
      version(0, { line: line('A') }),
      version(1, { line: line('A', 1) }),
      version(2),
    ]);
    expect(counters).toEqual([
      { iteration: 0, helpful: 0, harmful: 0 },
      { iteration: 1, helpful: 1, harmful: 0 },
    ]);
  });
});
