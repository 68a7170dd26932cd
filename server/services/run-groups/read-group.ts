import type { RunGroupView } from '@/lib/contracts/run-groups';
import type { Actor } from '@/lib/domain/actor';
import { isEnded } from '@/lib/domain/run';
import { withMissing } from '@/lib/domain/scored-count';
import type { Shape } from '@/lib/policy/shapes';
import { laneUtilisation } from '@/lib/report/lane-utilisation';
import { config } from '@/server/config/config';
import { readFacts } from '@/server/events/read-facts';
import { cutPage } from '@/server/repositories/keyset';
import {
  countGroupRuns,
  countLiveWorkers,
  findGroupRuns,
  type GroupRunRow,
  getGroup,
  listGroupRows,
  readIterationWork,
} from '@/server/repositories/run-groups';
import { rejectedOf } from '@/server/repositories/stored-group';
import { withManifest } from '@/server/repositories/stored-manifest';
import { progressOf } from '@/server/services/run-sets/followed-runs';

type GroupRun = ReturnType<typeof withManifest<GroupRunRow>>;

/** A group as people see it: a curve for each task, never one for all (R-071). */
export async function readGroup(
  actor: Actor<'read'>,
  input: { readonly groupId: string },
): Promise<RunGroupView> {
  const group = await getGroup(actor.workspaceId, input.groupId);
  const runs = (await findGroupRuns(group.id)).map(withManifest);
  const tasks = await Promise.all(runs.map(taskView));
  const open = runs.filter(({ status }) => !isEnded(status));
  return {
    ...lineOf(group),
    tasks,
    status: statusOf(runs),
    progress: progressOf(runs, Date.now()),
    hints: open.length > 0 ? await workerHint(open.length) : [],
  };
}

export async function listGroups(
  actor: Actor<'read'>,
  input: { readonly cursor?: string | undefined; readonly limit: number },
) {
  const rows = await listGroupRows(actor.workspaceId, { cursor: input.cursor, limit: input.limit });
  const { items, nextCursor } = cutPage(rows, input.limit);
  const runs = await countGroupRuns(items.map(({ id }) => id));
  return { items: items.map((group) => ({ ...lineOf(group), runs: runs.get(group.id) ?? 0 })), nextCursor };
}

function lineOf(group: Awaited<ReturnType<typeof getGroup>>) {
  return {
    id: group.id,
    shape: group.shape as Shape,
    reason: group.reason,
    rejectedShapes: rejectedOf(group),
    createdBy: group.createdBy,
    createdAt: group.createdAt.toISOString(),
  };
}

async function taskView(run: GroupRun): Promise<RunGroupView['tasks'][number]> {
  const { manifest } = run;
  const [measured, closed, work] = await Promise.all([
    readFacts(run.id, 'heldOut.measured'),
    readFacts(run.id, 'iteration.closed'),
    readIterationWork(run.id),
  ]);
  const rolloutsUntil = (iteration: number) =>
    closed.findLast(({ data }) => data.iteration <= iteration)?.data.spend.rollouts ?? 0;
  return {
    experimentId: run.experimentId,
    experimentName: run.experiment.name,
    taskName: run.experiment.task.name,
    run: {
      runId: run.id,
      label: run.label,
      status: run.status,
      seed: run.seed,
      practice: run.practice,
      hardware: manifest.models.serving.hardware,
      lanes: manifest.lanes,
    },
    curve: measured
      .filter(({ data }) => data.incomplete === undefined)
      .map(({ data: { iteration, trainExamplesSeen, score, missing } }) => ({
        iteration,
        rollouts: rolloutsUntil(iteration),
        trainExamplesSeen,
        score: withMissing(score, missing),
      })),
    utilisation: laneUtilisation(work, manifest.lanes),
  };
}

function statusOf(runs: readonly GroupRun[]): RunGroupView['status'] {
  if (runs.every(({ status }) => isEnded(status))) return 'ended';
  return runs.some(({ status }) => status !== 'queued') ? 'running' : 'waiting';
}

/** Runs beyond what the workers carry wait in the queue: nothing is lost, but they are not side by side. */
async function workerHint(open: number): Promise<string[]> {
  const { workerRuns } = config();
  const workers = await countLiveWorkers();
  const places = workers * workerRuns;
  if (places >= open) return [];
  const said =
    workers === 0
      ? 'No worker is up, so the runs wait.'
      : `The ${workers === 1 ? 'worker carries' : `${workers} workers carry`} ${places} runs at once, so ${open - places} of ${open} wait their turn.`;
  return [`${said} Start another worker, or raise WAGGLE_WORKER_RUNS.`];
}
