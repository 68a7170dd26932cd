import { describe, expect, it } from 'vitest';
import type { ProvenRefusal } from '@/lib/testing/proven-refusal';
import { heldLines } from './prove-held';
import { refusalLines } from './prove-refusals';
import type { RanTest } from './run-tests';

const ran = (name: string, more: Partial<RanTest> = {}): RanTest => ({
  ...{ file: 'a.test.ts', name, passed: true, fault: '', proven: undefined },
  ...more,
});
const at = (door: ProvenRefusal['door'], more: Partial<ProvenRefusal> = {}): RanTest =>
  ran(door, {
    proven: { rules: ['R-011'], operation: 'startRun', door, asked: 'a run', answer: '422 NO', ...more },
  });
const EVERYWHERE = [at('API'), at('page'), at('command line')];
const faultsOf = (lines: readonly { readonly fault: string | null }[]) =>
  lines.flatMap(({ fault }) => fault ?? []);

describe('a rule that a request can break', () => {
  const rule = { id: 'R-011' } as const;

  it('is proven by a refusal at each of the three doors, and at the queue where it claims that too', () => {
    expect(faultsOf(refusalLines([rule], EVERYWHERE))).toEqual([]);
    const queued = { ...rule, queued: true } as const;
    expect(refusalLines([queued], EVERYWHERE).filter(({ fault }) => fault !== null)).toHaveLength(1);
    expect(faultsOf(refusalLines([queued], [...EVERYWHERE, at('queue')]))).toEqual([]);
  });

  it('fails at a door where nothing was asked, and where no page offers what was', () => {
    expect(faultsOf(refusalLines([rule], [at('API'), at('page')]))).toHaveLength(1);
    const hidden = EVERYWHERE.map((one) => at(one.proven?.door ?? 'API', { operation: 'nobodyCallsThis' }));
    expect(faultsOf(refusalLines([rule], hidden))).toHaveLength(1);
  });

  it('fails where its request came through, where a test proves nothing, and where it stands in no table', () => {
    expect(
      faultsOf(
        refusalLines([rule], [...EVERYWHERE, ran('R-011', { passed: false, fault: 'it came through' })]),
      ),
    ).toEqual(['it came through']);
    expect(faultsOf(refusalLines([rule], [...EVERYWHERE, ran('R-011')]))).toHaveLength(1);
    expect(faultsOf(refusalLines([rule], [...EVERYWHERE, at('API', { rules: ['R-999'] })]))).toHaveLength(1);
  });
});

describe('a rule that no request can break', () => {
  const rule = { id: 'R-085', kind: 'invariant', heldBy: 'Tests.' } as const;
  const rows = [['R-085 R-086', 'a.test.ts']] as const;

  it('is held by the tests of its file that carry its id, or by the one that is named', () => {
    expect(faultsOf(heldLines([rule], [ran('R-085 packs')], rows))).toEqual([]);
    expect(faultsOf(heldLines([rule], [ran('packs')], [['R-085', 'a.test.ts', 'packs']]))).toEqual([]);
  });

  it('fails where no test is named, where it is gone or in another file, and where it fails', () => {
    expect(faultsOf(heldLines([rule], [ran('R-085 packs')], []))).toHaveLength(1);
    expect(faultsOf(heldLines([rule], [ran('R-086 packs')], rows))).toHaveLength(1);
    expect(faultsOf(heldLines([rule], [ran('R-085 packs', { file: 'b.test.ts' })], rows))).toHaveLength(1);
    expect(faultsOf(heldLines([rule], [ran('R-085 packs', { passed: false })], rows))).toHaveLength(1);
  });
});
