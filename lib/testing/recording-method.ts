import type { Candidate } from '@/lib/domain/candidate';
import type { AggregationSettings, RunManifest } from '@/lib/domain/manifest';
import type { Reflection } from '@/lib/domain/reflection';
import { SCORE_ZERO } from '@/lib/domain/score';
import type { Update } from '@/lib/domain/update';
import type { AggregateInput, Ask, Asked, CombineInput, Method } from '@/lib/methods/method';

/**
 * A method that writes down what Combee asks of it and answers by a script: for tests of the order, the number and
 * the inputs of aggregator calls, without prompts. Unscripted, its updates are whole texts, "proposal 1", "proposal 2"
 * and so on in the order in which the calls were made.
 */
interface RecordedCall {
  readonly level: 'aggregate' | 'combine';
  /** Group of level 1, ordinal of level 2. */
  readonly ordinal: number;
  readonly base: Candidate;
  /** Ordinals of the reflections that level 1 read; empty at level 2. */
  readonly reflections: readonly number[];
  /** Updates that level 2 read; empty at level 1. */
  readonly updates: readonly Update[];
}

export type UpdateScript = (call: RecordedCall, number: number) => Update | Promise<Update>;

export interface RecordingMethod extends Method {
  readonly calls: readonly RecordedCall[];
}

export function recordingMethod(
  script: UpdateScript = (_, number) => textUpdate(`proposal ${number}`),
): RecordingMethod {
  const calls: RecordedCall[] = [];
  const answer = async (call: RecordedCall) => {
    const number = calls.push(call);
    return { update: await script(call, number), asked: [askedOnce(`${call.level}/${call.ordinal}`)] };
  };
  return {
    name: 'recording',
    version: '1',
    promptHashes: {},
    emptyCandidateText: '',
    calls,
    questionMessages: ({ text }) => [{ role: 'system', content: text }],
    answer: async () => ({ text: '', cause: null, citedBulletIds: [], trace: '', asked: [] }),
    mapExample: async ({ example, ordinal, candidate }) => ({
      answer: { text: candidate.text, cause: null, citedBulletIds: [], trace: '', asked: [] },
      score: SCORE_ZERO,
      reflection: reflectionOf(ordinal, `lesson of ${example.id}`),
      reflectionAsked: [],
    }),
    prepareBase: (base, reflections) => ({
      hash: `${base.hash}+`,
      text: `${base.text} counted ${reflections.length}`,
    }),
    aggregate: (input: AggregateInput) =>
      answer({
        level: 'aggregate',
        ordinal: input.group,
        base: input.base,
        reflections: input.reflections.map((reflection) => reflection.ordinal),
        updates: [],
      }),
    combine: (input: CombineInput) =>
      answer({
        level: 'combine',
        ordinal: input.ordinal,
        base: input.base,
        reflections: [],
        updates: input.updates,
      }),
    union: (updates) => textUpdate(updates.map((update) => update.text).join(' | ')),
    apply: (base, update) => ({
      candidate: { hash: `${base.hash}*`, text: update.text ?? base.text },
      applied: 1,
      ignored: 0,
    }),
    describe: () => ({ bullets: 0, tokens: 0 }),
  };
}

export function textUpdate(text: string | null): Update {
  return { edits: [], text, reasoning: '', invalid: null };
}

export function failedUpdate(message: string): Update {
  return { edits: [], text: null, reasoning: '', invalid: { code: 'unparseable', message } };
}

export function reflectionOf(ordinal: number, text = `lesson ${ordinal}`): Reflection {
  return {
    ordinal,
    exampleId: `example-${ordinal}`,
    text,
    insights: [text],
    bulletTags: [],
    context: '',
    invalid: null,
  };
}

/** The part of a manifest that the shuffle and the scan read; they know of nothing else in it. */
export function aggregationManifest(settings: Partial<AggregationSettings> = {}): RunManifest {
  const aggregation: AggregationSettings = {
    kind: 'combee',
    duplication: 2,
    groups: null,
    reducer: 'llm',
    fanInMax: 24,
    ...settings,
  };
  return { aggregation } as RunManifest;
}

/** Nothing in these tests reaches a model. */
export const askNobody: Ask = async (request) => askedOnce(`${request.purpose}/${request.ordinal}`);

function askedOnce(callKey: string): Asked {
  return {
    outcome: {
      ok: true,
      text: '',
      finishReason: 'stop',
      tokensIn: 1,
      tokensOut: 1,
      tokensCached: 0,
      usageReported: true,
      delayMs: 1,
      attempts: 1,
    },
    callKey,
    costUsd: null,
  };
}
