import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Example } from '@/lib/domain/example';
import type { Score } from '@/lib/domain/score';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { scriptedAsk } from '@/lib/testing/builders/scripted-ask';
import { ace } from './ace';
import { ACE_DEFAULT_SETTINGS } from './ace-settings';
import { candidateOf } from './apply-update';
import { EMPTY_PLAYBOOK } from './empty-playbook';

const answer = JSON.stringify({ reasoning: 'r', bullet_ids: [], final_answer: 'my own answer' });
const reflection = JSON.stringify({ key_insight: 'Check the unit.', bullet_tags: [] });
const KEYS = { groupKey: null, contentHash: 'c' };
const edits = JSON.stringify({ reasoning: '', operations: [] });

/** A text that nothing else in a prompt holds. */
const secretText = fc
  .tuple(fc.stringMatching(/^[A-Z]{6}$/), fc.constantFrom('', ' "quoted"', '\nnext line', ' $1.(*)'))
  .map(([word, tail]) => `~${word}~${tail}`);

async function promptsOf(useGroundTruth: boolean, expected: string, sideInformation: string) {
  const manifest = buildManifest({ method: { ...ACE_DEFAULT_SETTINGS, useGroundTruth, maxRounds: 3 } });
  const { ask, requests } = scriptedAsk(({ purpose }) =>
    purpose === 'generate' ? answer : purpose === 'reflect' ? reflection : edits,
  );
  const example: Example = { id: 'e', question: 'How much?', context: 'Some filing.', expected, ...KEYS };
  const candidate = candidateOf(EMPTY_PLAYBOOK);
  const scored: Score = {
    ...{ value: 0.25, correct: false, rightParts: 1, totalParts: 4 },
    objectives: { brevity: 0.5, [`near ${expected}`]: 0.5 },
    sideInformation,
  };
  const mapped = await ace.mapExample({
    ...{ manifest, candidate, example, ordinal: 0, ask },
    score: async () => scored,
  });
  const progress = { trainExamplesSeen: 1, trainExamples: 1 };
  await ace.aggregate({
    ...{ manifest, base: candidate, group: 0, progress, ask },
    reflections: [mapped.reflection],
  });
  return requests.map(({ messages }) => messages.map(({ content }) => content).join('\n'));
}

describe('learning without the expected answers', () => {
  it('shows them in no prompt, whatever the evaluator says of them', async () => {
    await fc.assert(
      fc.asyncProperty(secretText, fc.boolean(), async (expected, asJson) => {
        const said = asJson
          ? JSON.stringify({ wanted: expected })
          : `It should have been ${expected}, was not.`;
        const prompts = await promptsOf(false, expected, said);
        expect(prompts.length).toBeGreaterThan(4);
        const [word = ''] = expected.split(/\s/);
        for (const prompt of prompts) expect(prompt).not.toContain(word);
        expect(prompts.some((prompt) => prompt.includes('(withheld)'))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('shows them to the reflector otherwise, with what the evaluator says', async () => {
    const prompts = await promptsOf(true, '~WANTED~', 'It should have been ~WANTED~.');
    const reflecting = prompts.filter((prompt) => prompt.startsWith('You are the reflector.'));
    expect(reflecting).toHaveLength(3);
    for (const prompt of reflecting) {
      expect(prompt).toContain('<ground_truth>\n~WANTED~');
      expect(prompt).toContain('The evaluator says: It should have been ~WANTED~.');
      expect(prompt).toContain('score 0.25, brevity 0.5');
    }
  });

  it('leaves the feedback on a plain score as it was', async () => {
    const { ask, requests } = scriptedAsk(({ purpose }) => (purpose === 'generate' ? answer : reflection));
    const example: Example = { id: 'e', question: 'q', context: '', expected: 'x', ...KEYS };
    const score = async () => ({ value: 0.25, correct: false, rightParts: 1, totalParts: 4 });
    const candidate = candidateOf(EMPTY_PLAYBOOK);
    await ace.mapExample({ manifest: buildManifest(), candidate, example, ordinal: 0, ask, score });
    const [, user] = requests[1]?.messages ?? [];
    expect(user?.content).toContain(
      '<feedback>\nThe answer is wrong. 1 of its 4 parts are right.\n</feedback>',
    );
  });
});
