import type { RunManifest } from '@/lib/domain/manifest';
import { REPETITIONS_DEFAULT } from '@/lib/domain/serial-diagnosis';
import { CHANCE_ENOUGH, diagnosisCost } from '@/lib/evaluation/diagnosis-cost';

/** What the serial diagnosis may cost, by how noisy the answers turn out to be, which nobody knows beforehand. */
const DIFFERING = [0.02, 0.1, 0.3] as const;

export function diagnosisCostWords({ split, evaluation, epochs }: RunManifest): string {
  const heldOut = split.counts[evaluation.split];
  const every = evaluation.everyExamples ?? Math.max(1, Math.round(split.counts.train / 10));
  const measurements = Math.max(1, Math.ceil((split.counts.train * epochs) / every));
  const repetitionsMax = evaluation.repetitionsMax ?? REPETITIONS_DEFAULT;
  const each = DIFFERING.map((differing) => {
    const { chance, rollouts } = diagnosisCost({ heldOut, measurements, repetitionsMax, differing });
    const short = chance < CHANCE_ENOUGH ? ' (the cap is probably not enough)' : '';
    return `about ${rollouts.toLocaleString('en-US')}${short} where ${Math.round(differing * 100)} in 100 answers differ when asked again`;
  });
  return `The diagnosis of the serial baseline answers noisy measurements up to ${repetitionsMax} times; evaluation rollouts for that: ${each.join(', ')}.`;
}
