import type pg from 'pg';

/** Runs work in one transaction on a connection of its own: all of it is committed, or none. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    isBroken = false;
    return result;
  } finally {
    // A transaction that did not end is ended by closing its connection.
    client.release(isBroken);
  }
}
