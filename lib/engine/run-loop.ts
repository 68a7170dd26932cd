/**
 * The run as a deterministic program: given the manifest and the answers of the outside world it always does the
 * same. Kill the process anywhere, start it again on the same journal, and it walks the same path without paying an
 * answered call twice; `replay` is this loop on a journal that is complete.
 *
 * It never reads a clock or a global random source: time comes in as journaled decisions (rulings J1), randomness as
 * streams forked by (run seed, iteration, purpose). It decides in three places only: the batch plan before an
 * iteration, the measurement and the stop after it.
 */
import type { Candidate } from '@/lib/domain/candidate';
import { canonicalHash } from '@/lib/domain/content-hash';
import { bindingsOf } from '@/lib/domain/manifest';
import { rolloutsPerExample } from '@/lib/domain/method-settings';
import { type Away, endedStatus } from '@/lib/domain/run';
import { emitDispatched } from '@/lib/engine/dispatch/open-dispatch';
import { measuresSelection } from '@/lib/engine/iteration/diversity-state';
import { drain, stepIteration } from '@/lib/engine/iteration/step-iteration';
import type { StopDecision } from '@/lib/engine/limits/stopping';
import { examplesOf, measureCandidates } from '@/lib/engine/measure/measure-candidates';
import { mayMeasureOn, measureDiagnosis } from '@/lib/engine/measure/measure-diagnosis';
import { beginSearch } from '@/lib/engine/search/run-search';
import { AppError } from '@/lib/errors/app-error';
import { runGain } from '@/lib/report/claims/run-gain';
import { promptNotSeen } from './limits/prompt-not-seen';
import { stopHere } from './limits/stop-here';
import { measureIfDue, settleMeasurement } from './measure-boundary';
import { openRun, seedCandidate } from './open-run';
import type { RunContext, RunLoopInput, RunOutcome } from './run-context';
import { RunInterrupted } from './run-interrupted';
import { freshRunState, type RunState } from './run-state';

/** @throws AppError LEASE_LOST when another worker holds the run; whatever the ports throw beside. */
export async function runLoop(input: RunLoopInput): Promise<RunOutcome> {
  const context = await openRun(input);
  const seed = seedCandidate(input);
  const state = freshRunState(seed, context.everyExamples, input.manifest);
  try {
    emitStart(context, seed);
    let decision = await begin(context, state);
    while (!decision.stop) {
      if ((await input.control.requested()) === 'pause') throw new RunInterrupted();
      await stepIteration(context, state);
      decision = await stopHere(context, state);
    }
    if (decision.stop) await drain(context, state);
    return await finish(context, state, decision);
  } catch (error) {
    // Nothing is left running behind a failure: an answer that still comes is journaled before the run is given away.
    await allEnded(context, state);
    const isAway = AppError.is(error, 'PROVIDER_AWAY');
    if (!(error instanceof RunInterrupted) && !isAway) throw error;
    const away = isAway ? awayOf(error) : {};
    context.facts.emit('run.paused', `${input.clock.nowMs()}`, { iteration: state.iteration, ...away });
    await context.facts.flush();
    if (isAway) throw error;
    return { status: 'paused', reason: null, runHash: null };
  }
}

/** Who is away, as the adapter that waited for it says. */
function awayOf({ context }: AppError): { readonly away?: Away } {
  return context.away === undefined ? {} : { away: context.away as Away };
}

/** Also what was mapped beside the iteration: one of those may still ask when no call is in flight. */
async function allEnded({ asker }: RunContext, { outstanding }: RunState): Promise<void> {
  await Promise.allSettled([...outstanding.underWay, outstanding.measuring?.priced]);
  await asker.drained();
}

/** Work before the first iteration; a run that trains nothing ends with it. */
async function begin(context: RunContext, state: RunState): Promise<StopDecision> {
  if (context.manifest.kind === 'evaluation') return measureCandidates(context, state);
  await measureIfDue(context, state, { iteration: -1, last: false });
  if (state.uncalibrated === null) {
    const unseen = await promptNotSeen(context, -1);
    const decision = unseen.stop ? unseen : nothingToDo(context);
    if (!decision.stop) await beginSearch(context, state);
    return decision;
  }
  return { stop: true, reason: 'evaluatorUncalibrated', numbers: state.uncalibrated };
}

/** Known before the first iteration and from the manifest alone, so that it needs no journal. */
function nothingToDo({ manifest, order }: RunContext): StopDecision {
  if (order.total === 0) return { stop: true, reason: 'trainingDone', numbers: { examples: 0 } };
  const { rollouts } = manifest.budget;
  const perExample = rolloutsPerExample(manifest.method);
  if (rollouts === null || rollouts >= perExample) return { stop: false };
  return { stop: true, reason: 'budgetRollouts', numbers: { used: 0, cap: rollouts, perExample } };
}

function emitStart(context: RunContext, seed: Candidate): void {
  const { manifest, order, everyExamples } = context;
  const plannedIterations =
    manifest.batch.kind === 'static'
      ? Math.ceil(context.examples.train.length / manifest.batch.size) * manifest.epochs
      : null;
  const measuring = examplesOf(context).length;
  const candidates = manifest.kind === 'evaluation' ? (manifest.evaluateOnly?.length ?? 0) : null;
  const selecting = measuresSelection(manifest) ? context.examples.selection.length : 0;
  context.facts.emit('run.started', '', {
    kind: manifest.kind,
    manifestHash: canonicalHash(manifest),
    seedCandidateHash: seed.hash,
    counts: manifest.split.counts,
    plannedIterations: candidates === null ? plannedIterations : 0,
    plannedRollouts: candidates === null ? order.total : 0,
    plannedEvaluationRollouts:
      (measuring + selecting) * (candidates ?? 1 + Math.ceil(order.total / everyExamples)),
    practice: bindingsOf(manifest).some((binding) => binding.practice),
  });
  context.facts.emit('candidate.created', 'seed', {
    iteration: -1,
    hash: seed.hash,
    parentHash: null,
    text: seed.text,
    ...context.method.describe(seed),
    applied: 0,
    ignored: 0,
  });
}

async function finish(context: RunContext, state: RunState, decision: StopDecision): Promise<RunOutcome> {
  if (!decision.stop) throw new RunInterrupted();
  await settleMeasurement(context, state);
  // Whatever else stopped the run, the prompt that it leaves behind has been measured.
  const trained = context.manifest.kind !== 'evaluation' && decision.reason !== 'promptNotSeen';
  if (trained) await measureIfDue(context, state, { iteration: state.iteration - 1, last: true });
  if (mayMeasureOn(context, decision.reason)) await measureDiagnosis(context, state);
  emitDispatched(context.facts, context.dispatching, state.iteration);
  const runHash = context.facts.runHash();
  const none = { mean: 0, lower: null, upper: null, n: 0 };
  const { stop: _, ...end } = decision;
  const data = {
    ...end,
    iterations: state.iteration,
    bestCandidateHash: state.best?.candidate.hash ?? state.candidate.hash,
    bestScore: state.best?.score ?? none,
    seedScore: state.seedScore ?? none,
    spend: context.asker.spend(),
    failures: context.asker.failures(),
    runHash,
  };
  const gain = runGain(state.measuredPrompts);
  context.facts.emit('run.finished', '', data, { gain });
  await context.facts.flush();
  const ended = endedStatus(decision.reason);
  return { ...end, status: ended, runHash };
}
