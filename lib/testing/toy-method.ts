import type { Candidate } from '@/lib/domain/candidate';
import { contentHash } from '@/lib/domain/content-hash';
import { isMissing } from '@/lib/domain/score';
import { scoreGiven } from '@/lib/domain/score-given';
import type { Update } from '@/lib/domain/update';
import type { Answer, AnswerInput, Asked, MapInput, Method } from '@/lib/methods/method';

/**
 * The smallest method that can learn: a candidate is a list of words, a reflection names the word that its question
 * lacks, an update adds words. It lets tests of the loop speak of journal, budget and order without ACE's prompts.
 */
export const toyMethod: Method = {
  name: 'toy',
  version: '1',
  promptHashes: { toy: contentHash('toy') },
  emptyCandidateText: 'known:',

  questionMessages: ({ text, example }) => [
    { role: 'system', content: text },
    { role: 'user', content: example.question },
  ],
  answer: (input) => askToAnswer(input, 0),

  async mapExample(input: MapInput) {
    const answer = await askToAnswer({ ...input, purpose: 'generate' }, 0);
    const score = await scoreGiven(input, answer);
    const about = { ordinal: input.ordinal, exampleId: input.example.id, bulletTags: [] };
    if (isMissing(score)) {
      const nothing = { text: '', insights: [], context: input.example.question, invalid: score.missing };
      return { answer, score, reflection: { ...about, ...nothing }, reflectionAsked: [] };
    }
    const asked = await input.ask({
      purpose: 'reflect',
      ordinal: input.ordinal,
      repetition: 0,
      subject: input.example.id,
      messages: [{ role: 'user', content: `reflect on ${input.example.question}` }],
      json: false,
    });
    const text = asked.outcome.ok ? asked.outcome.text : '';
    return {
      answer,
      score,
      reflection: {
        ...about,
        text,
        insights: text === '' ? [] : [text],
        context: input.example.question,
        invalid: asked.outcome.ok ? null : asked.outcome.cause,
      },
      reflectionAsked: [asked],
    };
  },

  prepareBase: (base) => base,

  aggregate: (input) =>
    askForUpdate(
      input.ask,
      'aggregate',
      input.group,
      input.reflections.map((reflection) => reflection.text),
    ),

  combine: (input) =>
    askForUpdate(
      input.ask,
      'combine',
      input.ordinal,
      input.updates.flatMap((update) => words(update)),
    ),

  union: (updates) => updateOf([...new Set(updates.flatMap(words))]),

  apply(base, update) {
    const known = base.text.split(' ');
    const fresh = [...new Set(words(update))].filter((word) => !known.includes(word));
    const text = [...known, ...fresh].join(' ');
    return { candidate: { hash: contentHash(text), text }, applied: fresh.length, ignored: 0 };
  },

  describe: (candidate: Candidate) => ({
    bullets: candidate.text.split(' ').length - 1,
    tokens: Math.ceil(candidate.text.length / 4),
  }),
};

async function askToAnswer(input: AnswerInput, repetition: number): Promise<Answer> {
  const asked = await input.ask({
    purpose: input.purpose,
    ordinal: input.ordinal,
    repetition,
    subject: input.example.id,
    messages: toyMethod.questionMessages({
      task: input.manifest.task,
      text: input.candidate.text,
      example: input.example,
    }),
    json: false,
  });
  return {
    text: asked.outcome.ok ? asked.outcome.text : '',
    cause: asked.outcome.ok ? null : asked.outcome.cause,
    citedBulletIds: [],
    trace: asked.outcome.ok ? asked.outcome.text : '',
    asked: [asked],
  };
}

async function askForUpdate(
  ask: MapInput['ask'],
  purpose: 'aggregate' | 'combine',
  ordinal: number,
  texts: string[],
) {
  const asked: Asked = await ask({
    purpose,
    ordinal,
    repetition: 0,
    subject: `group ${ordinal}`,
    messages: [{ role: 'user', content: `merge ${texts.join(' ')}` }],
    json: false,
  });
  const update: Update = asked.outcome.ok
    ? updateOf(asked.outcome.text.split(' ').filter((word) => word !== ''))
    : { edits: [], text: null, reasoning: '', invalid: asked.outcome.cause };
  return { update, asked: [asked] };
}

function updateOf(list: readonly string[]): Update {
  return {
    edits: list.map((content) => ({ type: 'add', section: 'words', content })),
    text: null,
    reasoning: '',
    invalid: null,
  };
}

const words = (update: Update) => update.edits.flatMap((edit) => (edit.type === 'add' ? [edit.content] : []));
