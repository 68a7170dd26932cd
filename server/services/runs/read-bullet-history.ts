import type { BulletHistory } from '@/lib/contracts/provenance';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { bulletLife } from '@/lib/projection/bullet-history';
import { listBulletLines } from '@/server/repositories/bullet-lines';
import { assertRunExists } from '@/server/repositories/runs';

/** History of one bullet from version to version. */
export async function readBulletHistory(
  actor: Actor<'read'>,
  { runId, bullet }: { readonly runId: string; readonly bullet: string },
): Promise<BulletHistory> {
  await assertRunExists(actor.workspaceId, runId);
  const rows = await listBulletLines(runId, bullet);
  const { steps, counters } = bulletLife(
    bullet,
    rows.map((row) => ({ ...row, edits: row.edits ?? [] })),
  );
  if (steps.length === 0)
    throw new AppError('NOT_FOUND', `No version of this run's playbook holds the bullet "${bullet}".`);
  return {
    bulletId: bullet,
    steps: steps.map(({ version, kind, operation, bullet: stood }) => ({
      iteration: version.iteration,
      candidateHash: version.hash,
      kind,
      operation,
      text: kind === 'removed' ? null : stood.text,
      helpful: stood.helpful,
      harmful: stood.harmful,
      byHand: version.byHand,
      at: new Date(version.atMs).toISOString(),
    })),
    counters: [...counters],
  };
}
