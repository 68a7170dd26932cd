import { z } from 'zod';
import { identifier } from './identifier';
import { operation } from './operation';

/**
 * For teams that keep their own client: which requests the shadow takes, and what became of both answers. Both doors
 * take up to 500 at once and may be knocked at twice with the same.
 */
export const INGEST_MAX = 500;
const BODY_BYTES_MAX = 1_000_000;

/** Names a request or a conversation in the caller's own words; only a keyed hash of it is kept. */
const callersKey = z.string().min(1, 'Name it.').max(200, 'At most 200 characters.');

export const exposureRequest = z.strictObject({
  requestKey: callersKey,
  conversationKey: callersKey.optional(),
});

export const postExposuresBody = z.strictObject({
  requests: z.array(exposureRequest).min(1, 'Send at least one.').max(INGEST_MAX, `At most ${INGEST_MAX}.`),
  knownPrompts: z.array(z.string().max(64)).max(20).default([]),
});
export type PostExposuresInput = z.output<typeof postExposuresBody>;

const pairedPrompt = z.object({
  promptId: z.string(),
  version: z.int(),
  sha256: z.string(),
  text: z.string().nullable(),
  model: z.string().nullable(),
  params: z.record(z.string(), z.unknown()),
});
export type PairedPrompt = z.output<typeof pairedPrompt>;

export const takenExposures = z
  .object({
    canaryId: z.string(),
    stage: z.enum(['shadow', 'watch']),
    incumbent: pairedPrompt.nullable(),
    challenger: pairedPrompt,
    exposures: z.array(z.object({ requestKey: z.string(), exposureId: z.string() })),
  })
  .meta({
    id: 'TakenExposures',
    description:
      'Requests that a canary takes: answer each by both prompts, give your user the answer of the one that is live, and post what became of both.',
  });
export type TakenExposures = z.output<typeof takenExposures>;

const score = z.number().min(0, 'From 0 to 1.').max(1, 'From 0 to 1.');
const failure = z.string().trim().min(1).max(60);
const measured = {
  latencyMs: z.number().min(0).max(86_400_000).nullable().default(null),
  costUsd: z.number().min(0).max(1_000_000).nullable().default(null),
};

/** Two shapes instead of a refinement, so that the document says it too: one of the two has to be there. */
const answerOutcome = z.union(
  [
    z.strictObject({ score, failure: failure.nullable().default(null), ...measured }),
    z.strictObject({ score: score.nullable().default(null), failure, ...measured }),
  ],
  { error: 'Give a score, or say in a word what failed.' },
);

const guardrailScore = z.number().min(0).max(1);
/** Guardrail scores by name: [incumbent, challenger] for a pair, one number for an answer of a live step. */
const customScores = z
  .record(
    z.string().min(1).max(60),
    z.union([z.tuple([guardrailScore, guardrailScore]), guardrailScore], {
      error: 'Give [incumbent, challenger] for a pair, one number for an answer of a live step.',
    }),
  )
  .refine((scores) => Object.keys(scores).length <= 20, 'At most 20 guardrail scores.');

export const postedOutcome = z.strictObject({
  exposureId: z.string().min(1).max(1100),
  incumbent: answerOutcome.optional(),
  challenger: answerOutcome.optional(),
  custom: customScores.optional(),
});
export type PostedOutcome = z.output<typeof postedOutcome>;

export const postOutcomesBody = z.strictObject({
  outcomes: z.array(postedOutcome).min(1, 'Send at least one.').max(INGEST_MAX, `At most ${INGEST_MAX}.`),
});
export type PostOutcomesInput = z.output<typeof postOutcomesBody>;

export const REFUSED_OUTCOMES = [
  'unknown',
  'noCanary',
  'scoredHere',
  'stageOver',
  'tooLate',
  'differs',
  'otherArm',
  'oneSided',
] as const;
export type RefusedOutcomeReason = (typeof REFUSED_OUTCOMES)[number];

export const ingestedOutcomes = z
  .object({
    accepted: z.int(),
    repeated: z.int(),
    refused: z.array(
      z.object({
        exposureId: z.string(),
        side: z.enum(['incumbent', 'challenger']).nullable(),
        reason: z.enum(REFUSED_OUTCOMES),
        sentence: z.string(),
      }),
    ),
  })
  .meta({
    id: 'IngestedOutcomes',
    description:
      'Each outcome is accepted, a repetition, or refused by its name; the others of a batch stand.',
  });
export type IngestedOutcomes = z.output<typeof ingestedOutcomes>;

const tag = 'Canaries';
const slotParams = z.object({ slotId: identifier });

export const postExposures = operation({
  id: 'postExposures',
  method: 'POST',
  path: '/api/v1/slots/{slotId}/exposures',
  tag,
  summary: 'Ask which of these requests the shadow takes; at most 500 at once',
  description:
    'For a client of your own. A request key is taken or not for ever: asking again gives the same answer, and a pair is counted once however often it is asked for. Whatever is taken and never gets an outcome counts as 0 for both sides. Prompts whose sha256 is among knownPrompts come without their text.',
  permission: 'ingest',
  scope: 'slotId',
  params: slotParams,
  body: postExposuresBody,
  maxBodyBytes: BODY_BYTES_MAX,
  response: z.object({ canaries: z.array(takenExposures) }),
});

export const postOutcomes = operation({
  id: 'postOutcomes',
  method: 'POST',
  path: '/api/v1/slots/{slotId}/outcomes',
  tag,
  summary: 'Say what became of answers; at most 500 at once',
  description:
    'One side at a time or both together, in any order, within the outcome window of the plan. The same outcome twice is once; another one for a side that has one is refused and named. In a live step the control arm is told as the incumbent, a guardrail score is one number, and what comes in time but after the step went on is kept beside it. The score of an answer, also outside of a canary, becomes that of the trace that has its exposure id, whichever is sent first.',
  permission: 'ingest',
  scope: 'slotId',
  params: slotParams,
  body: postOutcomesBody,
  maxBodyBytes: BODY_BYTES_MAX,
  response: ingestedOutcomes,
});
