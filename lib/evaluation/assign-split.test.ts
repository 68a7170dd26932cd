import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentHash } from '@/lib/domain/content-hash';
import { assignSplits } from './assign-split';
import type { SplitRule } from './split-rule';
import type { SplitExample } from './split-units';

const example = (name: string, part: Partial<SplitExample> = {}): SplitExample => ({
  id: name,
  contentHash: contentHash(name),
  groupKey: null,
  sourceSplit: 'a.jsonl',
  ...part,
});
const many = (n: number, part: Partial<SplitExample> = {}) =>
  Array.from({ length: n }, (_, index) => example(`${part.sourceSplit ?? 'a'}-${index}`, part));

const shares = (by: 'content' | 'group'): SplitRule => ({
  kind: 'shares',
  shares: { train: 0.5, selection: 0.1, heldOut: 0.3, confirmation: 0.1 },
  by,
});

function assigned(examples: readonly SplitExample[], rule: SplitRule, salt = 's') {
  const result = assignSplits(examples, rule, salt);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result;
}

const SHARED_TEXT = fc.array(
  fc.record({ text: fc.nat(30), group: fc.nat(8), source: fc.constantFrom('a.jsonl', 'b.jsonl') }),
  { minLength: 1, maxLength: 80 },
);
const examplesOf = (rows: readonly { text: number; group: number; source: string }[]) =>
  rows.map(({ text, group, source }, index) =>
    example(`id-${index}`, {
      contentHash: contentHash(`t${text}`),
      groupKey: `g${group}`,
      sourceSplit: source,
    }),
  );

describe('assignSplits', () => {
  it('gives exact sizes by share and leaves no example out', () => {
    const result = assigned(many(1000), shares('content'));
    expect(result.counts).toEqual({ train: 500, selection: 100, heldOut: 300, confirmation: 100 });
    expect(result.unassigned).toBe(0);
  });

  it('never puts one content into two splits, whatever the rule', () => {
    const rules: SplitRule[] = [
      shares('content'),
      shares('group'),
      {
        kind: 'bySource',
        parts: [
          { source: 'a.jsonl', kind: 'whole', split: 'train' },
          { source: 'b.jsonl', kind: 'whole', split: 'heldOut' },
        ],
      },
    ];
    fc.assert(
      fc.property(SHARED_TEXT, fc.constantFrom(...rules), (rows, rule) => {
        const examples = examplesOf(rows);
        const result = assignSplits(examples, rule, 'x');
        if (!result.ok) return;
        const splitsOf = new Map<string, Set<string | undefined>>();
        for (const { id, contentHash: hash } of examples)
          splitsOf.set(hash, (splitsOf.get(hash) ?? new Set()).add(result.assignments.get(id)));
        expect([...splitsOf.values()].every((splits) => splits.size === 1)).toBe(true);
      }),
    );
  });

  it('keeps a group together when asked, and is the same in any order of the examples', () => {
    fc.assert(
      fc.property(SHARED_TEXT, fc.string(), (rows, salt) => {
        const examples = examplesOf(rows);
        const result = assigned(examples, shares('group'), salt);
        for (const key of new Set(examples.map(({ groupKey }) => groupKey))) {
          const own = examples.filter(({ groupKey }) => groupKey === key);
          expect(new Set(own.map(({ id }) => result.assignments.get(id))).size).toBe(1);
        }
        expect(assigned([...examples].reverse(), shares('group'), salt).hash).toBe(result.hash);
      }),
    );
  });

  it('changes with the salt only', () => {
    const examples = many(200);
    expect(assigned(examples, shares('content'), 'one').hash).toBe(
      assigned(examples, shares('content'), 'one').hash,
    );
    expect(assigned(examples, shares('content'), 'two').hash).not.toBe(
      assigned(examples, shares('content'), 'one').hash,
    );
  });

  it('fills fixed counts in hash order and leaves the rest out', () => {
    const result = assigned(many(20), { kind: 'counts', counts: { train: 5, heldOut: 3 } });
    expect(result.counts).toEqual({ train: 5, selection: 0, heldOut: 3, confirmation: 0 });
    expect(result.unassigned).toBe(12);
  });

  it('names every fault of a rule', () => {
    const faultsOf = (rule: SplitRule) => {
      const result = assignSplits(many(5), rule, '');
      return result.ok ? [] : result.faults.map(({ path }) => path);
    };
    expect(faultsOf({ kind: 'counts', counts: { train: 6 } })).toEqual(['rule.counts']);
    expect(
      faultsOf({
        kind: 'shares',
        shares: { train: 0, selection: 0, heldOut: 0, confirmation: 0 },
        by: 'content',
      }),
    ).toEqual(['rule.shares']);
    expect(
      faultsOf({
        kind: 'bySource',
        parts: [
          { source: 'b.jsonl', kind: 'whole', split: 'train' },
          { source: 'a.jsonl', kind: 'whole', split: 'train' },
          { source: 'a.jsonl', kind: 'counts', counts: { train: 9 } },
        ],
      }),
    ).toEqual(['rule.parts[0].source', 'rule.parts[2].source']);
  });

  it('says when examples that belong together do not fit the counts', () => {
    const same = many(4).map((one) => ({ ...one, contentHash: contentHash('same') }));
    const result = assignSplits(same, { kind: 'counts', counts: { train: 2, heldOut: 2 } }, '');
    expect(result.ok).toBe(false);
  });

  it('reports ids that say the same', () => {
    const twins = [example('x'), example('y', { contentHash: contentHash('x') }), example('z')];
    expect(assigned(twins, shares('content')).duplicates).toEqual([['x', 'y']]);
  });
});
