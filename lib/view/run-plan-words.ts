import type { RunPlanForecastView, RunPlanView } from '@/lib/contracts/run-plans';
import { PLAN_STEPS } from '@/lib/domain/plan-steps';
import { learnsInParallel } from '@/lib/domain/run';
import type { PlanStepName, PlanStop, PlanWay } from '@/lib/domain/run-plan';
import { formatCount, formatDuration, formatUsd, plural } from './numbers';
import type { Tone } from './tone';

/** A run plan in words: what it will do and cost, where it is, and what stopped it. Decides nothing. */
export const STEP_WORDS: Readonly<Record<PlanStepName, { readonly name: string; readonly meaning: string }>> =
  {
    serial: { name: 'Serial baseline', meaning: 'One example at a time: every gain is measured against it.' },
    diagnosis: { name: 'Diagnosis', meaning: 'Reads the serial curve: go, no-go or undecided.' },
    parallel: { name: 'Combee', meaning: 'Learns in parallel, after a go.' },
  };

export const EXPLORE_WORDS = 'An exploratory run is measured and labelled, and never quoted or promoted.';
const EXPLORATORY_STEP = { name: 'Exploratory Combee', meaning: EXPLORE_WORDS };
const EXPLORING_STEP = {
  name: STEP_WORDS.parallel.name,
  meaning: 'Learns in parallel: after a go, or exploratory where the diagnosis is undecided.',
};

export interface PlannedLine {
  readonly step: PlanStepName;
  readonly name: string;
  readonly meaning: string;
  readonly isDone: boolean;
  readonly rollouts: string;
  readonly cost: string;
  readonly time: string;
}

type Amounts = Pick<RunPlanForecastView['more'], 'rollouts' | 'evaluationRollouts' | 'usd' | 'totalMs'>;

export interface PlannedWords {
  readonly lines: readonly PlannedLine[];
  /** Sums of the steps that are not done. */
  readonly inAll: ReturnType<typeof amountWords>;
  readonly stops: RunPlanForecastView['stops'];
}

/** A plan before it starts; `explores`: an undecided diagnosis does not stop it. */
export function plannedWords(forecast: RunPlanForecastView, explores: boolean): PlannedWords {
  const { isPriced, diagnosis } = forecast;
  // The plan then begins with its exploratory run.
  const isUndecided = explores && diagnosis?.verdict === 'undecided';
  const steps = forecast.steps.map((step) => ({
    ...step,
    isDone: step.isDone || (isUndecided && step.step !== 'parallel'),
  }));
  const isExploratory = isUndecided || (explores && explorationIsCertain(forecast));
  const wordsOf = (step: PlanStepName) => {
    if (step !== 'parallel' || !explores) return STEP_WORDS[step];
    return isExploratory ? EXPLORATORY_STEP : EXPLORING_STEP;
  };
  const left = steps.filter(({ isDone }) => !isDone);
  const sum = (of: (amounts: Amounts) => number) => left.reduce((total, step) => total + of(step), 0);
  return {
    lines: steps.map((step) => ({
      ...wordsOf(step.step),
      ...{ step: step.step, isDone: step.isDone },
      ...amountWords(step, isPriced),
    })),
    inAll: amountWords(
      {
        rollouts: sum(({ rollouts }) => rollouts),
        evaluationRollouts: sum(({ evaluationRollouts }) => evaluationRollouts),
        usd: sum(({ usd }) => usd),
        totalMs: sum(({ totalMs }) => totalMs),
      },
      isPriced,
    ),
    stops: forecast.stops.filter(({ isPassedExploring }) => !(explores && isPassedExploring)),
  };
}

/** Without an exploratory run this plan can only stop. */
export const explorationIsCertain = ({ stops }: RunPlanForecastView): boolean =>
  stops.some(({ isCertain, isPassedExploring }) => isCertain && isPassedExploring);

export function amountWords(amounts: Amounts, isPriced: boolean) {
  const { rollouts, evaluationRollouts, usd, totalMs } = amounts;
  const training = rollouts > 0 ? `${formatCount(Math.round(rollouts))} training` : '';
  const measuring = evaluationRollouts > 0 ? `${formatCount(Math.round(evaluationRollouts))} measuring` : '';
  return {
    rollouts: [training, measuring].filter((part) => part !== '').join(' + ') || 'none',
    cost: isPriced ? formatUsd(usd) : 'no price known',
    time: formatDuration(totalMs),
  };
}

