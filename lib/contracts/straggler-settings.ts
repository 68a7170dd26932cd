import { z } from 'zod';
import type { StragglerSettings } from '@/lib/domain/scheduling';

/**
 * What is done about slow calls, as a person sets it. Each switch is off by default: waiting for everything is what
 * the paper does, and what a switch gains depends on the provider's tail.
 */
export const stragglerSettings = z
  .strictObject({
    hedge: z
      .strictObject({
        /** A call slower than this share of its kind is sent a second time. */
        afterQuantile: z.number().min(0.5).max(1).default(0.95),
        /** At most this share of an iteration's calls. */
        shareMax: z.number().gt(0).max(1).default(0.05),
      })
      .nullable()
      .default(null),
    /** The iteration closes with this share of its reflections; the rest joins the next. */
    carryOverAfterShare: z.number().gt(0).lt(1).nullable().default(null),
    overlap: z.boolean().default(false),
  })
  .meta({ id: 'StragglerSettings' });

/** Pinned only where something is on, so that a run that waits for everything reads as it always did. */
export function pinnedStragglers(chosen: StragglerSettings | null): {
  readonly stragglers?: StragglerSettings;
} {
  const isOn =
    chosen !== null && (chosen.hedge !== null || chosen.carryOverAfterShare !== null || chosen.overlap);
  return isOn ? { stragglers: chosen } : {};
}
