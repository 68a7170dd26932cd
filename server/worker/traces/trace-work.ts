import type pg from 'pg';
import { s3ObjectStore } from '@/server/adapters/s3-object-store';
import { config } from '@/server/config/config';
import { startAssembler } from './assemble-traces';
import { bodiesInObjects } from './bodies-in-objects';
import { bodiesInPostgres } from './bodies-in-postgres';
import { carryScorings } from './carry-scorings';
import { keepBodies } from './keep-bodies';
import { keepRetention } from './keep-retention';

/** The work on collected traces, with the object store of the settings where there is one. */
export function startTraceWork(pool: pg.Pool): { close(): Promise<void> } {
  const { objects } = config();
  const store = objects && s3ObjectStore(objects);
  const bodies = store === null ? bodiesInPostgres : bodiesInObjects(pool, store);
  const work = [startAssembler(pool, bodies), keepRetention(pool), carryScorings(pool)];
  if (store !== null) work.push(keepBodies({ pool, bodies, store }));
  return {
    async close() {
      await Promise.all(work.map((one) => one.close()));
      await store?.close();
    },
  };
}
