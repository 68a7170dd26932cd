import type pg from 'pg';

/**
 * How often each version was served in each second, counted by each process. A row is written when its second is over
 * and never counts on: written again it says the same, so a writer that heard no answer may simply try again.
 */
export interface ExposureCountRow {
  readonly slotId: string;
  readonly promptId: string;
  readonly variant: string;
  readonly at: Date;
  readonly process: string;
  readonly count: number;
}

const WRITE = `
  INSERT INTO "ExposureCount" ("slotId", "promptId", variant, at, process, count)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::int[])
  ON CONFLICT ("slotId", at, "promptId", variant, process)
  DO UPDATE SET count = GREATEST("ExposureCount".count, EXCLUDED.count)`;

export async function writeExposureCounts(pool: pg.Pool, rows: readonly ExposureCountRow[]): Promise<void> {
  const column = <K extends keyof ExposureCountRow>(name: K) => rows.map((row) => row[name]);
  await pool.query(WRITE, [
    column('slotId'),
    column('promptId'),
    column('variant'),
    column('at'),
    column('process'),
    column('count'),
  ]);
}
