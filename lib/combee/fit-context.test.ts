import fc from 'fast-check';
import { countTokens as countWhole } from 'gpt-tokenizer';
import { describe, expect, it } from 'vitest';
import { contentHash } from '@/lib/domain/content-hash';
import { contextOverrun } from '@/lib/domain/context-window';
import type { AggregationSettings, RunManifest } from '@/lib/domain/manifest';
import type { Update } from '@/lib/domain/update';
import { ace } from '@/lib/methods/ace/ace';
import { gepaMoves } from '@/lib/methods/gepa/gepa';
import type { AggregateInput, Method } from '@/lib/methods/method';
import { textGrad } from '@/lib/methods/textgrad/textgrad';
import { TEXTGRAD_DEFAULT_SETTINGS } from '@/lib/methods/textgrad/textgrad-settings';
import { seededRng } from '@/lib/random/seeded-rng';
import { buildManifest, buildModelBinding } from '@/lib/testing/builders/manifest-builder';
import { gepaTestSettings } from '@/lib/testing/builders/method-settings-builder';
import { replied, scriptedAsk } from '@/lib/testing/builders/scripted-ask';
import { dealtGroups } from '@/lib/testing/dealt-groups';
import { reflectionOf } from '@/lib/testing/recording-method';
import { augmentedShuffle } from './augmented-shuffle';
import { parallelScan } from './scan';

const FILLERS = [
  'the rate of the year before ',
  '用户的问题是财务报表的计算',
  '👩‍👩‍👧‍👦🎉',
  'for(i=0;i<n;++i){s+=v[i];}\n',
];
const progress = { trainExamplesSeen: 0, trainExamples: 20 };

/** Text of about so many characters, of one kind. */
const filler = (kind: number, length: number) =>
  (FILLERS[kind] ?? ' ').repeat(Math.ceil(length / 12)).slice(0, length);

/** A model that keeps the marks which it reads and pads each of them, as verbose models do. */
const reply: Readonly<Record<string, (lines: readonly string[]) => string>> = {
  ace: (lines) =>
    JSON.stringify({
      reasoning: '',
      operations: lines.map((content) => ({ type: 'ADD', section: 'general', content })),
    }),
  gepa: (lines) => `\`\`\`\n${lines.join('\n')}\n\`\`\``,
  textGrad: (lines) => `<improved_prompt>\n${lines.join('\n')}\n</improved_prompt>`,
};
const METHODS: readonly { readonly name: string; readonly method: Method; readonly manifest: RunManifest }[] =
  [
    { name: 'ace', method: ace, manifest: buildManifest() },
    { name: 'gepa', method: gepaMoves, manifest: buildManifest({ method: gepaTestSettings() }) },
    { name: 'textGrad', method: textGrad, manifest: buildManifest({ method: TEXTGRAD_DEFAULT_SETTINGS }) },
  ];

const marksIn = (text: string) => [...new Set(text.match(/mark\d+x/g))];
const wordsOf = (update: Update) =>
  [...update.edits.map((edit) => JSON.stringify(edit)), update.text ?? ''].join('\n');

interface Case {
  readonly name: string;
  readonly lengths: readonly (readonly [kind: number, length: number])[];
  readonly playbook: readonly [kind: number, length: number];
  readonly contextTokens: number;
  readonly padding: readonly [kind: number, length: number];
  readonly aggregation: Partial<AggregationSettings>;
}

async function scanned({ name, lengths, playbook, contextTokens, padding, aggregation }: Case) {
  const { method, manifest } = METHODS.find((one) => one.name === name) ?? METHODS[0] ?? expect.fail();
  const proposer = buildModelBinding({ contextTokens, maxTokens: 400, practice: false });
  const pinned: RunManifest = {
    ...manifest,
    models: { ...manifest.models, proposer },
    aggregation: { ...manifest.aggregation, ...aggregation },
  };
  const text = `## OTHERS\n${filler(...playbook).replaceAll('\n', ' ')}`;
  const base = { hash: contentHash(text), text };
  const reflections = lengths.map(([kind, length], ordinal) =>
    reflectionOf(ordinal, `mark${ordinal}x ${filler(kind, length)}`),
  );
  const { ask, requests } = scriptedAsk(({ messages }) => {
    const lines = marksIn(messages.map(({ content }) => content).join('\n')).map(
      (mark) => mark + filler(...padding),
    );
    return replied(reply[name]?.(lines.map((line) => line.replaceAll('\n', ' '))) ?? '');
  });
  const { duplication, groups } = pinned.aggregation;
  const ordinals = reflections.map(({ ordinal }) => ordinal);
  const plan = augmentedShuffle({ ordinals, duplication, groups, rng: seededRng('context') });
  const input = { method, manifest: pinned, progress, ask };
  const { scan: result } = await parallelScan(input, dealtGroups(base, reflections, plan));
  const readable = reflections.filter((one) => {
    const input: Omit<AggregateInput, 'ask'> = {
      manifest: pinned,
      base,
      reflections: [one],
      group: 0,
      progress,
    };
    return contextOverrun(proposer, method.aggregatePrompt?.(input) ?? []) === null;
  });
  return { result, requests, proposer, marks: readable.map(({ ordinal }) => `mark${ordinal}x`) };
}

