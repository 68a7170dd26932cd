import type { CanaryView } from '@/lib/contracts/canary-shapes';
import type { CanaryPlan, Verdict } from '@/lib/domain/canary';
import type { CanaryListRow, CanaryRow, LookRow } from '@/server/repositories/canaries';
import { lookDetailOf, planOf } from '@/server/repositories/stored-canary';

/** Rows of canaries as the API shows them. */
type Shown = Pick<
  CanaryListRow,
  | 'id'
  | 'state'
  | 'slotId'
  | 'slot'
  | 'challengerId'
  | 'challenger'
  | 'incumbentId'
  | 'plan'
  | 'planHash'
  | 'step'
  | 'progress'
  | 'createdBy'
  | 'createdAt'
  | 'registeredBy'
  | 'registeredAt'
  | 'startedAt'
  | 'endedAt'
>;

export function canaryView(row: Shown | CanaryRow): CanaryView {
  const { slot, challenger } = row;
  const verdict = latestOf(row.progress);
  return {
    id: row.id,
    state: row.state as CanaryView['state'],
    slot: { id: row.slotId, slug: slot.slug, name: slot.name, kind: slot.kind as CanaryView['slot']['kind'] },
    challenger: {
      promptId: row.challengerId,
      version: challenger.version,
      sha256: challenger.sha256,
    },
    incumbentId: row.incumbentId,
    margin: planOf(row)?.margin ?? null,
    planHash: row.planHash,
    step: row.step,
    verdict: verdict && verdictView(verdict),
    pairs: pairsOf(row.progress),
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    registeredBy: row.registeredBy,
    registeredAt: row.registeredAt?.toISOString() ?? null,
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

function verdictView({ kind, reasons, pairs, discordant, difference, lower, upper }: Verdict) {
  return {
    ...{ kind, pairs, discordant, difference },
    reasons: [...reasons],
    lower: finite(lower),
    upper: finite(upper),
  };
}

/** JSON keeps an infinite bound as null already; a value fresh from a look may still have it. */
const finite = (bound: number | null) => (bound !== null && Number.isFinite(bound) ? bound : null);

interface KeptProgress {
  readonly latest: Verdict | null;
  readonly count?: { readonly differences: { readonly n: number } };
  readonly control?: { readonly n: number };
  readonly challenger?: { readonly n: number };
}

function latestOf(progress: unknown): Verdict | null {
  return (progress as KeptProgress | null)?.latest ?? null;
}

/** Number of pairs; in a live step the number of outcomes of both arms. */
function pairsOf(progress: unknown): number {
  const kept = progress as KeptProgress | null;
  return kept?.count?.differences.n ?? (kept?.control?.n ?? 0) + (kept?.challenger?.n ?? 0);
}

export function lookView(row: LookRow) {
  const { stage, look, pairs, discordant, difference, lower, upper, verdict, at } = row;
  const { reasons, reason = null, step = null } = lookDetailOf(row);
  return {
    stage: stage as 'shadow' | 'liveStep' | 'watch',
    step,
    ...{ look, pairs, discordant, difference, lower, upper },
    verdict: verdict as Verdict['kind'],
    reasons: [...reasons],
    stepReason: reason,
    at: at.toISOString(),
  };
}

export function planView(plan: CanaryPlan | null) {
  return (
    plan && {
      ...plan,
      guardrails: plan.guardrails.map((guardrail) => ({ ...guardrail })),
      liveSteps: [...plan.liveSteps],
    }
  );
}
