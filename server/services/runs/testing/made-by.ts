import { db } from '@/server/db/client';

/** Makes a run one of an older engine: version 1 pinned none. */
export async function madeBy(runId: string, version: number): Promise<void> {
  const pinned = version === 1 ? {} : { engineVersion: version };
  await db().$executeRaw`
    UPDATE "Run" SET manifest = (manifest - 'engineVersion') || ${JSON.stringify(pinned)}::jsonb WHERE id = ${runId}`;
}
