import { db } from '@/server/db/client';
import { continueRun } from '@/server/services/launches/continue-run';
import { startRun } from '@/server/services/launches/start-run';

/** The bundled set of one insight only: what a parallel run does with it, the seeded workspace shows. */
export const ONE_INSIGHT_SET_NAME = 'Till sheets, one insight';

/**
 * The second half of the seeded experiment that collapses: its serial baseline has ended, and where the diagnosis says
 * go, its parallel run starts. Called by the worker after every serial run; once only.
 */
export async function continueKinds(serialRunId: string): Promise<void> {
  const { experiment, ...serial } = await db().run.findUniqueOrThrow({
    where: { id: serialRunId },
    select: {
      id: true,
      workspaceId: true,
      createdBy: true,
      startsAs: true,
      experiment: {
        select: {
          id: true,
          archivedAt: true,
          split: { select: { dataset: { select: { name: true, bundled: true } } } },
          runs: { where: { kind: 'combee' }, select: { id: true }, take: 1 },
        },
      },
    },
  });
  const { name, bundled } = experiment.split.dataset;
  if (!bundled || name !== ONE_INSIGHT_SET_NAME) return;
  if (experiment.archivedAt !== null || experiment.runs.length > 0) return;
  const newest = await db().diagnosis.findFirst({
    where: { runId: serialRunId },
    orderBy: { createdAt: 'desc' },
    select: { verdict: true },
  });
  if (newest?.verdict !== 'go') return;
  await continueRun(serial, (actor) =>
    startRun(actor, { experimentId: experiment.id, kind: 'combee', seed: 1 }),
  );
}
