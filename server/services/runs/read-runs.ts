import type { ListRunsInput } from '@/lib/contracts/run-list';
import type { RunDetailView, RunView } from '@/lib/contracts/run-shapes';
import type { Actor } from '@/lib/domain/actor';
import { findNewestDiagnosis } from '@/server/repositories/diagnoses';
import { countCalls } from '@/server/repositories/journal';
import { listRunIds } from '@/server/repositories/run-list';
import { getRunRow, readPinnedHeads, readRunRows } from '@/server/repositories/runs';
import { readConfounding } from './acknowledge-confounding';
import { diagnosisScopeHash } from './diagnosis-scope';
import { diagnosisView, NOTHING_PINNED, pinnedHead, runView } from './run-view';
import { readScoreDoubt, readScoreDoubts } from './score-doubts';

export async function listRuns(
  actor: Actor<'read'>,
  input: ListRunsInput,
): Promise<{ items: RunView[]; nextCursor: string | null }> {
  const { ids, nextCursor } = await listRunIds(actor.workspaceId, {
    ...input,
    archived: input.archived === 'true',
  });
  const [rows, heads, doubts] = await Promise.all([
    readRunRows(ids),
    readPinnedHeads(ids),
    readScoreDoubts(actor.workspaceId, ids),
  ]);
  const items = rows.map((row) =>
    runView(row, heads.get(row.id) ?? NOTHING_PINNED, doubts.get(row.id) ?? null),
  );
  return { items, nextCursor };
}

export async function getRun(
  actor: Actor<'read'>,
  input: { readonly runId: string },
): Promise<RunDetailView> {
  const row = await getRunRow(actor.workspaceId, input.runId);
  const manifest = row.manifest;
  const [calls, diagnosis, confounding, scoreDoubt] = await Promise.all([
    countCalls(row.id),
    findNewestDiagnosis(actor.workspaceId, diagnosisScopeHash(manifest)),
    readConfounding(row.id, manifest),
    readScoreDoubt(actor.workspaceId, row.id),
  ]);
  return {
    ...runView(row, pinnedHead(manifest), scoreDoubt),
    manifest: row.manifest as Record<string, unknown>,
    callsInFlight: calls.inFlight,
    callsPossiblyPaidTwice: calls.possiblyPaidTwice,
    diagnosis: diagnosisView(diagnosis),
    confounding,
  };
}
