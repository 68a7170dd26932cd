import { describe, expect, it } from 'vitest';
import type { Candidate } from '@/lib/domain/candidate';
import { contentHash } from '@/lib/domain/content-hash';
import type { Example } from '@/lib/domain/example';
import type { GepaSettings } from '@/lib/domain/method-settings';
import type { Reflection } from '@/lib/domain/reflection';
import { SCORE_ZERO, type Score } from '@/lib/domain/score';
import type { Update } from '@/lib/domain/update';
import type { AggregateInput, MapInput } from '@/lib/methods/method';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { gepaTestSettings } from '@/lib/testing/builders/method-settings-builder';
import { type AskScript, failed, replied, scriptedAsk } from '@/lib/testing/builders/scripted-ask';
import { gepaMoves } from './gepa';
import { PROMPT_HASHES } from './prompts/prompt-hashes';

const candidateOf = (text: string): Candidate => ({ hash: contentHash(text), text });
const candidate = candidateOf('Add from the right.');
const manifestWith = (changes: Partial<GepaSettings> = {}) =>
  buildManifest({ method: gepaTestSettings(changes) });
const manifest = manifestWith();
const example: Example = {
  id: 'ex_1',
  question: 'What is 20 + 22?',
  context: '',
  expected: '42',
  groupKey: null,
  contentHash: 'c'.repeat(64),
};

const generated = (answer: string) => JSON.stringify({ reasoning: 'I add.', final_answer: answer });
const right: Score = { value: 1, correct: true, rightParts: 1, totalParts: 1 };
const fenced = (text: string) => `I changed this.\n\`\`\`\n${text}\n\`\`\``;

function map(script: AskScript, changes: Partial<MapInput> = {}) {
  const { ask, requests } = scriptedAsk(script);
  const score = async (answer: string) => (answer === '42' ? right : SCORE_ZERO);
  const mapped = gepaMoves.mapExample({ manifest, candidate, example, ordinal: 3, ask, score, ...changes });
  return { mapped, requests };
}

describe('mapping one example', () => {
  it('costs one call and gives the record as the reflection', async () => {
    const { mapped, requests } = map(() => generated('41'));
    expect((await mapped).reflection).toEqual({
      ordinal: 3,
      exampleId: 'ex_1',
      text: '## Question\nWhat is 20 + 22?\n\n## Reasoning\nI add.\n\n## Answer\n41\n\n## Expected answer\n42\n\n## Feedback\nThe answer is wrong.\n\n',
      insights: [],
      bulletTags: [],
      context: 'What is 20 + 22?',
      invalid: null,
    });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ purpose: 'generate', ordinal: 3, repetition: 0, subject: 'ex_1' });
    expect(requests[0]?.messages[0]?.content).toMatch(/^You are the generator\.\n/);
    expect(requests[0]?.messages[0]?.content).toContain(candidate.text);
  });

  it('shows the expected answer only where the settings allow it', async () => {
    const { mapped } = map(() => generated('41'), { manifest: manifestWith({ useGroundTruth: false }) });
    expect((await mapped).reflection.text).not.toContain('42\n');
  });

  it('hands on what the evaluator says beside its number, and how much was right', async () => {
    const said: Score = {
      value: 0.5,
      correct: false,
      rightParts: 1,
      totalParts: 2,
      sideInformation: 'The second tag is too wide.',
    };
    const { mapped } = map(() => generated('a,b'), { score: async () => said });
    expect((await mapped).reflection.text).toContain(
      '## Feedback\nThe answer is wrong. 1 of its 2 parts are right. Its score is 0.5 of 1.\nThe second tag is too wide.\n\n',
    );
  });

  it('shortens a long context but never the question', async () => {
    const long = { ...example, question: 'q'.repeat(9000), context: 'c'.repeat(9000) };
    const { text } = (await map(() => generated('41'), { example: long }).mapped).reflection;
    expect(text).toContain('q'.repeat(9000));
    expect(text).toContain('(shortened)');
    expect(text.length).toBeLessThan(12_000);
  });

  it('scores a cut-off answer 0 but keeps its record, with the cause in the feedback', async () => {
    const { score, reflection } = await map(() => replied(generated('42'), 'length')).mapped;
    expect(score).toEqual(SCORE_ZERO);
    expect(reflection).toMatchObject({ invalid: null });
    expect(reflection.text).toContain('## Answer\n(none)\n\n');
    expect(reflection.text).toContain('No answer could be scored: The reply was cut off');
  });

  it('has no record of an example whose call failed, but its cause', async () => {
    const { score, reflection } = await map(() => failed()).mapped;
    expect(score).toMatchObject({ missing: { code: 'unavailable' } });
    expect(reflection).toMatchObject({ text: '', invalid: { code: 'unavailable' } });
  });
});

const progress = { trainExamplesSeen: 10, trainExamples: 20 };
const record = (ordinal: number): Reflection => ({
  ordinal,
  exampleId: `ex_${ordinal}`,
  text: `## Question\nnumber ${ordinal}\n\n`,
  insights: [],
  bulletTags: [],
  context: 'q',
  invalid: null,
});
const updateOf = (text: string | null): Update => ({ edits: [], text, reasoning: '', invalid: null });

