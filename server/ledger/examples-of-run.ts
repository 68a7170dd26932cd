import type pg from 'pg';
import type { Example } from '@/lib/domain/example';
import type { RunManifest } from '@/lib/domain/manifest';
import type { SplitName } from '@/lib/domain/split';
import { loadExamples } from './load-examples';
import { loadTraceExamples } from './load-trace-examples';

/** The examples of a run by part: those of its split, or collected traces in the place of its training examples. */
export async function examplesOfRun(
  pool: pg.Pool,
  runId: string,
  { split, traces }: Pick<RunManifest, 'split' | 'traces'>,
): Promise<Readonly<Record<SplitName, readonly Example[]>>> {
  const loaded = await loadExamples(pool, { registrationId: split.registrationId, runId });
  return traces === undefined ? loaded : { ...loaded, train: await loadTraceExamples(pool, traces) };
}
