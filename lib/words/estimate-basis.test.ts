import { describe, expect, it } from 'vitest';
import { estimateBasisSentence } from './estimate-basis';

const said = (basisRuns: number, basisRollouts: number | null) =>
  estimateBasisSentence({ basisRuns, basisRollouts });

describe('the sentence of what an estimate rests on', () => {
  it('names ended runs, else lengths of texts, where there is no agent', () => {
    expect(said(0, null)).toMatch(/lengths of the texts/);
    expect(said(1, null)).toMatch(/1 ended run of this task/);
  });

  it('counts the past rollouts of an agent, and says where reflections are from', () => {
    expect(said(0, 1)).toMatch(/1 past rollout of this agent's version; reflections from .* texts/);
    expect(said(2, 1_000)).toMatch(/1,000 past rollouts .*; reflections from the calls of 2 ended runs/);
  });

  it('claims no past rollout for an agent that has none', () => {
    expect(said(3, 0)).toMatch(/no past rollout/);
    expect(said(3, 0)).not.toMatch(/ended run/);
  });
});
