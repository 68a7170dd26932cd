import { JOB_KINDS, type JobKind, type JobView, type ListJobsInput } from '@/lib/contracts/jobs';
import type { Actor } from '@/lib/domain/actor';
import { authorize, may } from '@/lib/policy/roles';
import { findImportRows } from '@/server/repositories/dataset-imports';
import { type JobRow, listJobRows } from '@/server/repositories/jobs';
import { cutPage } from '@/server/repositories/keyset';
import { importView } from '@/server/services/datasets/large-imports';
import { faultSentence } from './fault-sentence';

/** The jobs of the asker's workspace, newest first; of webhooks only for those who may see webhooks at all. */
export async function listJobs(
  actor: Actor<'read'>,
  { kind, state, errors, cursor, limit }: ListJobsInput,
): Promise<{ items: JobView[]; nextCursor: string | null }> {
  if (kind === 'webhook') authorize(actor, 'administer');
  const isOfErrors = errors === 'true';
  const seen = kindsSeenBy(actor);
  const kinds = kind ? [kind] : seen.filter((known) => isOfErrors || known !== 'rollout');
  const page = { kinds, state, errors: isOfErrors, cursor, limit };
  const rows = await listJobRows(actor.workspaceId, page);
  const nowMs = Date.now();
  const { items, nextCursor } = cutPage(rows, limit);
  const percents = await importPercents(actor.workspaceId, items);
  return { items: items.map((row) => jobView(row, percents.get(row.id), nowMs)), nextCursor };
}

async function importPercents(
  workspaceId: string,
  rows: readonly JobRow[],
): Promise<ReadonlyMap<string, number>> {
  const ids = rows.filter(({ kind }) => kind === 'import').map(({ id }) => id);
  const imports = await findImportRows(workspaceId, ids);
  return new Map(imports.map((row) => [row.id, Math.round(importView(row).progress * 100)]));
}

export function kindsSeenBy({ role }: Actor): readonly JobKind[] {
  return may(role, 'administer') ? JOB_KINDS : JOB_KINDS.filter((kind) => kind !== 'webhook');
}

function jobView(row: JobRow, percent: number | undefined, nowMs: number): JobView {
  const { id, kind, state, subjectId, subject, experiment, event, practice, tries, worker, status, control } =
    row;
  return {
    ...{ id, kind, state, subjectId, subject, experiment, event, practice, tries, worker },
    createdAt: row.createdAt.toISOString(),
    startedAt: timeOf(row.startedAt),
    endedAt: timeOf(row.endedAt),
    nextAt: timeOf(row.nextAt),
    tookMs: tookMs(row, nowMs),
    progress: percent === undefined ? rolloutsOf(row) : { done: percent, planned: 100 },
    run: status === null || control === null ? null : { status, control },
    error: row.reason ?? faultSentence(row.output),
  };
}

function rolloutsOf({ done, planned }: JobRow): JobView['progress'] {
  return done === null || planned === null ? null : { done, planned };
}

/** Null while the job is not active: its time so far is not its final time. */
function tookMs({ state, startedAt, endedAt }: JobRow, nowMs: number): number | null {
  if (startedAt === null) return null;
  if (endedAt !== null) return Math.max(0, endedAt.getTime() - startedAt.getTime());
  return state === 'active' ? Math.max(0, nowMs - startedAt.getTime()) : null;
}

const timeOf = (at: Date | null) => at?.toISOString() ?? null;
