import { describe, expect, it } from 'vitest';
import type { AggregationKind } from '@/lib/domain/manifest';
import type { InsightPlace } from '@/lib/domain/survival';
import type { AskRequest } from '@/lib/methods/method';
import { seededRng } from '@/lib/random/seeded-rng';
import { sized } from '@/lib/testing/test-size';
import { isKept } from './overload-curve';
import { PRACTICE_PROFILES } from './profiles';
import { practiceClass } from './testing/epoch';
import { type EpochOptions, type FollowedEpoch, followEpoch } from './testing/followed-epoch';

/** Compares the meter's estimate for the practice model with the model's actual draws, repeated here. */
const EXAMPLES = 96;
const CURVE = PRACTICE_PROFILES.formula.curve;

const classOf = (seed: number) =>
  practiceClass({ profile: 'formula', examplesTrain: EXAMPLES, examplesHeldOut: 1, groups: 50, seed });

const seedOf = (seed: number, { purpose, ordinal }: AskRequest, iteration: number) =>
  seededRng(`${seed}/${purpose}/${ordinal}/${iteration}`).nextInt(0, 2 ** 31 - 1);

interface Setting {
  readonly seed: number;
  readonly batchSize: number;
  readonly kind: AggregationKind;
  readonly ids: boolean;
}

async function practised({ seed, ...setting }: Setting): Promise<FollowedEpoch> {
  const { model, keyInsights } = classOf(seed);
  return followEpoch({
    ...setting,
    seed,
    insights: keyInsights,
    reply: (request, iteration) =>
      model.reply({ messages: request.messages, seed: seedOf(seed, request, iteration) }).text,
  });
}

/** Lines that one call kept, in the order in which it wrote them. */
function keptBy(inputs: readonly (readonly string[])[], seed: number): readonly string[] {
  const call = { seed, inputCount: inputs.length };
  return [...new Set(inputs.flat().filter((line, index) => isKept({ line, index }, call, CURVE)))];
}

const request = (purpose: 'aggregate' | 'combine', ordinal: number) => ({ purpose, ordinal }) as AskRequest;

/** The truth of one iteration: what level 1 kept anywhere, and what the final update held. */
function truthOf({ seed, kind }: Setting, epoch: FollowedEpoch, iteration: number) {
  const insights = epoch.insights[iteration] ?? [];
  const shuffle = epoch.shuffles[iteration];
  const isPlain = kind === 'naive' || (shuffle?.k ?? 1) <= 1;
  const members = isPlain ? [insights.map((_, ordinal) => ordinal)] : (shuffle?.groups ?? []);
  const groups = members.map((ordinals, group) =>
    keptBy(
      ordinals.map((ordinal) => [insights[ordinal] ?? '']),
      seedOf(seed, request('aggregate', group), iteration),
    ),
  );
  const writing = groups.filter((lines) => lines.length > 0);
  const final =
    writing.length <= 1
      ? (writing[0] ?? [])
      : keptBy(writing, seedOf(seed, request('combine', 0), iteration));
  return { level1: new Set(groups.flat()), final: new Set(final) };
}

const BEYOND: Readonly<Record<'level1' | 'final', readonly InsightPlace[]>> = {
  level1: ['lostLevel2', 'notApplied', 'prompt'],
  final: ['prompt'],
};

/** True positives, false ones and misses of the meter at both levels together. */
function compare(setting: Setting, epoch: FollowedEpoch) {
  const tally = { hit: 0, false: 0, missed: 0, byId: 0 };
  for (const [iteration, followed] of epoch.iterations.entries()) {
    const truth = truthOf(setting, epoch, iteration);
    const texts = epoch.insights[iteration] ?? [];
    const fates = new Map(
      followed.insights.flatMap(({ id, alsoIds = [], place }) =>
        [id, ...alsoIds].map((one) => [one, place] as const),
      ),
    );
    for (const level of ['level1', 'final'] as const) {
      for (const [ordinal, text] of texts.entries()) {
        const said = BEYOND[level].includes(fates.get(`i${iteration}.${ordinal}.0`) ?? 'lostLevel1');
        const really = truth[level].has(text);
        if (said && really) tally.hit += 1;
        if (said && !really) tally.false += 1;
        if (!said && really) tally.missed += 1;
      }
    }
    tally.byId += followed.byId;
  }
  return tally;
}

