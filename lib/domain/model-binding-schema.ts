import { z } from 'zod';
import { LEVEL_TWO_READINGS } from './level-two-readings';

/** A model as a manifest pins it, and how a judging model is kept honest. */

/** The practice model's settings that change what it answers. */
export const practiceSettings = z.object({
  levelTwoCounts: z.enum(LEVEL_TWO_READINGS),
  /** Share of answers that a coin decides, 0..1. */
  answerNoise: z.number(),
  /** Share of its chance to be kept that a reflection on an older playbook loses, 0..1. */
  staleness: z.number(),
  /** Tokens up to which a prompt's length does no harm; 0 = length never does. */
  promptKneeTokens: z.number(),
  /** How steeply right answers are lost beyond the knee: (knee / tokens)^steepness of them stay. */
  promptSteepness: z.number(),
});

export const modelBinding = z.object({
  providerId: z.string(),
  providerName: z.string(),
  /** Scheme, host and port; a key is bound to it. */
  origin: z.string(),
  model: z.string(),
  temperature: z.number(),
  maxTokens: z.number(),
  contextTokens: z.number(),
  /** Dollars per million tokens; null = unknown, which refuses a dollar cap. */
  usdPerMillionIn: z.number().nullable(),
  usdPerMillionOut: z.number().nullable(),
  usdPerMillionCached: z.number().nullable(),
  pricedAt: z.string().nullable(),
  /** Requests a minute that the provider accepts; bounds the batch size. Null = no limit known. */
  tokensPerMinute: z.number().nullable(),
  hardware: z.string(),
  /** Numbers that it gives are labelled "practice model" wherever they show. */
  practice: z.boolean(),
  /** Accelerators that one call keeps busy, as the provider's profile declares; absent or null = not measured. */
  acceleratorsPerCall: z.number().nullable().optional(),
  /** Longest time that one call may take, retries included: what its GPU-seconds are reserved by. */
  callTimeoutMs: z.number().optional(),
  /** Headers that decide what it answers, by name; absent in manifests from before they could be marked. */
  behaviouralHeaders: z.record(z.string(), z.string()).optional(),
  /** Speed-up factor of a practice model's delays, or "off"; absent = not stated. */
  timeScale: z.string().optional(),
  /** Settings that change a practice model's answers; absent = an older run with the defaults. */
  practiceSettings: practiceSettings.optional(),
});

/** How a judging model is checked before its scores count. */
export const judgingSettings = z.object({
  /** `separate` asks the evaluator; `proposer` lets the proposer judge itself and needs `forcedReason`. */
  judge: z.enum(['separate', 'proposer']),
  forcedReason: z.string().nullable(),
  /** Share of the first held-out answers that both judges score, never fewer than `minPairs`. */
  sampleShare: z.number(),
  minPairs: z.number(),
  /** Spearman below it is a failed calibration; exactly at it passes. */
  spearmanMin: z.number(),
  /** Dollars that judging one rollout may cost; above it the proxy judges, once calibrated. Null = no ceiling. */
  costCeilingUsd: z.number().nullable(),
  proxy: modelBinding.nullable(),
});

export const evaluationCacheSettings = z.object({
  read: z.boolean(),
  /** Runs of other namespaces share no answers: a re-seeded readiness run has its own. */
  namespace: z.string(),
});
