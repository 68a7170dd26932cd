import type { BatchPlan, PlateauBasis, PowerLawFit } from '@/lib/domain/batch-plan';
import { isUsable } from './delay-points';
import type { IterationDelay } from './fit-delays';

/** delay(bs) = T(bs) * bs / N, the law turned back into one iteration's time. */
export function predictedDelayMs(fit: PowerLawFit, size: number, trainExamples: number): number {
  return (fit.A * size ** (1 - fit.alpha)) / trainExamples;
}

/** Result of the confirming iteration for the plan right after it; nothing for all others. */
export function confirmedDelay(
  plan: BatchPlan | undefined,
  delays: readonly IterationDelay[],
  trainExamples: number,
): Pick<PlateauBasis, 'confirmed'> {
  if (plan?.reason !== 'confirming' || plan.fit === null) return {};
  const delay = delays.find((each) => each.iteration === plan.iteration);
  if (delay === undefined || !isUsable(delay)) return { confirmed: null };
  const predictedMs = predictedDelayMs(plan.fit, delay.size, trainExamples);
  return { confirmed: { delayMs: delay.delayMs, predictedMs } };
}