const sized = (max: number) => fc.tuple(fc.nat({ max: 3 }), fc.nat({ max }));
const anyCase = fc.record({
  name: fc.constantFrom('ace', 'gepa', 'textGrad'),
  lengths: fc.array(fc.oneof(sized(300), sized(4_000)), { minLength: 1, maxLength: 20 }),
  playbook: sized(6_000),
  contextTokens: fc.integer({ min: 800, max: 12_000 }),
  padding: sized(400),
  aggregation: fc.record({
    fanInMax: fc.integer({ min: 2, max: 24 }),
    duplication: fc.integer({ min: 1, max: 2 }),
  }),
});

describe('the scan within the context of the model', () => {
  it('sends no call whose prompt and longest reply exceed it, at any level, in any script', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (one) => {
        const { requests, proposer } = await scanned(one);
        for (const { messages } of requests) {
          expect(contextOverrun(proposer, messages)).toBeNull();
          const tokens = messages.reduce((sum, { content }) => sum + countWhole(content), 0);
          expect(tokens + proposer.maxTokens).toBeLessThanOrEqual(proposer.contextTokens);
        }
      }),
      { numRuns: 120 },
    );
  });

  it('brings every reflection that fits alone to the last level, or says which level could not be read', async () => {
    let deeper = 0;
    await fc.assert(
      fc.asyncProperty(anyCase, async (one) => {
        const { result, marks } = await scanned(one);
        deeper += result.splits.length;
        // Whole texts that cannot be read side by side leave no text: there is no half of one.
        if (result.cause !== null && one.name !== 'ace') {
          expect(result.cause.code).toBe('contextWindow');
          return;
        }
        expect(marksIn(wordsOf(result.update)).sort()).toEqual(expect.arrayContaining([...marks].sort()));
      }),
      { numRuns: 120 },
    );
    expect(deeper, 'level 2 was cut in some of them').toBeGreaterThan(0);
  });

  const LONG = { name: 'ace', playbook: [0, 0], padding: [0, 20], aggregation: {} } as const;

  it('cuts level 2 into a further level where the updates together are too long', async () => {
    const lengths = Array.from({ length: 16 }, () => [1, 100] as const);
    const { result, requests } = await scanned({ ...LONG, lengths, contextTokens: 7_000, padding: [1, 100] });
    expect(result.splits.map(({ level }) => level)).toContain(2);
    expect(result.splits[0]).toMatchObject({ code: 'contextWindow', contextTokens: 7_000, replyTokens: 400 });
    const [split] = result.splits;
    expect((split?.promptTokens ?? 0) + 400).toBeGreaterThan(7_000);
    expect(requests.filter(({ purpose }) => purpose === 'combine').length).toBeGreaterThan(1);
  });

  it('leaves out one reflection that is too long alone, and reads its neighbours', async () => {
    const lengths = Array.from({ length: 9 }, (_, i) => [0, i === 4 ? 60_000 : 50] as const);
    const { result, marks } = await scanned({ ...LONG, lengths, contextTokens: 6_000 });
    expect(marks).toHaveLength(8);
    expect(marksIn(wordsOf(result.update)).sort()).toEqual([...marks].sort());
    const cut = result.groups.filter(({ split }) => split !== null);
    expect(cut.map(({ split }) => split?.leftOut)).toEqual(cut.map(() => 1));
  });

  it('makes no call when the playbook alone is too long, and reports its numbers', async () => {
    const lengths = Array.from({ length: 9 }, () => [0, 50] as const);
    const { result, requests } = await scanned({
      ...LONG,
      lengths,
      playbook: [1, 20_000],
      contextTokens: 8_000,
    });
    expect(requests).toEqual([]);
    expect(result).toMatchObject({ mode: 'noGroupProposals', calls: 0, cause: { code: 'contextWindow' } });
    expect(result.groups.map(({ split }) => split?.parts)).toEqual([0, 0, 0]);
  });

  it('never cuts the arm of one call: what it cannot read is not sent', async () => {
    const lengths = Array.from({ length: 9 }, () => [0, 3_000] as const);
    const naive = { ...LONG, lengths, aggregation: { kind: 'naive' as const } };
    const { result, requests } = await scanned({ ...naive, contextTokens: 6_000 });
    expect(requests).toEqual([]);
    expect(result).toMatchObject({ mode: 'plainCall', cause: { code: 'contextWindow' } });
  });
});
