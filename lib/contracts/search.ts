import { z } from 'zod';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';

/** Full-text search over what runs wrote: their prompts, their reflections and the traces of their rollouts. */
export const SEARCH_KINDS = ['prompt', 'reflection', 'trace'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Largest number of hits that a search counts; above it the answer is "more than". */
export const SEARCH_COUNT_MAX = 1_000;

export const searchHit = z
  .object({
    kind: z.enum(SEARCH_KINDS),
    runId: z.string(),
    runLabel: z.string(),
    experimentId: z.string(),
    experimentName: z.string(),
    practice: z.boolean(),
    /** -1 = before the first iteration. */
    iteration: z.int(),
    /** Sequence number of the fact in the run's ledger. */
    seq: z.int(),
    at: timestamp,
    /** Hash of the prompt, for a hit in a prompt. */
    candidateHash: z.string().nullable(),
    exampleId: z.string().nullable(),
    split: z.enum(['train', 'selection', 'heldOut', 'confirmation']).nullable(),
    /** The rollout whose trace is meant: its own number, or that of what a reflection is about. */
    rolloutSeq: z.int().nullable(),
    /** In order; joined they are the excerpt. What looks like personal or secret data is struck out. */
    excerpt: z.array(z.object({ text: z.string(), isHit: z.boolean() })),
  })
  .meta({ id: 'SearchHit' });
export type SearchHitView = z.output<typeof searchHit>;

export const searchQuery = pageQuery.extend({
  limit: z.coerce.number().int().min(1).max(50).default(20),
  q: z.string().trim().min(2, 'Type at least two characters.').max(200),
  kind: z.enum(SEARCH_KINDS).optional(),
  experimentId: identifier.optional(),
  runId: identifier.optional(),
});
export type SearchInput = z.output<typeof searchQuery>;

export const searchTexts = operation({
  id: 'searchTexts',
  method: 'GET',
  path: '/api/v1/search',
  tag: 'Search',
  summary: 'Prompts, reflections and traces that hold all of the words, newest first',
  description:
    'Words are told apart at everything that is neither letter nor digit; those of three characters and more are found by their beginning. A prompt is found where a line came in, not again in each version that kept it. A trace is found by its question, its replies and its answer; traces of evaluations are searched within one run only. New texts can be found a few seconds after they were written.',
  permission: 'read',
  scope: 'workspace',
  query: searchQuery,
  response: pageOf(searchHit).extend({
    /** On the first page only. `isMore`: there are more than `count`. */
    found: z.object({ count: z.int(), isMore: z.boolean() }).nullable(),
    /** Some texts of the one run that is searched cannot be found yet: ask again in a moment. */
    isIndexing: z.boolean(),
  }),
});
