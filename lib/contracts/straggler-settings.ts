import { z } from 'zod';
import type { StragglerSettings } from '@/lib/domain/scheduling';

/**
 * Treatment of slow calls, as a person sets it. Each switch is off by default: waiting for everything is what
 * the paper does, and what a switch gains depends on the provider's tail.
 */
export const stragglerSettings = z
  .strictObject({
    /** Settings of earlier versions name it; calls are no longer hedged, so it is read and ignored. */
    hedge: z.unknown().optional().meta({ deprecated: true }),
    /** The iteration closes with this share of its reflections; the rest joins the next. */
    carryOverAfterShare: z.number().gt(0).lt(1).nullable().default(null),
    overlap: z.boolean().default(false),
  })
  .meta({ id: 'StragglerSettings' });

/** Pinned only where something is on, so that a run that waits for everything reads as it always did. */
export function pinnedStragglers(chosen: StragglerSettings | null): {
  readonly stragglers?: StragglerSettings;
} {
  if (chosen === null) return {};
  const { carryOverAfterShare, overlap } = chosen;
  return carryOverAfterShare !== null || overlap ? { stragglers: { carryOverAfterShare, overlap } } : {};
}