export interface PlanStepLine {
  readonly step: PlanStepName;
  readonly name: string;
  readonly state: 'done' | 'now' | 'stopped' | 'next';
  readonly word: string;
  readonly tone: Tone;
  /** The newest run of the step, or the diagnosis; null = not there yet. */
  readonly href: string | null;
}

export function planStepLines(plan: RunPlanView): readonly PlanStepLine[] {
  const at = PLAN_STEPS.indexOf(plan.step);
  return PLAN_STEPS.map((step, index) => {
    const state = stateOf(plan, index - at);
    return { step, name: nameOf(plan, step), state, ...STATE_WORDS[state], href: hrefOf(plan, step) };
  });
}

function stateOf({ status }: RunPlanView, distance: number): PlanStepLine['state'] {
  if (distance < 0 || status === 'finished') return 'done';
  if (distance > 0) return 'next';
  return status === 'stopped' || status === 'cancelled' ? 'stopped' : 'now';
}

const STATE_WORDS: Readonly<Record<PlanStepLine['state'], { readonly word: string; readonly tone: Tone }>> = {
  done: { word: 'Done', tone: 'good' },
  now: { word: 'Now', tone: 'honey' },
  stopped: { word: 'Stopped', tone: 'neutral' },
  next: { word: 'Waiting', tone: 'neutral' },
};

const runsOf = ({ runs }: RunPlanView, step: PlanStepName) =>
  runs.filter(({ kind }) =>
    step === 'serial' ? kind === 'serialBaseline' : step === 'parallel' && learnsInParallel(kind),
  );

function nameOf(plan: RunPlanView, step: PlanStepName): string {
  if (step !== 'parallel') return STEP_WORDS[step].name;
  const run = runsOf(plan, step).at(-1);
  const isNext = plan.explores && plan.diagnosis?.verdict === 'undecided';
  const isExploratory = run ? run.kind === 'exploratory' : isNext;
  return (isExploratory ? EXPLORATORY_STEP : STEP_WORDS.parallel).name;
}

function hrefOf(plan: RunPlanView, step: PlanStepName): string | null {
  if (step === 'diagnosis') return plan.diagnosis && `/diagnoses/${plan.diagnosis.id}`;
  const run = runsOf(plan, step).at(-1);
  return run ? `/runs/${run.id}` : null;
}

export const PLAN_STATUS_WORDS: Readonly<
  Record<RunPlanView['status'], { readonly word: string; readonly tone: Tone }>
> = {
  running: { word: 'Running', tone: 'honey' },
  paused: { word: 'Paused', tone: 'info' },
  stopped: { word: 'Stopped', tone: 'neutral' },
  finished: { word: 'Finished', tone: 'good' },
  cancelled: { word: 'Cancelled', tone: 'neutral' },
};

/** "Step 2 of 3: diagnosis". */
export function whereWords(plan: RunPlanView): string {
  const at = PLAN_STEPS.indexOf(plan.step) + 1;
  return `Step ${at} of ${PLAN_STEPS.length}: ${nameOf(plan, plan.step)}`;
}

export const STOP_TITLES: Readonly<Record<PlanStop['code'], string>> = {
  undecided: 'The diagnosis is undecided',
  noGo: 'The diagnosis says no-go',
  runFailed: 'A run failed',
  runStopped: 'A run was stopped',
  refused: 'The next run was refused',
};

export const WAY_WORDS: Readonly<Record<PlanWay, string>> = {
  moreSerial: 'Run more serial examples',
  explore: 'Run exploratory Combee',
  again: 'Try again',
};

/** Cost of another serial baseline: twice the epochs of the last one that finished. */
export function moreWords(plan: RunPlanView, { more, isPriced }: RunPlanForecastView): string {
  const finished = plan.runs.filter(
    ({ kind, status }) => kind === 'serialBaseline' && status === 'finished',
  ).length;
  const times = 2 ** Math.max(0, finished - 1);
  const amounts = {
    rollouts: more.rollouts * times,
    evaluationRollouts: more.evaluationRollouts * times,
    usd: more.usd * times,
    totalMs: more.totalMs * times,
  };
  const { rollouts, cost, time } = amountWords(amounts, isPriced);
  return `More serial examples: a new baseline with ${plural(more.epochs * times, 'epoch')}, about ${rollouts} rollouts, ${cost}, ${time}.`;
}

export const isPlanOpen = ({ status }: Pick<RunPlanView, 'status'>): boolean =>
  status === 'running' || status === 'paused' || status === 'stopped';
