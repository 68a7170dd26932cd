import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Expose } from '@/lib/canary/ofrep';
import type { Clock } from '@/lib/ports/clock';
import { config } from '@/server/config/config';
import { systemClock } from '@/server/observability/system-clock';
import { type ExposureCounts, makeExposureCounts } from './exposure-counts';
import { type Exposure, type ExposureIds, exposureIds } from './exposure-id';
import { closeFlagStore, type FlagStore, flagStore } from './flag-store';
import { gaugeServing } from './gauges';
import { type KeyDirectory, makeKeyDirectory } from './key-directory';
import { makeRefetchStreams, type RefetchStreams } from './refetch-stream';
import { makeServingLimits, type ServingLimits } from './serving-limits';
import { closeServingPool, servingPool } from './serving-pool';
import { makeStepCallers, type StepCallers } from './step-callers';
import { makeStreamTickets, type StreamTickets } from './stream-ticket';

/** All that answers callers of slots in one process, made at first use. Knows no HTTP framework. */
export interface Serving {
  readonly store: FlagStore;
  readonly keys: KeyDirectory;
  readonly limits: ServingLimits;
  readonly counts: ExposureCounts;
  readonly stepCallers: StepCallers;
  readonly exposureIds: ExposureIds;
  readonly tickets: StreamTickets;
  readonly streams: RefetchStreams;
  readonly clock: Clock;
}

interface Ports {
  readonly pool: pg.Pool;
  readonly store: FlagStore;
  readonly exposureIds: ExposureIds;
  readonly secret: string;
  readonly evaluationsPerMinute: number;
  readonly clock: Clock;
}

export function makeServing({ pool, store, secret, evaluationsPerMinute, clock, ...given }: Ports): Serving {
  const process = `${globalThis.process.pid}-${randomBytes(4).toString('hex')}`;
  return {
    store,
    keys: makeKeyDirectory({ pool, clock }),
    limits: makeServingLimits({ perMinute: evaluationsPerMinute }),
    counts: makeExposureCounts({ pool, clock, process }),
    stepCallers: makeStepCallers({ pool }),
    exposureIds: given.exposureIds,
    tickets: makeStreamTickets(secret),
    streams: makeRefetchStreams(store),
    clock,
  };
}

/**
 * Counts an answer and gives it its name. An opted-in caller is shown the challenger and never analysed, so their
 * exposures belong to no stage.
 */
export function exposer({ counts, stepCallers, exposureIds, clock }: Serving): Expose {
  return (flag, { served, reason }, targetingKey) => {
    if (served === null) return '';
    const { prompt, variant } = served;
    const { slotId, split } = flag;
    const isAnalysed = split !== null && reason === 'SPLIT';
    counts.count({ slotId, promptId: prompt.promptId, variant });
    const exposure: Exposure = {
      slotId,
      canaryId: split?.canaryId ?? null,
      stage: isAnalysed ? 'liveStep' : null,
      step: isAnalysed ? (split.step ?? 0) : null,
      variant,
      promptId: prompt.promptId,
      version: prompt.version,
      atMs: clock.nowMs(),
      keyHash: targetingKey === null ? null : exposureIds.keyHashOf(slotId, targetingKey),
    };
    stepCallers.note(exposure);
    return exposureIds.issue(exposure);
  };
}

const kept = globalThis as typeof globalThis & { waggleServing?: Serving | undefined };

function gauged(ports: Ports): Serving {
  const made = makeServing(ports);
  gaugeServing(made);
  return made;
}

/** The serving state of this process. */
export function serving(): Serving {
  kept.waggleServing ??= gauged({
    pool: servingPool(),
    store: flagStore(),
    exposureIds: exposureIds(),
    secret: config().secret,
    evaluationsPerMinute: config().evaluationsPerMinute,
    clock: systemClock,
  });
  return kept.waggleServing;
}

/** Ends streams, writes what was counted, and lets go of the database; for a process that ends, and for tests. */
export async function closeServing(): Promise<void> {
  const open = kept.waggleServing;
  kept.waggleServing = undefined;
  open?.streams.close();
  await open?.counts.close();
  await open?.stepCallers.close();
  closeFlagStore();
  await closeServingPool();
}
