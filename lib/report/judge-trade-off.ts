import type { ModelBinding, RunManifest } from '@/lib/domain/manifest';
import type { JudgeSeat } from '@/lib/domain/model-role';
import { toNanodollars } from '@/lib/domain/spend';

/**
 * what each possible judge costs for one held-out measurement. The model that proposes is at hand but biased in
 * its own favour; a separate one is honest and dearer. Numbers only; which to choose is the reader's.
 */
export interface JudgeCost {
  readonly seat: JudgeSeat;
  readonly model: string;
  /** It is the proposer: it would judge what came of its own edits. */
  readonly biased: boolean;
  /** Null where the model has no price. */
  readonly usdPerRollout: number | null;
  readonly usdPerMeasurement: number | null;
}

export interface JudgeUse {
  /** Tokens of one judge call. */
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Examples of the measuring split. */
  readonly examples: number;
}

export function judgeTradeOff(manifest: Pick<RunManifest, 'models' | 'judging'>, use: JudgeUse): JudgeCost[] {
  const { evaluator, proposer } = manifest.models;
  const proxy = manifest.judging?.proxy ?? null;
  const seats: readonly (readonly [JudgeSeat, ModelBinding | null])[] = [
    ['evaluator', evaluator],
    ['proposer', proposer],
    ['proxy', proxy],
  ];
  return seats.flatMap(([seat, binding]) => (binding ? [costOf(seat, binding, { ...use, proposer })] : []));
}

function costOf(
  seat: JudgeSeat,
  binding: ModelBinding,
  use: JudgeUse & { readonly proposer: ModelBinding },
): JudgeCost {
  const usdPerRollout = listPrice(binding, use);
  return {
    seat,
    model: binding.model,
    biased: binding.model === use.proposer.model && binding.origin === use.proposer.origin,
    usdPerRollout,
    usdPerMeasurement: usdPerRollout === null ? null : toNanodollars(usdPerRollout * use.examples),
  };
}

function listPrice({ usdPerMillionIn, usdPerMillionOut }: ModelBinding, use: JudgeUse): number | null {
  if (usdPerMillionIn === null || usdPerMillionOut === null) return null;
  return toNanodollars((use.tokensIn * usdPerMillionIn + use.tokensOut * usdPerMillionOut) / 1_000_000);
}
