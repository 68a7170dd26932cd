import { describe, expect, it } from 'vitest';
import { buildPlanInput, buildReportInput } from '@/lib/testing/builders/strategy-input';
import { composeStrategy } from './compose-strategy';
import { endedBy } from './ended-words';
import { stoppingAndSelection } from './ending-sections';
import { dynamicBatchingPolicy } from './scheduling-sections';
import type { MeasuredFacts } from './strategy-input';

const built = buildReportInput();
const record = built.measured?.record;
if (!built.measured || record === undefined) throw new Error('A report has what its run measured.');
const finished = {
  type: 'run.finished',
  data: { reason: 'trainingDone', explanation: 'All training examples were used.' },
} as unknown as NonNullable<MeasuredFacts['finished']>;
const plans = [{ size: 10, reason: 'static' }] as unknown as MeasuredFacts['plans'];
const facts: MeasuredFacts = { ...built.measured, finished, plans };
const report = { ...built, measured: facts };

describe('the report of an ended run', () => {
  it('says what of each cap was used, where the plan says what the caps are', () => {
    const budget = { ...report.manifest.budget, rollouts: 9_999, usd: null };
    const input = { ...report, manifest: { ...report.manifest, budget } };
    const used = stoppingAndSelection(input).budget;
    expect(used.basis).toBe('measured');
    expect(used.says).toContain(`${facts.record.rollouts} training rollouts of at most 9,999`);
    const planned = stoppingAndSelection({ ...buildPlanInput(), manifest: input.manifest }).budget;
    expect(planned.says).toContain('9,999 rollouts');
    expect(planned.says).not.toContain('Used');
  });

  it('says of a target and of patience whether they are what ended the run', () => {
    const stopping = { ...report.manifest.stopping, targetScore: 0.9, patience: 3 };
    const { target, patience } = stoppingAndSelection({
      ...report,
      manifest: { ...report.manifest, stopping },
    });
    for (const { says } of [target, patience]) expect(says).toMatch(/this (did not end|ended) the run/);
    expect(target.says).not.toContain('whichever comes first');
    expect(target.says).toContain('this did not end the run');
    expect(endedBy('trainingDone', facts)).toBe('this ended the run');
  });

  it('says how many training examples were used of how many', () => {
    const seen = facts.record.points.at(-1)?.trainExamplesSeen ?? 0;
    const { counts } = report.manifest.split;
    expect(dynamicBatchingPolicy(report).batchSize.says).toContain(
      `Used ${seen} of ${counts.train * report.manifest.epochs} training examples`,
    );
  });

  it('is whole', () => {
    expect(() => composeStrategy(report)).not.toThrow();
  });
});
