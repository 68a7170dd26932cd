/**
 * Cost of measuring a claim again, estimated before a person starts it: from the record of the run itself, since
 * a new seed of the same manifest does the same work. An estimate, never a cap; the runs keep their own budgets.
 */
import type { RunRecord } from './run-record';

export interface Missing {
  /** New seeds that have not been started. */
  readonly seeds: number;
  /** Examples of the confirmation slice if it is still to be scored, else 0. */
  readonly confirmationExamples: number;
  /** On another profile: the parallel run, and the serial baseline where none is there. */
  readonly hardwareParallel: boolean;
  readonly hardwareSerial: boolean;
}

export interface EstimatePart {
  readonly name: 'seed' | 'slice' | 'hardware';
  /** Training and evaluation together. */
  readonly rollouts: number;
  readonly tokens: number;
  /** At the prices of the measured run; null where a model has none. */
  readonly usd: number | null;
  /** Wall time if everything of this part runs side by side, and if it runs one after another. */
  readonly wallMsLow: number;
  readonly wallMsHigh: number;
}

export interface ReadinessEstimate extends Omit<EstimatePart, 'name'> {
  readonly parts: readonly EstimatePart[];
}

/** The chosen prompt and the first one. */
const PROMPTS_ON_SLICE = 2;

export function estimateReadiness(
  run: RunRecord,
  serial: RunRecord | null,
  missing: Missing,
): ReadinessEstimate {
  const parts: EstimatePart[] = [];
  if (missing.seeds > 0) parts.push(again('seed', Array<RunRecord>(missing.seeds).fill(run)));
  if (missing.confirmationExamples > 0) parts.push(slicePart(run, missing.confirmationExamples));
  const onHardware = [
    ...(missing.hardwareSerial && serial ? [serial] : []),
    ...(missing.hardwareParallel ? [run] : []),
  ];
  // The parallel side waits for the serial one's go, so there the low end is a sum as well.
  if (onHardware.length > 0) {
    const part = again('hardware', onHardware);
    parts.push({ ...part, wallMsLow: part.wallMsHigh });
  }
  const sum = (of: (part: EstimatePart) => number) => parts.reduce((total, part) => total + of(part), 0);
  const prices = parts.flatMap(({ usd }) => usd ?? []);
  return {
    parts,
    rollouts: sum(({ rollouts }) => rollouts),
    tokens: sum(({ tokens }) => tokens),
    usd: prices.length < parts.length ? null : prices.reduce((total, usd) => total + usd, 0),
    wallMsLow: Math.max(0, ...parts.map(({ wallMsLow }) => wallMsLow)),
    wallMsHigh: sum(({ wallMsHigh }) => wallMsHigh),
  };
}

function again(name: EstimatePart['name'], records: readonly RunRecord[]): EstimatePart {
  const sum = (of: (record: RunRecord) => number) => records.reduce((total, record) => total + of(record), 0);
  const prices = records.flatMap(({ costUsd }) => costUsd ?? []);
  return {
    name,
    rollouts: sum(({ rollouts, evaluationRollouts }) => rollouts + evaluationRollouts),
    tokens: sum(({ tokens }) => tokens),
    usd: prices.length < records.length ? null : prices.reduce((total, usd) => total + usd, 0),
    wallMsLow: Math.max(...records.map(({ totalWallMs }) => totalWallMs)),
    wallMsHigh: sum(({ totalWallMs }) => totalWallMs),
  };
}

/** One serving call an example and prompt, at the mean call and the mean evaluation time of the run. */
function slicePart(run: RunRecord, examples: number): EstimatePart {
  const rollouts = examples * PROMPTS_ON_SLICE;
  const share = run.calls === 0 ? 0 : rollouts / run.calls;
  const perEvaluation =
    run.evaluationRollouts === 0 ? 0 : (run.totalWallMs - run.learningWallMs) / run.evaluationRollouts;
  return {
    name: 'slice',
    rollouts,
    tokens: Math.round(run.tokens * share),
    usd: run.costUsd === null ? null : run.costUsd * share,
    wallMsLow: perEvaluation * rollouts,
    wallMsHigh: perEvaluation * rollouts,
  };
}
