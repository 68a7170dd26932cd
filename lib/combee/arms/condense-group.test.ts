import { describe, expect, it } from 'vitest';
import { aggregationCalls } from '@/lib/domain/aggregation-calls';
import type { CondensingKind } from '@/lib/domain/manifest';
import type { Reflection } from '@/lib/domain/reflection';
import type { AskRequest } from '@/lib/methods/method';
import { seededRng } from '@/lib/random/seeded-rng';
import { buildManifest, buildModelBinding } from '@/lib/testing/builders/manifest-builder';
import { askNobody, failedUpdate, recordingMethod, reflectionOf } from '@/lib/testing/recording-method';
import type { ShufflePlan } from '../augmented-shuffle';
import { reduceReflections } from '../iteration';

const reflections = (n: number, textOf = (ordinal: number) => `lesson ${ordinal}`) =>
  Array.from({ length: n }, (_, ordinal) => reflectionOf(ordinal, textOf(ordinal)));

/** Twelve texts that are near-copies of three. */
const THREE_TOPICS = reflections(12, (ordinal) => {
  const topics = [
    'Key insight: the net profit margin divides the net income of the year by the revenue of the year',
    'Key insight: cover of interest is what is earned before interest and tax over the interest that was paid',
    'Key insight: days on hand multiply the average stock by 365 and divide by the cost of goods sold',
  ];
  const topic = topics[ordinal % 3];
  return `${topic}, as in case ${ordinal}`;
});

interface Arm {
  readonly kind: CondensingKind;
  readonly given: readonly Reflection[];
  /** The summariser's reply to a call; null = the call fails permanently. */
  readonly reply?: (request: AskRequest, number: number) => string | null;
  readonly contextTokens?: number;
  readonly method?: ReturnType<typeof recordingMethod>;
  readonly seed?: number;
}

async function scanned({ kind, given, reply = () => 'a summary', contextTokens = 128_000, ...rest }: Arm) {
  const asked: AskRequest[] = [];
  const plans: { readonly plan: ShufflePlan; readonly callsBefore: number }[] = [];
  const read: (readonly Reflection[])[] = [];
  const method = rest.method ?? recordingMethod();
  const binding = buildModelBinding({ contextTokens });
  const result = await reduceReflections({
    method: {
      ...method,
      aggregate: (input) => {
        read.push(input.reflections);
        return method.aggregate(input);
      },
    },
    manifest: buildManifest({
      aggregation: { kind, duplication: 2, groups: null, reducer: 'llm', fanInMax: 24 },
      models: { serving: binding, proposer: binding, evaluator: binding },
    }),
    base: { hash: 'base', text: 'base' },
    reflections: given,
    iteration: 0,
    rng: seededRng(`run-${rest.seed ?? 1}`),
    progress: { trainExamplesSeen: 0, trainExamples: given.length },
    ask: async (request) => {
      const number = asked.push(request);
      const answer = await askNobody(request);
      const text = reply(request, number);
      return text === null
        ? {
            ...answer,
            outcome: { ...answer.outcome, ok: false, cause: { code: 'timedOut', message: 'No answer.' } },
          }
        : { ...answer, outcome: { ...answer.outcome, text } };
    },
    onShuffle: (plan) => plans.push({ plan, callsBefore: asked.length + method.calls.length }),
  } as Parameters<typeof reduceReflections>[0]);
  return { ...result, asked, plans, method, read: read.flat(), aggregations: read.length };
}

