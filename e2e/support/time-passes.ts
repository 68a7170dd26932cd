import pg from 'pg';
import { embeddedDatabaseUrl } from '@/server/config/kept-secrets';

/**
 * Hours for canaries, without waiting for them: what has begun is moved back in the database of the app under test, as
 * if it had begun earlier. Nothing that was registered, counted, looked at or approved is touched.
 */
export async function letHoursPass(canaryId: string, hours: number): Promise<void> {
  const connectionString = embeddedDatabaseUrl(process.env.WAGGLE_E2E_DATA_DIR ?? '');
  if (connectionString === null) throw new Error('The app under test has no database of its own.');
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const back = [canaryId, hours];
    await client.query(
      `UPDATE "Canary" SET "stageStartedAt" = "stageStartedAt" - make_interval(hours => $2),
        "startedAt" = "startedAt" - make_interval(hours => $2) WHERE id = $1`,
      back,
    );
    await client.query(
      `UPDATE "CanaryPair" SET at = at - make_interval(hours => $2)
        WHERE "canaryId" = $1 AND "countedAt" IS NULL`,
      back,
    );
  } finally {
    await client.end();
  }
}
