import type { CommandUse } from '@/lib/contracts/commands';
import { db } from '@/server/db/client';
import type { WorkerBeat } from '@/server/db/generated/client';

/** Reads of the rows in which workers say that they are alive; silent for longer than this, one counts as gone. */
export const BEAT_MS_MAX = 20_000;

const WORKERS_MAX = 200;

/** Workers, the last heartbeat first. Rows of killed workers are removed after an hour. */
export function listWorkerBeats(): Promise<WorkerBeat[]> {
  return db().workerBeat.findMany({ orderBy: [{ beatAt: 'desc' }, { id: 'asc' }], take: WORKERS_MAX });
}

const COLUMNS = { evaluator: 'commands', agent: 'agents', mcp: 'toolServers' } as const;

/** The programs of each live worker, by what they are for. */
export async function listLiveCommands(
  use: CommandUse = 'evaluator',
): Promise<readonly (readonly string[])[]> {
  const beats = await db().workerBeat.findMany({
    where: { beatAt: { gte: new Date(Date.now() - BEAT_MS_MAX) } },
    select: { commands: true, agents: true, toolServers: true },
  });
  return beats.map((beat) => beat[COLUMNS[use]]);
}
