import { z } from 'zod';
import { identifier } from './identifier';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';
import { ledgerEntry, listedRollout, rolloutTrace } from './run-shapes';

const promptAsMeasured = z
  .object({
    readBy: z
      .enum(['model', 'agent', 'scorer'])
      .describe('Who gets the text: the serving model, the agent in its job, or only the scorer.'),
    text: z
      .string()
      .describe(
        'For a model the system message, byte for byte: the candidate inside its instructions. For an agent the text of its component.',
      ),
    questionForm: z
      .string()
      .nullable()
      .describe('The user message; {question} marks its place. Null where no model is sent this text.'),
    contextForm: z.string().nullable().describe('The user message of an example with a context, {context}.'),
    responseFormat: z.literal('json_object').nullable(),
  })
  .meta({
    id: 'PromptAsMeasured',
    description: 'What the serving model or the agent was sent when the score was measured.',
  });

export const candidateView = z
  .object({
    hash: z.string(),
    parentHash: z.string().nullable(),
    iteration: z.int(),
    text: z.string(),
    bullets: z.int(),
    tokens: z.int(),
    applied: z.int(),
    ignored: z.int(),
    /** Who wrote it, where a person did. */
    byHand: z.string().optional(),
    seq: z.int(),
    asMeasured: promptAsMeasured,
  })
  .meta({
    id: 'Candidate',
    description: 'The part of a prompt that a run learns, and what measurements sent of it.',
  });
export type CandidateView = z.output<typeof candidateView>;

/** Records of a run: its ledger (at once, in pages, live), rollouts with their calls, candidates, the export. */

const INT_MAX = 2_147_483_647;
const tag = 'Runs';
const runParams = z.object({ runId: identifier });

const after = z.coerce.number().int().min(0).max(INT_MAX).default(0);

export const listEntriesQuery = z.object({
  after,
  limit: z.coerce.number().int().min(1).max(1000).default(200),
  type: z
    .string()
    .regex(/^[a-zA-Z]+\.[a-zA-Z]+$/, 'A type reads like "iteration.closed".')
    .max(60)
    .optional(),
  iteration: z.coerce.number().int().min(-1).max(INT_MAX).optional(),
});
export type ListEntriesInput = z.output<typeof listEntriesQuery>;

export const listEntries = operation({
  id: 'listEntries',
  method: 'GET',
  path: '/api/v1/runs/{runId}/entries',
  tag,
  summary: "The run's ledger in order, from a number on",
  permission: 'read',
  scope: 'runId',
  params: runParams,
  query: listEntriesQuery,
  response: z.object({ items: z.array(ledgerEntry), lastSeq: z.int(), nextAfter: z.int().nullable() }),
});

export const streamEvents = operation({
  id: 'streamEvents',
  method: 'GET',
  path: '/api/v1/runs/{runId}/events',
  tag,
  summary: 'The ledger as server-sent events, from a number on and then live',
  description:
    'Each event carries its number as id; a client that reconnects sends it back in Last-Event-ID. Ends with the run.',
  permission: 'read',
  scope: 'runId',
  params: runParams,
  query: z.object({ after }),
  response: ledgerEntry,
  responseType: 'events',
});

export const readRunSnapshot = operation({
  id: 'readRunSnapshot',
  method: 'GET',
  path: '/api/v1/runs/{runId}/snapshot',
  tag,
  summary: 'What the run page shows, folded from the ledger up to a number',
  description:
    'Bounded however long the run is: of details only the newest are in it. The stream goes on after `seq`.',
  permission: 'read',
  scope: 'runId',
  params: runParams,
  response: z.object({ seq: z.int(), state: z.record(z.string(), z.unknown()) }),
});

export const readIterationScan = operation({
  id: 'readIterationScan',
  method: 'GET',
  path: '/api/v1/runs/{runId}/iterations/{iteration}/scan',
  tag,
  summary: 'Rollouts counted, reflections, groups and the update of one iteration',
  permission: 'read',
  scope: 'runId',
  params: runParams.extend({ iteration: z.coerce.number().int().min(0).max(INT_MAX) }),
  response: z.object({ iteration: z.record(z.string(), z.unknown()) }),
});

export const listRolloutsQuery = pageQuery.extend({
  split: z.enum(['train', 'selection', 'heldOut', 'confirmation']).optional(),
  iteration: z.coerce.number().int().min(-1).max(INT_MAX).optional(),
  correct: z.enum(['true', 'false']).optional(),
});
export type ListRolloutsInput = z.output<typeof listRolloutsQuery>;

export const listRollouts = operation({
  id: 'listRollouts',
  method: 'GET',
  path: '/api/v1/runs/{runId}/rollouts',
  tag,
  summary: 'Rollouts, newest first',
  permission: 'read',
  scope: 'runId',
  params: runParams,
  query: listRolloutsQuery,
  response: pageOf(listedRollout),
});

export const getRolloutTrace = operation({
  id: 'getRolloutTrace',
  method: 'GET',
  path: '/api/v1/runs/{runId}/rollouts/{seq}',
  tag,
  summary: 'A rollout with every call it made: messages, reply, tokens, delay',
  permission: 'read',
  scope: 'runId',
  params: runParams.extend({ seq: z.coerce.number().int().min(1).max(INT_MAX) }),
  response: rolloutTrace,
});

export const getIteration = operation({
  id: 'getIteration',
  method: 'GET',
  path: '/api/v1/runs/{runId}/iterations/{iteration}',
  tag,
  summary: 'All facts of one iteration, rollouts and reflections apart',
  permission: 'read',
  scope: 'runId',
  params: runParams.extend({ iteration: z.coerce.number().int().min(-1).max(INT_MAX) }),
  response: z.object({ iteration: z.int(), entries: z.array(ledgerEntry) }),
});

export const getCandidate = operation({
  id: 'getCandidate',
  method: 'GET',
  path: '/api/v1/runs/{runId}/candidates/{hash}',
  tag,
  summary: 'The text of a candidate',
  permission: 'read',
  scope: 'runId',
  params: runParams.extend({
    hash: z.string().regex(/^[0-9a-f]{64}$/, 'A candidate is named by its sha256.'),
  }),
  response: candidateView,
});

export const exportRun = operation({
  id: 'exportRun',
  method: 'GET',
  path: '/api/v1/runs/{runId}/export',
  tag,
  summary: 'Run, manifest and whole ledger as JSON lines',
  permission: 'read',
  scope: 'runId',
  params: runParams,
  response: z.string(),
  responseType: 'file',
});
