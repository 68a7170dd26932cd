import { z } from 'zod';

/** Why a call, an answer or an example gave nothing usable. Data with a name, shown to people, never thrown. */
const causeCode = z.enum([
  /** The provider gave 429 until the retries ran out. */
  'rateLimited',
  /** 5xx or no connection until the retries ran out. */
  'unavailable',
  'timedOut',
  /** 4xx: the provider will not take this request. */
  'rejected',
  /** finish_reason = length: cut off, so never adopted. */
  'cutOff',
  /** The reply was empty. */
  'empty',
  /** A reply came, but not in the shape that was asked for. */
  'unparseable',
  /** The provider's filter stopped the reply. */
  'filtered',
  /** An agent failed of itself: it said so, ended with a fault, or gave no readable outcome. */
  'agentFailed',
  /** A component of the candidate never stood in the agent's calls, so the rollout says nothing of it. */
  'notInjected',
  /** The rollout reached one of its own limits before there was an output. */
  'rolloutLimit',
  /** The program of an environment ended with a fault, was killed, could not be started or wrote no score. */
  'programFailed',
  /** The request is longer than the model's context leaves room for, so it was never sent. */
  'contextWindow',
  /** A hard cap left no room for the call. */
  'budget',
]);

const replyFault = z.enum([
  'noFinalAnswer',
  'emptyAnswer',
  'noJsonObject',
  'saysNothing',
  'noReasoning',
  'noOperations',
  'operationNoObject',
  'operationNoType',
  'operationNoText',
  'additionIncomplete',
  'noTaggedText',
  'emptyTaggedText',
  'noFence',
  'openFence',
  'emptyFence',
  'noScore',
  /** Budget: it is the deadline that left no room. */
  'late',
]);

const contextOverrun = z.object({
  promptTokens: z.number(),
  /** Room that the reply may take. */
  replyTokens: z.number(),
  contextTokens: z.number(),
});

export const cause = z.object({
  code: causeCode,
  /** Part that a reader of the reply missed in it. */
  fault: replyFault.optional(),
  /** HTTP status of a reply that refused the call. */
  status: z.number().optional(),
  /** A request that no call of the model can hold. */
  overrun: contextOverrun.optional(),
  /** Summaries that failed; what they were to sum up is read as it is. */
  summaries: z.number().optional(),
  /** The adapter's account of a failed call, for the journal and logs. Holds no prompt and no key. */
  message: z.string().optional(),
});
