import type { Actor } from '@/lib/domain/actor';
import { config } from '@/server/config/config';
import { db } from '@/server/db/client';
import { saveModel } from './save-model';
import { createProvider } from './save-provider';

/**
 * The practice model as a workspace's providers: one at a pace that people can watch, one fast forward for serial
 * diagnoses and rehearsals, one for the seeded comparisons. Its prices are invented, so that a budget can be rehearsed too.
 */
export const PRACTICE_ROLES = {
  serving: 'practice-task',
  proposer: 'practice-proposer',
  evaluator: 'practice-judge',
} as const;

const PRACTICE_PRICE = { usdPerMillionIn: 0.3, usdPerMillionOut: 1.2, usdPerMillionCached: 0.03 };
/** One name for all of them, so that one serial diagnosis serves both paces (rulings E10). */
const PRACTICE_HARDWARE = 'practice model on this machine';

export interface PracticePace {
  readonly name: string;
  /** Delays are divided by it. */
  readonly timeScale: number;
}

export const WATCHABLE: PracticePace = { name: 'Practice model', timeScale: 20 };
export const FAST_FORWARD: PracticePace = { name: 'Practice model, fast forward', timeScale: 2000 };
/**
 * Both runs of a seeded comparison: times are compared only where the practice model has one pace. Slow enough that delays
 * take most of the serial run, and fast enough that it ends within a minute at a first start. This program's own work takes
 * most of the parallel run, so the comparison understates what slower models would show.
 */
export const DEMO: PracticePace = { name: 'Practice model, demo', timeScale: 500 };

/** Returns the provider's id. */
export async function addPracticeProvider(actor: Actor<'administer'>, pace: PracticePace): Promise<string> {
  const provider = await createProvider(
    actor,
    {
      name: pace.name,
      baseUrl: config().practiceUrl,
      apiKey: null,
      headers: { 'x-practice-time-scale': String(pace.timeScale) },
      behaviouralHeaders: [],
      hardware: PRACTICE_HARDWARE,
      requestsPerMinute: null,
      tokensPerMinute: null,
      concurrency: 128,
      timeoutMs: 60_000,
      maxAttempts: 5,
      // It keeps no accelerator busy, so its GPU-seconds are "not measured".
      acceleratorsPerCall: null,
      allowsLoopback: false,
    },
    () => undefined, // its address is on the operator's list by construction
  );
  for (const name of Object.values(PRACTICE_ROLES)) {
    await saveModel(actor, {
      providerId: provider.id,
      model: { name, contextTokens: 128_000, ...PRACTICE_PRICE },
    });
  }
  return provider.id;
}

/** The practice model listens where the operator says; providers made at another port follow it. */
export async function movePracticeProviders(): Promise<void> {
  const { practiceUrl } = config();
  await db().provider.updateMany({
    where: { practice: true, baseUrl: { not: practiceUrl } },
    data: { baseUrl: practiceUrl },
  });
}
