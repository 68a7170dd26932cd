import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { assignSplits } from '@/lib/evaluation/assign-split';
import type { SplitRule } from '../split-rule';
import { importInSteps, withoutStops } from './import-examples';
import type { SourceFile } from './import-types';
import { previewInSteps } from './preview-import';

const DATA = path.resolve(import.meta.dirname, '../../../../shared/data');
const TRAIN = 'formula_train_subset_500.jsonl';
const VAL = 'formula_val_subset_300.jsonl';
const isPresent = existsSync(path.join(DATA, 'formula', TRAIN));
const why = isPresent ? '' : ' (skipped: no ../shared/data here)';

const file = (folder: string, name: string): SourceFile => ({
  name,
  text: readFileSync(path.join(DATA, folder, name), 'utf8'),
});

function imported(files: readonly SourceFile[]) {
  const { preset, mapping, unsettled } = withoutStops(previewInSteps(files, { format: 'auto' }));
  const { question, expected } = mapping;
  if (question === null || expected === null) throw new Error('The published files settle their mapping.');
  expect(unsettled).toEqual([]);
  const whole = { ...mapping, question, expected };
  return {
    preset,
    ...withoutStops(importInSteps(files, { preset, mapping: whole, format: 'auto', skipBadLines: false })),
  };
}

describe.skipIf(!isPresent)(`the published files${why}`, () => {
  it('give 500 and 300 Formula examples of 50 formulas each, answers as they stand', () => {
    const { preset, examples, faults, duplicates } = imported([file('formula', TRAIN), file('formula', VAL)]);
    expect([preset, faults, duplicates]).toEqual(['formula', [], []]);
    for (const [source, count] of [
      [TRAIN, 500],
      [VAL, 300],
    ] as const) {
      const own = examples.filter(({ sourceSplit }) => sourceSplit === source);
      expect(own).toHaveLength(count);
      expect(new Set(own.map(({ groupKey }) => groupKey)).size).toBe(50);
    }
    expect(examples[0]?.expected).toBe('2.0');
    expect(examples.every(({ question }) => question.includes('plain floating point number'))).toBe(true);
  });

  it('split for the proof as 250 train, 100 selection, 150 confirmation and 300 held-out', () => {
    const { examples } = imported([file('formula', TRAIN), file('formula', VAL)]);
    const rule: SplitRule = {
      kind: 'bySource',
      parts: [
        { source: TRAIN, kind: 'counts', counts: { train: 250, selection: 100, confirmation: 150 } },
        { source: VAL, kind: 'counts', counts: { heldOut: 300 } },
      ],
    };
    const result = assignSplits(examples, rule, '');
    if (!result.ok) throw new Error(JSON.stringify(result.faults));
    expect(result.counts).toEqual({ train: 250, selection: 100, heldOut: 300, confirmation: 150 });
    expect(result.unassigned).toBe(0);
    expect(result.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('give 500 FiNER examples', () => {
    const { preset, examples, faults, duplicates } = imported([
      file('finer', 'finer_val_batched_500_samples.jsonl'),
    ]);
    expect([preset, faults]).toEqual(['finer', []]);
    expect(examples.length + duplicates.length).toBe(500);
  });
});
