import { describe, expect, it } from 'vitest';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import { exploratoryStep } from './exploratory-step';

type Run = Parameters<typeof exploratoryStep>[0];

const run = (over: Partial<Run> = {}): Run => ({
  ...{ kind: 'exploratory', status: 'finished', archivedAt: null, diagnosis: null },
  manifest: { traces: { sampleId: 'tsm_1', hash: 'h' } },
  ...over,
});
const diagnosed = (verdict: NonNullable<RunDetailView['diagnosis']>['verdict']) => ({
  diagnosis: { id: 'dia_1', verdict, reason: '', alternatives: [], runId: null, createdAt: '' },
});

describe('the next step of an exploratory run', () => {
  it.each([
    ['a serial baseline before there is a diagnosis', {}, { kind: 'serialBaseline' }],
    ['more serial examples after an undecided one', diagnosed('undecided'), { kind: 'moreSerial' }],
    ['Combee on the same sample after a go', diagnosed('go'), { kind: 'combee', traceSampleId: 'tsm_1' }],
    ['none after a no-go', diagnosed('noGo'), null],
    ['none while it is in progress', { status: 'running' as const }, null],
    ['none where it is archived', { archivedAt: '2026-11-27T10:00:00Z' }, null],
    ['none for another kind of run', { kind: 'combee' as const, ...diagnosed('go') }, null],
  ])('is %s', (_name, over, step) => {
    expect(exploratoryStep(run(over))).toEqual(step);
  });

  it('is Combee without a sample where no traces were read', () => {
    const step = exploratoryStep(run({ manifest: {}, ...diagnosed('go') }));
    expect(step).toEqual({ kind: 'combee', traceSampleId: undefined });
  });
});
