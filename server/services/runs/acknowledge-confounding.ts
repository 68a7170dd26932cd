import type { AcknowledgeConfoundingInput, ConfoundingView } from '@/lib/contracts/confounding';
import type { Actor } from '@/lib/domain/actor';
import type { RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';
import {
  type Acknowledgement,
  assertMayAcknowledge,
  type Confounding,
  confoundingOf,
} from '@/lib/policy/confounding';
import { db } from '@/server/db/client';
import { findAcknowledgement, saveAcknowledgement } from '@/server/repositories/confounding';
import { getRunRow } from '@/server/repositories/runs';
import { recordAudit } from '@/server/services/audit/record-audit';

/** A person's acknowledgement that a run's headline is valid although its proposer also serves. */
export async function acknowledgeConfounding(
  actor: Actor<'experiment'>,
  { runId, reason }: AcknowledgeConfoundingInput & { readonly runId: string },
): Promise<ConfoundingView> {
  const run = await getRunRow(actor.workspaceId, runId);
  const manifest = run.manifest;
  assertMayAcknowledge(manifest, reason);
  const { workspaceId, name: acknowledgedBy } = actor;
  await db().$transaction(async (tx) => {
    const isFirst = await saveAcknowledgement({ runId: run.id, workspaceId, reason, acknowledgedBy }, tx);
    if (isFirst) await recordAudit(tx, actor, 'confounding.acknowledged', run.id, { reason });
  });
  const acknowledged = await readConfounding(run.id, manifest);
  if (acknowledged === null) throw new AppError('INVARIANT_BROKEN', 'An acknowledgement was not kept.');
  return acknowledged;
}

/** Null where proposer and serving model of the run are told apart. */
export async function readConfounding(runId: string, manifest: RunManifest): Promise<Confounding | null> {
  return confoundingOf(manifest, await readAcknowledgement(runId));
}

export async function readAcknowledgement(runId: string): Promise<Acknowledgement | null> {
  const row = await findAcknowledgement(runId);
  return row && { by: row.acknowledgedBy, reason: row.reason, at: row.acknowledgedAt.toISOString() };
}