describe('top-K retrieval', () => {
  it('hands floor(sqrt(n)) of the reflections to one plain call, in the order of the batch, each once', async () => {
    for (const [n, k] of [
      [1, 1],
      [3, 1],
      [4, 2],
      [12, 3],
      [40, 6],
      [80, 8],
    ] as const) {
      const { scan, plan, read, aggregations, asked } = await scanned({
        kind: 'topK',
        given: reflections(n),
      });
      const ordinals = read.map(({ ordinal }) => ordinal);
      expect(ordinals).toHaveLength(k);
      expect(ordinals).toEqual([...new Set(ordinals)].sort((a, b) => a - b));
      expect(plan).toEqual({ reflections: n, duplication: 1, k: 1, groups: [ordinals] });
      expect(scan).toMatchObject({ mode: 'topK', calls: 1, survivingGroups: 1, cause: null });
      expect(scan.groups.map(({ inputs }) => inputs)).toEqual([k]);
      expect([aggregations, asked.length]).toEqual([1, 0]);
    }
  });

  it('takes one of each topic', async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const { read } = await scanned({ kind: 'topK', given: THREE_TOPICS, seed });
      expect(new Set(read.map(({ ordinal }) => ordinal % 3)).size).toBe(3);
    }
  });

  it('takes the same for the same seed, and one where all texts are the same', async () => {
    const twice = await Promise.all(
      [1, 1].map((seed) => scanned({ kind: 'topK', given: reflections(50), seed })),
    );
    expect(twice[0]?.plan).toEqual(twice[1]?.plan);
    const same = await scanned({ kind: 'topK', given: reflections(9, () => 'one lesson') });
    expect(same.read).toHaveLength(1);
  });
});