function aggregate(script: AskScript, changes: Partial<AggregateInput> = {}) {
  const { ask, requests } = scriptedAsk(script);
  const reflections = [0, 1, 1].map(record);
  const input = { manifest, base: candidate, reflections, group: 2, progress, ask, ...changes };
  return { asked: gepaMoves.aggregate(input), requests };
}

describe('aggregating', () => {
  it('puts every copy into one prompt on the current text and reads the whole new one', async () => {
    const { asked, requests } = aggregate(() => fenced('Add from the right.\nCarry.'));
    expect((await asked).update).toEqual(updateOf('Add from the right.\nCarry.'));
    expect(requests[0]).toMatchObject({ purpose: 'aggregate', ordinal: 2, repetition: 0 });
    const user = requests[0]?.messages[1]?.content ?? '';
    expect(user.match(/<record number="\d">/g)).toHaveLength(3);
    expect(user.match(/number 1\n/g)).toHaveLength(2);
    expect(user).toContain('<current_text>\nAdd from the right.\n</current_text>');
    expect(user).not.toContain('<component>');
  });

  it.each([
    ['cut off', replied(fenced('a'), 'length'), 'cutOff', 3],
    ['empty', replied(''), 'empty', 3],
    ['without a fence', replied('Add carefully.'), 'unparseable', 3],
    ['with nothing in its fence', replied('```\n```'), 'unparseable', 3],
    ['with a fence that is not closed', replied('```\nAdd.'), 'unparseable', 3],
    ['a failed call', failed(), 'unavailable', 1],
  ])(
    'refuses a reply that stays %s, with its cause, and adopts nothing',
    async (_name, outcome, code, calls) => {
      const { asked, requests } = aggregate(() => outcome);
      const { update } = await asked;
      expect(update).toMatchObject({ edits: [], text: null, invalid: { code } });
      expect(requests.map(({ repetition }) => repetition)).toEqual([0, 1, 2].slice(0, calls));
      expect(gepaMoves.apply(candidate, update).candidate).toBe(candidate);
    },
  );

  it('takes the second reply when the first is unusable', async () => {
    const { asked } = aggregate(({ repetition }) => (repetition === 0 ? 'no' : fenced('a')));
    expect((await asked).update.text).toBe('a');
    expect((await asked).asked).toHaveLength(2);
  });

  it('proposes nothing where the text comes back as it was', async () => {
    const { asked } = aggregate(() => fenced(candidate.text));
    expect((await asked).update).toEqual(updateOf(null));
  });

  it('shows and rewrites the named component only', async () => {
    const base = candidateOf('<<component solver>>\nSolve it.\n<<component checker>>\nCheck it.');
    const { asked, requests } = aggregate(() => fenced('Check it twice.'), { base, component: 'checker' });
    expect((await asked).update.text).toBe('Check it twice.');
    const user = requests[0]?.messages[1]?.content ?? '';
    expect(user).toContain('<component>\nchecker\n</component>\n<current_text>\nCheck it.\n</current_text>');
    expect(user).not.toContain('Solve it.');
  });

  it('combines texts in group order on the current text, without seeing a record', async () => {
    const { ask, requests } = scriptedAsk(() => fenced('both'));
    const updates = [updateOf('from group one'), updateOf('from group two')];
    const input = { manifest, base: candidate, updates, ordinal: 4, progress, ask };
    expect((await gepaMoves.combine(input)).update.text).toBe('both');
    expect(requests[0]).toMatchObject({ purpose: 'combine', ordinal: 4 });
    const user = requests[0]?.messages[1]?.content ?? '';
    expect(user).toMatch(/Add from the right\..*from group one.*from group two/s);
    expect(user).not.toContain('<record');
  });
});

describe('uniting proposals without a model', () => {
  it('appends what is new against the base, in group order, near-identical lines once', () => {
    const united = gepaMoves.union(
      [
        updateOf('Add from the right.\nConvert millions to units before you divide.\nRound to 2 decimals.'),
        updateOf('convert millions  to units before you divide\n\nRound to 4 decimals.'),
      ],
      manifest,
      { base: candidate },
    );
    expect(united.text).toBe(
      'Add from the right.\nConvert millions to units before you divide.\nRound to 2 decimals.\nRound to 4 decimals.',
    );
  });

  it('leaves invalid proposals out, and has no text where nothing is new', () => {
    const cause = { code: 'empty', message: 'The reply was empty.' } as const;
    const updates = [{ ...updateOf('x'), invalid: cause }, updateOf(candidate.text)];
    expect(gepaMoves.union(updates, manifest, { base: candidate }).text).toBeNull();
  });

  it('holds a component against itself only', () => {
    const base = candidateOf('<<component a>>\nOne.\n<<component b>>\nTwo.');
    expect(gepaMoves.union([updateOf('One.\nThree.')], manifest, { base, component: 'b' }).text).toBe(
      'Two.\nOne.\nThree.',
    );
  });
});

describe('prompts', () => {
  it('have a hash each, and the roles that they are asked in open them', async () => {
    expect(new Set(Object.values(PROMPT_HASHES)).size).toBe(3);
    const { requests, asked } = aggregate(() => fenced('a'));
    await asked;
    expect(requests[0]?.messages[0]?.content.split('\n')[0]).toBe('You are the proposer of a better text.');
  });
});
