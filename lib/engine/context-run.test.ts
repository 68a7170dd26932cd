import { countTokens as countWhole } from 'gpt-tokenizer';
import { describe, expect, it } from 'vitest';
import type { FactData, FactType, LedgerEntry } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { ace } from '@/lib/methods/ace/ace';
import { gepa } from '@/lib/methods/gepa/gepa';
import type { Method } from '@/lib/methods/method';
import { mipro } from '@/lib/methods/mipro/mipro';
import { MIPRO_DEFAULT_SETTINGS } from '@/lib/methods/mipro/mipro-settings';
import { textGrad } from '@/lib/methods/textgrad/textgrad';
import { TEXTGRAD_DEFAULT_SETTINGS } from '@/lib/methods/textgrad/textgrad-settings';
import type { ModelRequest } from '@/lib/ports/language-model';
import { buildManifest, buildModelBinding } from '@/lib/testing/builders/manifest-builder';
import { gepaTestSettings } from '@/lib/testing/builders/method-settings-builder';
import { journalStore } from '@/lib/testing/memory-journal';
import { toyExamples, toyRun } from '@/lib/testing/toy-run';
import { runLoop } from './run-loop';

const ASKED = '用户的问题是关于财务报表的计算方法，';
const counts = { train: 16, selection: 6, heldOut: 6, confirmation: 0 };
const REPLY_TOKENS = 300;

/** Every seventh example is a whole filing. */
const examples = (n: number, prefix: string) =>
  toyExamples(n, prefix).map((one, i) => ({ ...one, context: ASKED.repeat(i % 7 === 6 ? 800 : 4) }));

const METHODS: Readonly<
  Record<string, { readonly method: Method; readonly settings?: RunManifest['method'] }>
> = {
  ace: { method: ace },
  gepa: { method: gepa, settings: gepaTestSettings({ acceptance: 'orEqual' }) },
  textGrad: { method: textGrad, settings: TEXTGRAD_DEFAULT_SETTINGS },
  mipro: { method: mipro, settings: MIPRO_DEFAULT_SETTINGS },
};

/** As long-winded as its limit lets it be, in whatever form the role is asked for. */
function answer({ purpose, messages }: ModelRequest): string {
  const words = ASKED.repeat(10);
  if (purpose === 'judge') return '{"score": 0.5, "reason": "partly"}';
  if (purpose === 'generate' || purpose === 'evaluate')
    return JSON.stringify({ reasoning: words, final_answer: 'oak' });
  if (messages.some(({ content }) => content.includes('"operations"')))
    return JSON.stringify({
      reasoning: '',
      operations: [{ type: 'ADD', section: 'general', content: words }],
    });
  const fields = {
    key_insight: words,
    criticism_of_answer: words,
    criticism_of_prompt: words,
    changes: [words],
  };
  return `\`\`\`\n${words}\n\`\`\`\n<improved_prompt>${words}</improved_prompt>\n<proposed_instruction>${words}</proposed_instruction>\n${JSON.stringify(fields)}`;
}

async function finished(name: string, contextTokens: number, overrides: Partial<RunManifest> = {}) {
  const { method, settings } = METHODS[name] ?? expect.fail();
  const binding = buildModelBinding({ contextTokens, maxTokens: REPLY_TOKENS, practice: false });
  const manifest = buildManifest({
    split: { registrationId: 'spl_1', hash: 'h', counts },
    ...(settings && { method: settings }),
    models: { serving: binding, proposer: binding, evaluator: binding },
    batch: { kind: 'static', size: 16, reason: 'A test of one batch.' },
    ...overrides,
  });
  const store = journalStore();
  const run = toyRun({ manifest, reply: answer, store });
  const { train, selection, heldOut } = counts;
  const input = {
    ...run.input,
    method,
    examples: {
      train: examples(train, 't'),
      selection: examples(selection, 's'),
      heldOut: examples(heldOut, 'h'),
      confirmation: [],
    },
  };
  const outcome = await runLoop(input);
  return { outcome, requests: run.model.requests, facts: factsOf(run.ledger.entries) };
}

const factsOf =
  (entries: readonly LedgerEntry[]) =>
  <T extends FactType>(type: T): readonly FactData[T][] =>
    entries.filter((entry) => entry.type === type).map((entry) => entry.data as FactData[T]);

const tokensOf = ({ messages }: ModelRequest) =>
  messages.reduce((sum, { content }) => sum + countWhole(content), 0);

describe('a whole run within the context of its models', () => {
  it.each(
    Object.keys(METHODS).flatMap((name) => [2_000, 4_000, 9_000].map((tokens) => [name, tokens] as const)),
  )('of %s sends no call that a model of %i tokens cannot read and reply to', async (name, contextTokens) => {
    const { outcome, requests, facts } = await finished(name, contextTokens);
    expect(outcome.status).toBe('finished');
    expect(requests.length).toBeGreaterThan(0);
    for (const request of requests) {
      expect(tokensOf(request) + REPLY_TOKENS, request.purpose).toBeLessThanOrEqual(contextTokens);
    }
    const refused = facts('rollout.finished').filter(({ cause }) => cause?.code === 'contextWindow');
    expect(refused.length, 'the whole filings are refused, with their cause').toBeGreaterThan(0);
    expect(refused.map(({ score }) => score)).toEqual(refused.map(() => 0));
    const unread = new Set(
      refused.filter(({ split }) => split === 'train').map(({ exampleId }) => exampleId),
    );
    const reflected = requests.filter(({ purpose }) => purpose === 'reflect').map(({ messages }) => messages);
    expect(
      reflected.some((messages) => messages.some(({ content }) => content.includes(ASKED.repeat(700)))),
    ).toBe(false);
    expect(unread.size, 'training examples among them').toBeGreaterThan(0);
  });

  it('tells each cut of a group with its numbers', async () => {
    const { facts } = await finished('ace', 3_000);
    const [split] = facts('context.split');
    expect(split).toMatchObject({
      code: 'contextWindow',
      level: 1,
      contextTokens: 3_000,
      replyTokens: REPLY_TOKENS,
    });
    expect((split?.promptTokens ?? 0) + REPLY_TOKENS).toBeGreaterThan(3_000);
    expect(split?.parts).toBeGreaterThan(1);
  });

  it('refuses a judge whose rubric, question and answer are too long', async () => {
    const task = { ...buildManifest().task, scoring: { kind: 'judge' as const, rubric: ASKED.repeat(300) } };
    const { requests, facts } = await finished('ace', 5_000, { task });
    expect(requests.filter(({ purpose }) => purpose === 'judge')).toEqual([]);
    expect(facts('rollout.finished').length).toBeGreaterThan(0);
  });
});