describe('summarisation', () => {
  it('asks for one summary of all and aggregates it as one reflection', async () => {
    const reply = () => 'Short.\nKey insight: divide\n- Key insight: round last';
    const { scan, plan, asked, read } = await scanned({ kind: 'summary', given: reflections(40), reply });
    expect(asked.map(({ purpose, ordinal }) => [purpose, ordinal])).toEqual([['summarise', 0]]);
    expect(asked[0]?.messages.at(-1)?.content.match(/<reflection /g)).toHaveLength(40);
    expect(read).toEqual([
      expect.objectContaining({
        text: reply(),
        insights: ['divide', 'round last'],
        context: '',
        bulletTags: [],
      }),
    ]);
    expect(plan).toMatchObject({ reflections: 40, duplication: 1, k: 1 });
    expect(plan.groups[0]).toHaveLength(40);
    expect(scan).toMatchObject({ mode: 'summary', calls: 2, cause: null });
    expect(scan.groups[0]?.inputs).toBe(1);
  });

  it('keeps the label under which the reflections name their lessons', async () => {
    const given = [{ ...reflectionOf(0, 'Why: no.\nChange: be brief'), insights: ['be brief'] }];
    const reply = () => 'Change: be brief\nKey insight: not a lesson of this method';
    const { asked, read } = await scanned({ kind: 'summary', given, reply });
    expect(asked[0]?.messages[0]?.content).toContain('begins with "Change:"');
    expect(read[0]?.insights).toEqual(['be brief']);
  });

  it('is cut into chunks that fit the context, and the chunk summaries are summed up once more', async () => {
    const given = reflections(12, (ordinal) => `lesson ${ordinal} ${'word '.repeat(900)}`);
    const { scan, asked, read } = await scanned({ kind: 'summary', given, contextTokens: 6000 });
    const inputs = asked.map(({ messages }) => messages.at(-1)?.content.match(/<reflection /g)?.length ?? 0);
    expect(inputs.slice(0, -1).reduce((sum, count) => sum + count, 0)).toBe(12);
    expect(inputs.at(-1)).toBe(inputs.length - 1);
    expect(inputs.length).toBeGreaterThan(3);
    expect(asked.map(({ ordinal }) => ordinal)).toEqual(asked.map((_, index) => index));
    expect(read).toHaveLength(1);
    expect(scan.calls).toBe(asked.length + 1);
  });

  it('leaves the reflections as they are where the summary fails, and says so', async () => {
    const { scan, read } = await scanned({ kind: 'summary', given: reflections(9), reply: () => null });
    expect(read.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(scan).toMatchObject({ mode: 'summary', cause: { code: 'timedOut' } });
    expect(scan.cause).toMatchObject({ summaries: 1, message: 'No answer.' });
  });

  it('asks again where the summary is empty, at most twice', async () => {
    const { asked, read } = await scanned({ kind: 'summary', given: reflections(4), reply: () => ' ' });
    expect(asked.map(({ repetition }) => repetition)).toEqual([0, 1, 2]);
    expect(read).toHaveLength(4);
  });
});

describe('hierarchical summarisation', () => {
  it('sums up each reflection, then the summaries, and aggregates the result', async () => {
    const reply = ({ ordinal }: AskRequest) => `summary ${ordinal}`;
    const { scan, asked, read } = await scanned({
      kind: 'hierarchicalSummary',
      given: reflections(7),
      reply,
    });
    expect(asked.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const last = asked.at(-1)?.messages.at(-1)?.content ?? '';
    for (let ordinal = 0; ordinal < 7; ordinal += 1) expect(last).toContain(`summary ${ordinal}\n`);
    expect(last).not.toContain('lesson');
    expect(read.map(({ text }) => text)).toEqual(['summary 7']);
    expect(scan).toMatchObject({ mode: 'hierarchicalSummary', calls: 9, cause: null });
  });

  it('lets a reflection stand in for its own failed summary', async () => {
    const reply = ({ ordinal }: AskRequest) => (ordinal === 2 || ordinal === 4 ? null : `summary ${ordinal}`);
    const { scan, asked, read } = await scanned({
      kind: 'hierarchicalSummary',
      given: reflections(7),
      reply,
    });
    const last = asked.at(-1)?.messages.at(-1)?.content ?? '';
    expect(last).toContain('lesson 2\n');
    expect(last).toContain('lesson 4\n');
    expect(read).toHaveLength(1);
    expect(scan.cause).toMatchObject({ code: 'timedOut', summaries: 2 });
  });

  it('aggregates the n summaries where the last summary fails', async () => {
    const reply = ({ ordinal }: AskRequest) => (ordinal === 7 ? null : `summary ${ordinal}`);
    const { read } = await scanned({ kind: 'hierarchicalSummary', given: reflections(7), reply });
    expect(read.map(({ text }) => text)).toEqual([0, 1, 2, 3, 4, 5, 6].map((one) => `summary ${one}`));
  });

  it('has nothing to condense where there is one reflection', async () => {
    const { asked, scan } = await scanned({ kind: 'hierarchicalSummary', given: reflections(1) });
    expect([asked.length, scan.calls]).toEqual([1, 2]);
  });
});

describe('every arm with one call', () => {
  const KINDS = ['topK', 'summary', 'hierarchicalSummary'] as const;

  it.each(KINDS)('%s: no valid reflection, no call', async (kind) => {
    const given = [{ ...reflectionOf(0), invalid: { code: 'empty' as const, message: 'Nothing.' } }];
    const { scan, plan, asked, aggregations } = await scanned({ kind, given });
    expect(scan).toMatchObject({ mode: 'empty', calls: 0 });
    expect(plan).toEqual({ reflections: 0, duplication: 1, k: 0, groups: [] });
    expect([asked.length, aggregations]).toEqual([0, 0]);
  });

  it.each(KINDS)('%s: asks for as many calls as every estimate counts', async (kind) => {
    for (const n of [1, 2, 3, 4, 5, 24, 25, 60]) {
      const { scan } = await scanned({ kind, given: reflections(n) });
      expect([n, scan.calls]).toEqual([n, aggregationCalls(kind, n)]);
    }
  });

  it.each(KINDS)('%s: tells of its plan once, before anything is asked', async (kind) => {
    const { plans, plan } = await scanned({ kind, given: reflections(9) });
    expect(plans).toEqual([{ plan, callsBefore: 0 }]);
  });

  it.each(KINDS)('%s: a failed aggregation is its cause, and the call is never split', async (kind) => {
    const method = recordingMethod(() => failedUpdate('Not readable.'));
    const { scan, aggregations } = await scanned({ kind, given: reflections(9), method });
    expect(scan).toMatchObject({ mode: kind, survivingGroups: 0, cause: { message: 'Not readable.' } });
    expect(aggregations).toBe(1);
  });
});
