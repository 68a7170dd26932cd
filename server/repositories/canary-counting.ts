import type { CanaryPlan, Verdict } from '@/lib/domain/canary';
import type { CanaryState } from '@/lib/domain/canary-state';
import type { Prisma } from '@/server/db/generated/client';
import { EVALUATOR_OF_CANARY, type KeptEvaluator } from './evaluator-probes';

/**
 * The columns of a canary that counting needs: one read under its lock, one write back. Separate from the other rows
 * because every batch of outcomes reads them.
 */
type Tx = Prisma.TransactionClient;

export interface CountingRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly slotId: string;
  readonly state: CanaryState;
  readonly step: number | null;
  /** Null before the registration. */
  readonly plan: CanaryPlan | null;
  /** Progress of the present stage, as lib/canary keeps it; null before its first pair. */
  readonly progress: unknown;
  readonly tally: unknown;
  readonly stageStartedAt: Date | null;
  readonly lastTrafficAt: Date | null;
  /** Ids of the prompt live now, the prompt live at registration and the challenger; null = the code's default. */
  readonly presentId: string | null;
  readonly incumbentId: string | null;
  readonly challengerId: string;
  readonly evaluator: KeptEvaluator | null;
}

/** Null where there is no such canary. */
export async function lockCounting(id: string, tx: Tx): Promise<CountingRow | null> {
  const [row] = await tx.$queryRaw<CountingRow[]>`
    SELECT canary.id, canary."workspaceId", canary."slotId", canary.state, canary.step, canary.plan, canary.progress,
      canary.tally, canary."stageStartedAt", canary."lastTrafficAt", slot."livePromptId" AS "presentId",
      canary."incumbentId", canary."challengerId", ${EVALUATOR_OF_CANARY} AS evaluator
    FROM "Canary" AS canary
    JOIN "Slot" AS slot ON slot.id = canary."slotId"
    WHERE canary.id = ${id} FOR NO KEY UPDATE OF canary`;
  return row ?? null;
}

export interface Counted {
  readonly progress: object;
  readonly tally: object;
}

export async function writeCounted(id: string, { progress, tally }: Counted, tx: Tx): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Canary" SET progress = ${JSON.stringify(progress)}::jsonb, tally = ${JSON.stringify(tally)}::jsonb
    WHERE id = ${id}`;
}

export interface NewLook {
  readonly canaryId: string;
  readonly stage: string;
  readonly look: number;
  readonly verdict: Verdict;
  /** Guardrails and health as they stood. */
  readonly detail: object;
  readonly at: Date;
}

export async function writeLooks(looks: readonly NewLook[], tx: Tx): Promise<void> {
  if (looks.length === 0) return;
  const rows = looks.map(({ verdict, detail, ...place }) => ({
    ...place,
    pairs: verdict.pairs,
    discordant: verdict.discordant,
    difference: verdict.difference,
    lower: finite(verdict.lower),
    upper: finite(verdict.upper),
    verdict: verdict.kind,
    detail: { reasons: verdict.reasons, ...detail },
  }));
  await tx.$executeRaw`
    INSERT INTO "CanaryLook" SELECT * FROM json_populate_recordset(NULL::"CanaryLook", ${JSON.stringify(rows)}::json)`;
}

/** Before there is a spread a bound is infinite, which is not known yet. */
const finite = (bound: number | null) => (bound !== null && Number.isFinite(bound) ? bound : null);

/** How many looks a stage has had. */
export async function lastLookOf(canaryId: string, stage: string, tx: Tx): Promise<number> {
  const { _max } = await tx.canaryLook.aggregate({ where: { canaryId, stage }, _max: { look: true } });
  return _max.look ?? 0;
}
