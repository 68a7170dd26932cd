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

  it('is proven by a refusal at API, page and command line, and at the queue if it claims that', () => {
    expect(faultsOf(refusalLines([rule], EVERYWHERE))).toEqual([]);
    const queued = { ...rule, queued: true } as const;
    expect(refusalLines([queued], EVERYWHERE).filter(({ fault }) => fault !== null)).toHaveLength(1);
    expect(faultsOf(refusalLines([queued], [...EVERYWHERE, at('queue')]))).toEqual([]);
  });

  it('fails at an entry point without a request, and if no page offers the operation', () => {
    expect(faultsOf(refusalLines([rule], [at('API'), at('page')]))).toHaveLength(1);
    const hidden = EVERYWHERE.map((one) => at(one.proven?.door ?? 'API', { operation: 'nobodyCallsThis' }));
    expect(faultsOf(refusalLines([rule], hidden))).toHaveLength(1);
  });

  it('fails if its request is accepted, if a test proves nothing, and if no table lists it', () => {
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

  it('is proven by the tests of its file that carry its id, or by the named one', () => {
    expect(faultsOf(heldLines([rule], [ran('R-085 packs')], rows))).toEqual([]);
    expect(faultsOf(heldLines([rule], [ran('packs')], [['R-085', 'a.test.ts', 'packs']]))).toEqual([]);
  });

  it('fails if its test is not named, is missing, is in another file, or fails', () => {
    expect(faultsOf(heldLines([rule], [ran('R-085 packs')], []))).toHaveLength(1);
    expect(faultsOf(heldLines([rule], [ran('R-086 packs')], rows))).toHaveLength(1);
    expect(faultsOf(heldLines([rule], [ran('R-085 packs', { file: 'b.test.ts' })], rows))).toHaveLength(1);
    expect(faultsOf(heldLines([rule], [ran('R-085 packs', { passed: false })], rows))).toHaveLength(1);
  });
});
