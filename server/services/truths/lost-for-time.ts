import type { FactOf } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { type LearningTimes, learningTimes, type TimedRun } from '@/lib/report/learning-times';
import { runRecord } from '@/lib/report/run-record';
import { readClosed } from '@/server/repositories/record-facts';

/** A run by its measurements, as they were read for its truth. */
export interface MeasuredRun {
  readonly id: string;
  readonly manifest: Pick<RunManifest, 'models'>;
  readonly measured: readonly FactOf<'heldOut.measured'>[];
}

/** Learning times of a run that lost points and of its serial baseline. Costs a statement each, so only a loss asks. */
export async function lostForTime(parallel: MeasuredRun, serial: MeasuredRun): Promise<LearningTimes | null> {
  const [own, baseline] = await Promise.all([timed(parallel), timed(serial)]);
  return own && baseline && learningTimes(own, baseline);
}

async function timed({ id, manifest, measured }: MeasuredRun): Promise<TimedRun | null> {
  const facts = { measured, closed: await readClosed(id), finished: null };
  const known = { runId: id, label: id, manifest: manifest as RunManifest, practice: false };
  const { points, chosen } = runRecord(known, facts);
  return chosen && { record: { manifest, points }, end: chosen };
}
