import { describe, expect, it } from 'vitest';
import { evaluationCost } from './evaluation-cost';
import { estimateRun } from './experiment-estimate';

const counts = { train: 250, selection: 0, heldOut: 300, confirmation: 0 };
const planned = (of: { everyExamples?: number; heldOut?: number } = {}) =>
  estimateRun({
    counts: { ...counts, heldOut: of.heldOut ?? counts.heldOut },
    ...{ epochs: 1, maxRounds: 1, everyExamples: of.everyExamples ?? null, evaluationSplit: 'heldOut' },
    ...{ aggregation: 'combee', batchSize: 36 },
  });

describe('what held-out costs', () => {
  it('offers about half as many measurements where they are most of the calls, and counts what that saves', () => {
    const estimate = planned();
    const { sentence, fewer } = evaluationCost(estimate, 4);
    expect(estimate.measurements).toBe(11);
    expect(sentence).toContain('86 %');
    const after = planned({ everyExamples: fewer?.everyExamples ?? 0 });
    expect(after.measurements).toBe(6);
    expect(fewer?.label).toContain((estimate.callsLow - after.callsLow).toLocaleString('en-US'));
  });

  it('leaves the diagnosis one measurement more than it needs, and offers nothing that saves nothing', () => {
    expect(evaluationCost(planned(), 9).fewer?.everyExamples).toBe(Math.ceil(250 / 9));
    expect(evaluationCost(planned(), 10).fewer).toBeNull();
    expect(evaluationCost(planned({ heldOut: 20 }), 4).fewer).toBeNull();
  });
});
