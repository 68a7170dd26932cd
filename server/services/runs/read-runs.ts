import type { RunDetailView, RunView } from '@/lib/contracts/run-shapes';
import type { ListRunsInput } from '@/lib/contracts/runs';
import type { Actor } from '@/lib/domain/actor';
import type { RunManifest } from '@/lib/domain/manifest';
import { assertMay } from '@/lib/policy/roles';
import { findNewestDiagnosis } from '@/server/repositories/diagnoses';
import { countCalls } from '@/server/repositories/journal';
import { cutPage } from '@/server/repositories/keyset';
import { getRunRow, listRunRows, readServingHardware } from '@/server/repositories/runs';
import { readContamination } from '@/server/services/datasets/contamination';
import { readConfounding } from './acknowledge-confounding';
import { diagnosisScopeHash } from './diagnosis-scope';
import { diagnosisView, runView } from './run-view';

export async function listRuns(
  actor: Actor,
  input: ListRunsInput,
): Promise<{ items: RunView[]; nextCursor: string | null }> {
  assertMay(actor, 'read');
  const { experimentId, status, kind, search, cursor, limit } = input;
  const rows = await listRunRows(actor.workspaceId, { experimentId, status, kind, search, cursor, limit });
  const { items, nextCursor } = cutPage(rows, limit);
  const hardware = await readServingHardware(items.map((row) => row.id));
  return { items: items.map((row) => runView(row, hardware.get(row.id) ?? 'unknown')), nextCursor };
}

export async function getRun(actor: Actor, input: { readonly runId: string }): Promise<RunDetailView> {
  assertMay(actor, 'read');
  const row = await getRunRow(actor.workspaceId, input.runId);
  const manifest = row.manifest as unknown as RunManifest;
  const [calls, diagnosis, contamination, confounding] = await Promise.all([
    countCalls(row.id),
    findNewestDiagnosis(actor.workspaceId, diagnosisScopeHash(manifest)),
    readContamination(manifest.split.registrationId),
    readConfounding(row.id, manifest),
  ]);
  return {
    ...runView(row, manifest.models.serving.hardware),
    manifest: row.manifest as Record<string, unknown>,
    callsInFlight: calls.inFlight,
    callsPossiblyPaidTwice: calls.possiblyPaidTwice,
    diagnosis: diagnosisView(diagnosis),
    contamination: contamination?.sentence ?? null,
    confounding,
  };
}
