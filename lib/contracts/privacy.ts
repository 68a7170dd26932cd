import { z } from 'zod';
import { seedCandidateText } from './experiment-config';
import { identifier } from './identifier';
import { operation } from './operation';
import { offeredSpan } from './privacy-shapes';

/** R-210 before a prompt is saved, and on the prompts that a run has made. */

export const checkPrivacyBody = z.strictObject({ text: seedCandidateText }).meta({ id: 'CheckPrivacy' });
export type CheckPrivacyInput = z.output<typeof checkPrivacyBody>;

export const checkPrivacy = operation({
  id: 'checkPrivacy',
  method: 'POST',
  path: '/api/v1/privacy/check',
  tag: 'Experiments',
  summary:
    'Look through a text for personal and secret data; each place comes with a placeholder, nothing is kept',
  permission: 'experiment',
  scope: 'none',
  body: checkPrivacyBody,
  maxBodyBytes: 4_000_000,
  response: z.object({ spans: z.array(offeredSpan) }),
});

export const candidatePrivacy = z
  .object({
    hash: z.string(),
    spans: z.array(offeredSpan),
    /** Overlap of the prompt with examples of the train split, word for word. */
    leak: z.object({
      n: z.int(),
      promptNgrams: z.int(),
      copiedNgrams: z.int(),
      /** Null where the prompt has fewer than n words. */
      share: z.number().nullable(),
      examples: z.int(),
      worst: z.array(z.object({ start: z.int(), end: z.int(), words: z.int(), exampleId: z.string() })),
    }),
  })
  .meta({
    id: 'CandidatePrivacy',
    description:
      'Personal data in a candidate, and the share of its n-grams of words copied from training examples.',
  });
export type CandidatePrivacyView = z.output<typeof candidatePrivacy>;

export const getCandidatePrivacy = operation({
  id: 'getCandidatePrivacy',
  method: 'GET',
  path: '/api/v1/runs/{runId}/candidates/{hash}/privacy',
  tag: 'Runs',
  summary: 'Personal data in a candidate, and how much of it is copied from training examples',
  permission: 'read',
  scope: 'runId',
  params: z.object({
    runId: identifier,
    hash: z.string().regex(/^[0-9a-f]{64}$/, 'A candidate is named by its sha256.'),
  }),
  response: candidatePrivacy,
});
