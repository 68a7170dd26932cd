/**
 * After the last iteration of a serial baseline: its diagnosis measures on. Candidates of the curve's last measurements
 * are answered again on the same examples, look by look, until the convergence rule decides, repeating cannot help, the
 * registered cap is reached, or a cap of the run refuses a call. Every answer is journaled under its own repetition, so
 * a kill, a resume and a replay walk the same looks; who stops the run here keeps all that it has learned.
 *
 * Calls are evaluation rollouts: they count against tokens, money and the deadline. Cost: n calls a repeat.
 */
import { settleAll } from '@/lib/combee/settle-all';
import type { StopReason } from '@/lib/domain/run';
import type { FactSink } from '@/lib/engine/fact-sink';
import type { RunContext } from '@/lib/engine/run-context';
import { RunInterrupted } from '@/lib/engine/run-interrupted';
import type { RunState } from '@/lib/engine/run-state';
import { invariant } from '@/lib/errors/invariant';
import { measureOn, type Repeat } from '@/lib/evaluation/measure-on';
import type { RepeatedMeasurement, SerialCurve } from '@/lib/evaluation/serial-measurements';
import type { Ask } from '@/lib/methods/method';
import { type HeldOutMeasurement, measureHeldOut } from './held-out';

/** Beyond the places of every other measurement, so that no call meets another's. */
const FIRST_ORDINAL = 100_000_000;
const ORDINALS_A_CANDIDATE = 10_000_000;
/** Above the repetitions that a re-asked call counts up. */
const REPETITION_STEP = 100;

/** The ways to end on which a curve is whole; whatever else ended the run, nothing more is spent on it. */
const WHOLE: readonly StopReason[] = [
  'trainingDone',
  'searchDone',
  'patienceSpent',
  'targetReached',
  'budgetRollouts',
];

export function mayMeasureOn({ manifest }: RunContext, reason: StopReason): boolean {
  const { kind, evaluation } = manifest;
  return kind === 'serialBaseline' && (evaluation.repetitionsMax ?? 1) > 1 && WHOLE.includes(reason);
}

export async function measureDiagnosis(context: RunContext, state: RunState): Promise<void> {
  const { journal, diagnosisLook } = context;
  const iteration = state.iteration - 1;
  let curve = curveOf(context, state);
  const at = (kind: string, ordinal: number) => ({ iteration, kind, ordinal });
  const look = await journal.decide(at('diagnosisLook', 0), async () => (await diagnosisLook?.()) ?? 1);
  for (let round = 1; ; round += 1) {
    const { repeats } = measureOn(curve, undefined, look);
    if (repeats.length === 0) return;
    for (const alike of byRepetition(repeats)) {
      if ((await context.control.requested()) === 'pause') throw new RunInterrupted();
      const key = at('diagnosisStop', round * REPETITION_STEP + (alike[0]?.repetition ?? 0));
      if (await journal.decide(key, async () => (await context.control.requested()) === 'stop')) return;
      const answered = await settleAll(alike.map((repeat) => measureAgain(context, state, repeat)));
      if (answered.some(({ incomplete }) => incomplete)) return;
      const known = answered.map(
        ({ candidateHash, scores }, index): RepeatedMeasurement => ({
          candidate: candidateHash,
          repetition: alike[index]?.repetition ?? 0,
          scores,
        }),
      );
      curve = { ...curve, repeats: [...curve.repeats, ...known] };
    }
  }
}

function curveOf({ manifest }: RunContext, { measuredPrompts }: RunState): SerialCurve {
  return {
    measurements: measuredPrompts.map(({ trainExamplesSeen, candidateHash, scores }) => ({
      ...{ trainExamplesSeen, scores },
      candidate: candidateHash,
    })),
    repeats: [],
    repetitionsMax: manifest.evaluation.repetitionsMax ?? 1,
  };
}

/** One answer an example of each candidate at a time: as many calls at once as lanes can use, and few in memory. */
function byRepetition(repeats: readonly Repeat[]): readonly (readonly Repeat[])[] {
  const repetitions = [...new Set(repeats.map(({ repetition }) => repetition))].sort((a, b) => a - b);
  return repetitions.map((repetition) => repeats.filter((one) => one.repetition === repetition));
}

async function measureAgain(
  context: RunContext,
  state: RunState,
  { candidate: hash, repetition }: Repeat,
): Promise<HeldOutMeasurement> {
  const { manifest, facts, asker, clock } = context;
  const iteration = state.iteration - 1;
  const distinct = [...new Set(state.measuredPrompts.map(({ candidateHash }) => candidateHash))];
  const place = distinct.indexOf(hash);
  const candidate = state.measuredPrompts.find(({ candidateHash }) => candidateHash === hash)?.candidate;
  invariant(candidate, 'A diagnosis repeats only what its run has measured.');
  const asking = asker.forIteration(iteration);
  const ask: Ask = (request) =>
    asking({ ...request, repetition: request.repetition + REPETITION_STEP * (repetition - 1) });
  const startedMs = clock.monotonicMs();
  const { split } = manifest.evaluation;
  const { measured } = await measureHeldOut({
    manifest,
    method: context.methodOf(iteration),
    candidate,
    examples: context.examples[split],
    iteration,
    trainExamplesSeen: state.seen,
    ask,
    facts: withoutRollouts(facts),
    seat: state.judge,
    apart: {
      split,
      place: `diagnosis/${place}`,
      firstOrdinal: FIRST_ORDINAL + (place % PLACES) * ORDINALS_A_CANDIDATE,
    },
  });
  const { trainExamplesSeen: _seen, ...said } = measured;
  const evaluationMs = clock.monotonicMs() - startedMs;
  facts.emit('diagnosis.measured', `${place}/${repetition}`, { ...said, repetition }, { evaluationMs });
  await facts.flush();
  return measured;
}

/** Ordinals are 32-bit numbers in the journal; two candidates that share a place still differ in their prompts. */
const PLACES = 150;

/** Thousands of answers that no page shows one by one: they are in the journal, their scores in the measurement. */
const withoutRollouts = (facts: FactSink): FactSink => ({ ...facts, emit: () => undefined });
