import type pg from 'pg';
import type { Example } from '@/lib/domain/example';
import type { RunManifest } from '@/lib/domain/manifest';
import { traceSampleItems } from '@/lib/domain/trace-sample';
import { AppError } from '@/lib/errors/app-error';
import { holdingOut } from './database-fault';
import { longRead } from './pool';

/** The traces of a drawn sample as training examples, in the sample's own order, which is that of their ids. */
export async function loadTraceExamples(
  pool: pg.Pool,
  { sampleId, hash }: NonNullable<RunManifest['traces']>,
): Promise<readonly Example[]> {
  const { rows } = await holdingOut(() => pool.query<{ items: unknown }>(longRead(SAMPLE, [sampleId, hash])));
  const [row] = rows;
  if (row === undefined)
    throw new AppError('STATE_CONFLICT', 'The sample of traces that this run learns from is gone.', {
      howToProceed: ['Draw a sample again, and start a new run.'],
      context: { sampleId },
    });
  return traceSampleItems.parse(row.items).map(({ id, task, taskHash, ...recorded }) => ({
    ...{ id, question: task, context: '', expected: '', groupKey: null, contentHash: taskHash, recorded },
  }));
}

const SAMPLE = `SELECT items FROM "TraceSample" WHERE id = $1 AND hash = $2`;
