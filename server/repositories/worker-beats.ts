import { db } from '@/server/db/client';

/** Reads of the rows in which workers say that they are alive. */
const BEAT_MS_MAX = 20_000;

/** The programs of each live worker. */
export async function listLiveCommands(): Promise<readonly (readonly string[])[]> {
  const beats = await db().workerBeat.findMany({
    where: { beatAt: { gte: new Date(Date.now() - BEAT_MS_MAX) } },
    select: { commands: true },
  });
  return beats.map(({ commands }) => commands);
}
