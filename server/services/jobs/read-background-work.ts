import type { BackgroundWorkView, JobCountsView, JobKind, WorkerView } from '@/lib/contracts/jobs';
import type { Actor } from '@/lib/domain/actor';
import { config } from '@/server/config/config';
import { databaseRoom } from '@/server/db/disk-room';
import type { WorkerBeat } from '@/server/db/generated/client';
import { countJobRows, type JobCountRow } from '@/server/repositories/jobs';
import { readRunLabels } from '@/server/repositories/runs';
import { BEAT_MS_MAX, listWorkerBeats } from '@/server/repositories/worker-beats';
import { kindsSeenBy } from './list-jobs';
import { objectStoreFault } from './object-store-fault';

/** Who works in the background and how much there is to do. Of other workspaces it says no more than a number. */
const HOUR_MS = 3_600_000;
/** How long after its end a job of each kind can still be counted: the queue forgets rollouts and probes early. */
const HOURS: Readonly<Record<JobKind, number>> = {
  ...{ run: 24, rollout: 1, import: 24, scoring: 24, webhook: 24, probe: 1 },
};

export async function readBackgroundWork(actor: Actor<'read'>): Promise<BackgroundWorkView> {
  const nowMs = Date.now();
  const kinds = kindsSeenBy(actor);
  const since = Object.fromEntries(kinds.map((kind) => [kind, new Date(nowMs - HOURS[kind] * HOUR_MS)]));
  const [beats, rows, objectStore] = await Promise.all([
    listWorkerBeats(),
    countJobRows(actor.workspaceId, since),
    objectStoreFault(),
  ]);
  const labels = await readRunLabels(
    actor.workspaceId,
    beats.flatMap(({ runs }) => runs),
  );
  return {
    workers: beats.map((beat) => workerView(beat, labels, nowMs)),
    counts: rows.map((row) => countsView(row, nowMs)),
    disk: databaseRoom(config()),
    objectStore,
  };
}

function workerView(beat: WorkerBeat, labels: ReadonlyMap<string, string>, nowMs: number): WorkerView {
  const silentMs = Math.max(0, nowMs - beat.beatAt.getTime());
  const runs = beat.runs.flatMap((id) => {
    const label = labels.get(id);
    return label === undefined ? [] : [{ id, label }];
  });
  return {
    name: beat.id,
    startedAt: beat.startedAt.toISOString(),
    heardAt: beat.beatAt.toISOString(),
    silentMs,
    isAlive: silentMs <= BEAT_MS_MAX,
    runs,
    otherRuns: beat.runs.length - runs.length,
    programs: beat.commands,
  };
}

function countsView({ oldestWaitingAt, ...counts }: JobCountRow, nowMs: number): JobCountsView {
  const oldestWaitingMs = oldestWaitingAt === null ? null : Math.max(0, nowMs - oldestWaitingAt.getTime());
  return { ...counts, hours: HOURS[counts.kind], oldestWaitingMs };
}
