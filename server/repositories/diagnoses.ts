import { db } from '@/server/db/client';
import type { Diagnosis, Prisma } from '@/server/db/generated/client';

/** Serial diagnoses, by the hash of what they hold for (task, split, method, hardware). The newest one counts. */
export function findNewestDiagnosis(workspaceId: string, scopeHash: string): Promise<Diagnosis | null> {
  return db().diagnosis.findFirst({ where: { workspaceId, scopeHash }, orderBy: { createdAt: 'desc' } });
}

/** Diagnoses since the last go: each was a chance of one, so each counts as a look when the question is put again. */
export async function countSinceGo(workspaceId: string, scopeHash: string): Promise<number> {
  const scope = { workspaceId, scopeHash };
  const go = await db().diagnosis.findFirst({
    where: { ...scope, verdict: 'go' },
    orderBy: { createdAt: 'desc' },
    select: { createdAt: true },
  });
  return db().diagnosis.count({ where: { ...scope, createdAt: { gt: go?.createdAt ?? new Date(0) } } });
}

export interface NewDiagnosis {
  readonly id: string;
  readonly workspaceId: string;
  readonly scopeHash: string;
  readonly runId: string;
  readonly verdict: 'go' | 'noGo' | 'undecided';
  readonly reason: string;
  readonly detail: Prisma.InputJsonObject;
}

/** One a run: a run that is settled twice after a crash is diagnosed once. */
export async function saveDiagnosis(diagnosis: NewDiagnosis): Promise<void> {
  const known = await db().diagnosis.findFirst({ where: { runId: diagnosis.runId }, select: { id: true } });
  if (known === null) await db().diagnosis.create({ data: diagnosis });
}
