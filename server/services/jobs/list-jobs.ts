import { JOB_KINDS, type JobKind, type JobView, type ListJobsInput } from '@/lib/contracts/jobs';
import type { Actor } from '@/lib/domain/actor';
import { assertMay, may } from '@/lib/policy/roles';
import { type JobRow, listJobRows } from '@/server/repositories/jobs';
import { cutPage } from '@/server/repositories/keyset';
import { faultSentence } from './fault-sentence';

/** The jobs of the asker's workspace, newest first; of webhooks only for those who may see webhooks at all. */
export async function listJobs(
  actor: Actor,
  { kind, state, errors, cursor, limit }: ListJobsInput,
): Promise<{ items: JobView[]; nextCursor: string | null }> {
  assertMay(actor, 'read');
  if (kind === 'webhook') assertMay(actor, 'administer');
  const isOfErrors = errors === 'true';
  const seen = kindsSeenBy(actor);
  const kinds = kind ? [kind] : seen.filter((known) => isOfErrors || known !== 'rollout');
  const page = { kinds, state, errors: isOfErrors, cursor, limit };
  const rows = await listJobRows(actor.workspaceId, page);
  const nowMs = Date.now();
  const { items, nextCursor } = cutPage(rows, limit);
  return { items: items.map((row) => jobView(row, nowMs)), nextCursor };
}

export function kindsSeenBy({ role }: Actor): readonly JobKind[] {
  return may(role, 'administer') ? JOB_KINDS : JOB_KINDS.filter((kind) => kind !== 'webhook');
}

function jobView(row: JobRow, nowMs: number): JobView {
  const { id, kind, state, subjectId, subject, experiment, event, practice, tries, worker, status, control } =
    row;
  return {
    ...{ id, kind, state, subjectId, subject, experiment, event, practice, tries, worker },
    createdAt: row.createdAt.toISOString(),
    startedAt: timeOf(row.startedAt),
    endedAt: timeOf(row.endedAt),
    nextAt: timeOf(row.nextAt),
    tookMs: tookMs(row, nowMs),
    progress: row.done === null || row.planned === null ? null : { done: row.done, planned: row.planned },
    run: status === null || control === null ? null : { status, control },
    error: row.reason ?? faultSentence(row.output),
  };
}

/** Null while it stands still: what it has taken so far is not what it will have taken. */
function tookMs({ state, startedAt, endedAt }: JobRow, nowMs: number): number | null {
  if (startedAt === null) return null;
  if (endedAt !== null) return Math.max(0, endedAt.getTime() - startedAt.getTime());
  return state === 'active' ? Math.max(0, nowMs - startedAt.getTime()) : null;
}

const timeOf = (at: Date | null) => at?.toISOString() ?? null;