describe('on the practice model the measured survival is the real one', () => {
  for (const kind of ['naive', 'combee'] as const) {
    for (const ids of [false, true]) {
      it(`precision and recall are at least 0.95: ${kind}, ids ${ids ? 'on' : 'off'}`, async () => {
        const total = { hit: 0, false: 0, missed: 0, byId: 0 };
        for (let seed = 1; seed <= sized(1, 3); seed += 1) {
          for (const batchSize of [4, 16, 48]) {
            const setting = { seed, batchSize, kind, ids };
            const tally = compare(setting, await practised(setting));
            for (const key of ['hit', 'false', 'missed', 'byId'] as const) total[key] += tally[key];
          }
        }
        const precision = total.hit / (total.hit + total.false);
        const recall = total.hit / (total.hit + total.missed);
        expect(total.hit).toBeGreaterThan(sized(60, 200));
        expect(precision).toBeGreaterThanOrEqual(0.95);
        expect(recall).toBeGreaterThanOrEqual(0.95);
        if (ids) expect(total.byId).toBeGreaterThan(0);
        else expect(total.byId).toBe(0);
      });
    }
  }

  /** The practice model copies; a real one writes anew. Every seventh word that decides nothing goes, the clauses trade places. */
  const reworded = (reply: string) => {
    const { reasoning, operations } = JSON.parse(reply) as {
      reasoning: string;
      operations: { content: string }[];
    };
    const rewritten = operations.map((one) => {
      const [advice = '', rest = ''] = one.content.split('; case ');
      const words = `Case ${rest} teaches: ${advice}`.split(' ');
      const content = words.filter((word, at) => at % 7 !== 4 || /[\dA-Z]/.test(word)).join(' ');
      return { ...one, content };
    });
    return JSON.stringify({ reasoning, operations: rewritten });
  };

  for (const ids of [false, true]) {
    it(`also where level 1 words every line anew, ids ${ids ? 'on' : 'off'}`, async () => {
      const total = { hit: 0, false: 0, missed: 0 };
      for (const seed of [11, 12]) {
        for (const batchSize of [16, 48]) {
          const setting = { seed, batchSize, kind: 'naive' as const, ids };
          const { model, keyInsights: insights } = classOf(seed);
          const epoch = await followEpoch({
            ...setting,
            insights,
            reply: (asked, iteration) =>
              reworded(model.reply({ messages: asked.messages, seed: seedOf(seed, asked, iteration) }).text),
          });
          const tally = compare(setting, epoch);
          for (const key of ['hit', 'false', 'missed'] as const) total[key] += tally[key];
        }
      }
      expect(total.hit).toBeGreaterThan(100);
      expect(total.hit / (total.hit + total.false)).toBeGreaterThanOrEqual(0.95);
      expect(total.hit / (total.hit + total.missed)).toBeGreaterThanOrEqual(0.95);
    });
  }

  it('ids change nothing in what it keeps', async () => {
    const setting = { seed: 5, batchSize: 24, kind: 'combee' as const };
    const [on, off] = await Promise.all([
      practised({ ...setting, ids: true }),
      practised({ ...setting, ids: false }),
    ]);
    expect(on.prompts).toEqual(off.prompts);
  });
});

const replyOf = (operations: readonly object[]) => JSON.stringify({ reasoning: 'all of it', operations });
const addition = (content: string, more: object = {}) => ({
  type: 'ADD',
  section: 'OTHERS',
  content,
  ...more,
});
const inputOf = ({ messages }: AskRequest) => messages.at(-1)?.content ?? '';
const idsIn = (text: string) => [...new Set(text.match(/i\d+\.\d+\.\d+/g) ?? [])];
const lastBlob = (text: string) => text.slice(text.indexOf('<playbook_stats>'));

/** Models that hand their prompt back instead of learning from it. */
const ECHOES: Readonly<Record<string, EpochOptions['reply']>> = {
  'all inputs back in one blob': (request) => replyOf([addition(lastBlob(inputOf(request)))]),
  'the blob, with every id claimed': (request) =>
    replyOf([addition(lastBlob(inputOf(request)), { from: idsIn(inputOf(request)) })]),
  'its instructions, line by line': ({ messages }) =>
    replyOf((messages[0]?.content ?? '').split('\n').map((line) => addition(line))),
  'its instructions, with every id claimed on every line': (request) =>
    replyOf(
      (request.messages[0]?.content ?? '')
        .split('\n')
        .map((line) => addition(line, { from: idsIn(inputOf(request)) })),
    ),
  'the ids without content': (request) =>
    replyOf(idsIn(inputOf(request)).map((id) => addition(`See ${id}.`, { from: [id] }))),
  'one generic line for all': (request) =>
    replyOf([
      addition('Always read the question with care and write down each quantity with its unit.', {
        from: idsIn(inputOf(request)),
      }),
    ]),
};

describe('a model that repeats its prompt instead of learning from it scores 0', () => {
  for (const [name, reply] of Object.entries(ECHOES)) {
    for (const kind of ['naive', 'combee'] as const) {
      it(`${name}, ${kind}`, async () => {
        for (const ids of [false, true]) {
          const { keyInsights: insights } = classOf(7);
          const epoch = await followEpoch({ insights, batchSize: 16, kind, ids, seed: 7, reply });
          for (const followed of epoch.iterations) {
            expect(followed.wentIn).toBeGreaterThan(0);
            expect(followed).toMatchObject({ level1: 0, level2: 0, inPrompt: 0, byId: 0 });
          }
        }
      });
    }
  }
});
