import type pg from 'pg';

/** Whether workers reach the object store: one row, for the page of jobs. */
export interface ObjectStoreFault {
  readonly since: Date;
  readonly reason: string;
}

type Client = Pick<pg.ClientBase, 'query'>;

export async function readObjectStoreFault(client: Client): Promise<ObjectStoreFault | null> {
  const { rows } = await client.query<ObjectStoreFault>(
    `SELECT "failingSince" AS since, reason FROM "ObjectStoreState" WHERE "failingSince" IS NOT NULL`,
  );
  return rows[0] ?? null;
}

/** Null = the store does what it is asked. A fault that goes on keeps the time since when. */
export async function keepObjectStoreFault(client: Client, reason: string | null): Promise<void> {
  await client.query(
    `INSERT INTO "ObjectStoreState" AS known (id, "failingSince", reason)
     VALUES (1, CASE WHEN $1::text IS NOT NULL THEN now() END, $1)
     ON CONFLICT (id) DO UPDATE SET reason = EXCLUDED.reason,
       "failingSince" = CASE WHEN $1::text IS NOT NULL THEN coalesce(known."failingSince", now()) END
     WHERE known.reason IS DISTINCT FROM EXCLUDED.reason`,
    [reason],
  );
}
