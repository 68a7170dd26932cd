import { z } from 'zod';
import { fieldPath } from './field-path';

/**
 * Kinds of scoring, each with its settings: the one schema of a task's scoring. Requests, manifests and rows are read
 * with it. The words of each kind are in `scoring-words`, its code in `lib/evaluation/scorers`.
 */
const tolerance = z.number().min(0).max(1e12);

export const scoringSpec = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('formula') }),
    z.strictObject({ kind: z.literal('finer') }),
    z.strictObject({
      kind: z.literal('exactMatch'),
      caseSensitive: z.boolean().default(false),
      trim: z.boolean().default(true),
    }),
    z.strictObject({
      kind: z.literal('numericTolerance'),
      absolute: tolerance.default(0),
      relative: tolerance.default(0),
    }),
    z.strictObject({
      kind: z.literal('regex'),
      /** RE2 syntax; {{expected}} is replaced by the example's expected text. */
      pattern: z.string().min(1).max(2000),
      flags: z
        .string()
        .regex(/^[ims]{0,3}$/, 'Flags are any of i, m and s.')
        .default(''),
    }),
    z.strictObject({
      kind: z.literal('jsonField'),
      path: z.union([z.literal(''), fieldPath]).default(''),
      expectedPath: z.union([z.literal(''), fieldPath]).default(''),
    }),
    z.strictObject({ kind: z.literal('judge'), rubric: z.string().trim().min(1).max(20_000) }),
    z.strictObject({
      kind: z.literal('command'),
      /** A name from the configuration of the workers; never a path or arguments. */
      command: z
        .string()
        .regex(/^[a-z][a-z0-9-]{0,62}$/, 'A name is lower-case letters, digits and hyphens.'),
    }),
    z.strictObject({
      kind: z.literal('http'),
      /** Is sent the answer and gives its score; a public https address, or one that the operator allows. */
      url: z
        .url({ protocol: /^https?$/, error: 'Give an http or https address.' })
        .max(2000)
        .meta({ examples: ['https://evaluator.example.com/score'] }),
      /** The header that carries the secret; null = none is sent. */
      header: z
        .string()
        .regex(/^[A-Za-z][A-Za-z0-9-]{0,59}$/, 'A header is letters, digits and hyphens.')
        .nullable()
        .default(null),
      timeoutSeconds: z.int().min(1).max(600).default(30),
    }),
    /** The environment of each example judges the state that the agent leaves. */
    z.strictObject({ kind: z.literal('environment') }),
  ])
  .meta({ id: 'ScoringSpec', description: 'How an answer becomes a score in 0..1.' });
export type ScoringSpec = z.output<typeof scoringSpec>;
export type ScoringKind = ScoringSpec['kind'];

/** Kinds that need no expected answer; the others compare with it. */
export const SCORED_WITHOUT_EXPECTED: readonly ScoringKind[] = ['judge', 'http', 'command', 'environment'];
