import { z } from 'zod';
import { aggregationSettings } from './aggregation-settings';
import { identifier } from './identifier';
import { operation } from './operation';

/**
 * Combee as a service for a team that has its own loop: a text and reflections go in, the learned text comes out,
 * by the same shuffle and scan as in a run.
 */
const TEXT_MAX = 400_000;
const REFLECTIONS_MAX = 200;

const reflectionInput = z.strictObject({
  /** Insight from one trace, in words. */
  text: z.string().trim().min(1).max(20_000),
  /** The question that it came from, as the aggregator may see it. */
  context: z.string().max(20_000).default(''),
});

export const reduceReflectionsBody = z.strictObject({
  /** An ACE playbook; empty starts a new one. */
  baseText: z.string().max(TEXT_MAX).default(''),
  reflections: z.array(reflectionInput).min(1).max(REFLECTIONS_MAX),
  providerId: identifier,
  model: z.string().trim().min(1).max(200),
  taskInstructions: z.string().trim().max(4000).default(''),
  seed: z.int().min(0).max(2_147_483_647).default(1),
  temperature: z.number().min(0).max(2).default(0),
  maxTokens: z.int().min(64).max(200_000).default(4096),
  playbookTokenBudget: z.int().min(500).max(1_000_000).default(80_000),
  /** The reflections are all there: there is no map that groups could be planned for. */
  aggregation: aggregationSettings.omit({ grouping: true }).default({
    kind: 'combee',
    duplication: 2,
    groups: null,
    reducer: 'llm',
    fanInMax: 24,
  }),
});

export type ReduceReflectionsBody = z.output<typeof reduceReflectionsBody>;

const cause = z.object({ code: z.string(), message: z.string() }).nullable();

const group = z.object({ group: z.int(), inputs: z.int(), edits: z.int(), cause });

/** A call that the model could not have read beside its reply, and the parts that it was cut into. */
const contextSplit = z.object({
  code: z.literal('contextWindow'),
  /** 1: reflections of a group; from 2 on: updates of the level below. */
  level: z.int(),
  group: z.int(),
  inputs: z.int(),
  parts: z.int(),
  /** Inputs that were too long even alone. */
  leftOut: z.int(),
  promptTokens: z.int(),
  replyTokens: z.int(),
  contextTokens: z.int(),
});

export const reducedIteration = z.object({
  id: z.string(),
  /** The learned text; the base text where nothing could be applied. */
  text: z.string(),
  hash: z.string(),
  changed: z.boolean(),
  applied: z.int(),
  ignored: z.int(),
  mode: z.string(),
  k: z.int(),
  groups: z.array(group),
  /** Absent in answers from before calls were cut to the context. */
  splits: z.array(contextSplit).optional(),
  calls: z.int(),
  /** Cause of a fallback or of an unchanged text. */
  cause,
  tokensIn: z.int(),
  tokensOut: z.int(),
  /** Null when the model has no price. */
  costUsd: z.number().nullable(),
  practice: z.boolean(),
  /** True when this answer was stored before and nothing was paid for it now. */
  replayed: z.boolean(),
});

export type ReducedIterationView = z.output<typeof reducedIteration>;

/** The stream's events, in order: one `shuffled`, a `group.aggregated` for each group, one `finished` or `failed`. */
export type IterationEvent =
  | {
      readonly type: 'shuffled';
      readonly data: { readonly k: number; readonly groups: readonly (readonly number[])[] };
    }
  | { readonly type: 'group.aggregated'; readonly data: z.output<typeof group> }
  | { readonly type: 'finished'; readonly data: ReducedIterationView };

export const reduceIteration = operation({
  id: 'reduceIteration',
  method: 'POST',
  path: '/api/v1/combee/iterations',
  tag: 'Combee',
  summary: 'One Combee iteration over your own reflections: shuffle, parallel scan, apply',
  description:
    'Streams events (shuffled, group.aggregated, finished or failed); with "Accept: application/json" it answers once, with the result. Send an Idempotency-Key to name the request; without one the request itself is its name. A request that was answered is answered again without a call, and one that broke off goes on from its answered calls.',
  permission: 'experiment',
  scope: 'workspace',
  body: reduceReflectionsBody,
  maxBodyBytes: 8_500_000,
  response: reducedIteration,
  responseType: 'eventsOrJson',
});
