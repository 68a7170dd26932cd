import { describe, expect, it } from 'vitest';
import { decideConvergence } from '@/lib/evaluation/convergence';
import { keptDecision } from './kept-decision';

const scores = (right: number) => Array.from({ length: 20 }, (_, index) => (index < right ? 1 : 0));
const measurements = [5, 12, 12, 12, 12, 12].map((right, index) => ({
  ...{ trainExamplesSeen: index * 10, scores: scores(right) },
  candidate: `c${index}`,
}));
const verdict = decideConvergence({ measurements, repeats: [], repetitionsMax: 1 });
const { verdict: _said, finding: _found, reason: _reason, alternatives: _named, ...decision } = verdict;

describe('the decision that is kept with a diagnosis', () => {
  it('is read from the hashed content', () => {
    const content = {
      id: 'dia_1',
      madeAt: '2026-11-21T12:00:00.000Z',
      verdict: 'go',
      finding: 'plateauAbove',
      reason: 'The curve is flat.',
      alternatives: [],
      source: { kind: 'run', runId: 'run_1', label: 'Serial baseline', seed: 1 },
      scope: {
        task: 'Formula',
        splitHash: null,
        heldOutExamples: 20,
        method: 'ace',
        hardware: [],
        practice: true,
      },
      curve: { unit: 'examples', points: [] },
      decision,
    };
    const { finding, alternatives } = content;
    expect(keptDecision({ finding, alternatives, content })).toEqual(decision);
    expect(keptDecision({ finding, alternatives, content: { ...content, decision: null } })).toBeNull();
  });

  it('is read of a diagnosis from before a run measured on', () => {
    const { window, look, settings, furtherGain, aboveOriginal, unevenP } = verdict;
    const older = { window, look, settings, furtherGain, aboveOriginal, unevenP };
    expect(keptDecision(JSON.parse(JSON.stringify({ finding: 'plateauAbove', ...older })))).toEqual(
      JSON.parse(JSON.stringify(older)),
    );
  });

  it('is read beside the verdict where a row is older than the content', () => {
    expect(keptDecision(JSON.parse(JSON.stringify(verdict)))).toEqual(JSON.parse(JSON.stringify(decision)));
  });

  it('is null where none was stored', () => {
    expect([null, {}, { finding: 'plateauAbove' }].map(keptDecision)).toEqual([null, null, null]);
  });
});
