/**
 * The next move of a run plan, from what its runs and the newest diagnosis of their scope say:
 *
 *     no go yet                  a serial baseline, and then its diagnosis
 *     go                         the Combee run
 *     undecided                  an exploratory run, where a person has chosen it; else stop: that, or more serial examples
 *     no-go                      stop: more serial examples, or another method where the plateau is too low
 *     a run failed or stopped    stop: again
 *
 * A plan decides only what to ask for. Each start passes the checks of every other start, so a plan bypasses no rule.
 */

import { isEnded, learnsInParallel } from '@/lib/domain/run';
import type { PlanRun, PlanStop, PlanWay } from '@/lib/domain/run-plan';
import type { KnownDiagnosis } from './diagnosis';
import { ruleBrokenBy } from './rules/diagnosis';
import { SERIAL_DIAGNOSED } from './rules/launch';

export interface PlanFacts {
  /** Oldest first. */
  readonly runs: readonly PlanRun[];
  /** The newest of the task, split, method and hardware; null = none yet. */
  readonly diagnosis: Pick<KnownDiagnosis, 'verdict' | 'finding' | 'reason' | 'alternatives'> | null;
  /** Whether the newest serial baseline of the plan has its diagnosis: the worker writes it a moment after the end. */
  readonly isDiagnosed: boolean;
  /** Runs that may start, by kind of step; a person raises them. */
  readonly serialRuns: number;
  readonly parallelRuns: number;
  readonly explores: boolean;
}

export type PlanMove =
  | { readonly kind: 'start'; readonly run: 'serialBaseline'; readonly passes: number }
  | { readonly kind: 'start'; readonly run: 'combee' | 'exploratory' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'stop'; readonly stop: PlanStop }
  | { readonly kind: 'finish' };

export function nextMove(facts: PlanFacts): PlanMove {
  const parallel = facts.runs.filter(({ kind }) => learnsInParallel(kind));
  const last = parallel.at(-1);
  if (last !== undefined && parallel.length >= facts.parallelRuns) return afterParallel(last);
  const { diagnosis, explores } = facts;
  if (diagnosis?.verdict === 'go') return { kind: 'start', run: 'combee' };
  if (diagnosis?.verdict === 'undecided' && explores) return { kind: 'start', run: 'exploratory' };
  return serialMove(facts);
}

function afterParallel(run: PlanRun): PlanMove {
  if (!isEnded(run.status)) return { kind: 'wait' };
  if (run.status === 'finished') return { kind: 'finish' };
  return { kind: 'stop', stop: endedStop(run, 'parallel') };
}

function serialMove({ runs, diagnosis, isDiagnosed, serialRuns }: PlanFacts): PlanMove {
  const serial = runs.filter(({ kind }) => kind === 'serialBaseline');
  const last = serial.at(-1);
  if (last !== undefined && !isEnded(last.status)) return { kind: 'wait' };
  // A diagnosis from before the plan decides its first move too, unless a person asked for another baseline.
  if (serial.length < serialRuns && (last !== undefined || diagnosis === null || serialRuns > 1)) {
    return { kind: 'start', run: 'serialBaseline', passes: passesAfter(serial) };
  }
  if (last !== undefined && last.status !== 'finished')
    return { kind: 'stop', stop: endedStop(last, 'serial') };
  return diagnosis === null || (last !== undefined && !isDiagnosed)
    ? { kind: 'wait' }
    : { kind: 'stop', stop: diagnosisStop(diagnosis) };
}

/** Epochs over those of the experiment: doubled by each baseline that finished without deciding. */
export function passesAfter(serial: readonly PlanRun[]): number {
  return 2 ** serial.filter(({ status }) => status === 'finished').length;
}

function diagnosisStop({
  verdict,
  finding,
  reason,
  alternatives,
}: NonNullable<PlanFacts['diagnosis']>): PlanStop {
  const isUndecided = verdict === 'undecided';
  const rule = isUndecided ? null : ruleBrokenBy(finding);
  const canLearnMore = finding !== 'plateauNotAbove';
  const ways: PlanWay[] = [
    ...(canLearnMore ? ['moreSerial' as const] : []),
    ...(isUndecided ? ['explore' as const] : []),
  ];
  return {
    code: isUndecided ? 'undecided' : 'noGo',
    step: 'diagnosis',
    reason,
    ruleId: (rule ?? SERIAL_DIAGNOSED).id,
    ways,
    howToProceed: [...alternatives],
  };
}

function endedStop({ status, statusReason }: PlanRun, step: 'serial' | 'parallel'): PlanStop {
  const isFailed = status === 'failed';
  return {
    code: isFailed ? 'runFailed' : 'runStopped',
    step,
    reason: statusReason ?? (isFailed ? 'The run failed without a reason.' : 'The run was stopped.'),
    ruleId: null,
    ways: ['again'],
    howToProceed: [],
  };
}
