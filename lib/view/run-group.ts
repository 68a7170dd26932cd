import type { RunGroupView, ShapeAdviceView } from '@/lib/contracts/run-groups';
import { SHAPES, type Shape } from '@/lib/policy/shapes';
import type { ConvergenceChart, ConvergencePoint } from './convergence';
import { describeOrigin } from './number-origin';
import { describeMeasurement, formatPoints, NOT_KNOWN } from './numbers';
import type { StatusWord } from './run-words';
import { evenTicks } from './ticks';

/** Runs launched together: the choices before the launch, and one curve per task after it. */
export const SHAPE_WORDS: Readonly<Record<Shape, { readonly name: string; readonly meaning: string }>> = {
  candidate: {
    name: 'Candidate-parallel',
    meaning: 'One Combee run of one experiment; its edits are scored side by side.',
  },
  task: {
    name: 'Task-parallel',
    meaning: 'A serial run for each task at once; for tasks too small to fill the lanes.',
  },
  hybrid: { name: 'Hybrid', meaning: 'A Combee run for each task at once.' },
};

export const GROUP_STATUS_WORDS: Readonly<Record<RunGroupView['status'], StatusWord>> = {
  waiting: { word: 'Waiting', tone: 'neutral', meaning: 'No worker has taken one of its runs yet.' },
  running: { word: 'Running', tone: 'honey', meaning: 'At least one of its runs is on its way.' },
  ended: { word: 'Ended', tone: 'good', meaning: 'All of its runs have ended, each in its own way.' },
};

/** A person's choices so far; null = none, so the advice applies. */
export interface LaunchDraft {
  readonly shape: Shape | null;
  readonly reason: string | null;
  readonly rejected: Readonly<Partial<Record<Shape, string>>>;
}

export interface PreparedLaunch {
  readonly shape: Shape;
  readonly reason: string;
  readonly others: readonly { readonly shape: Shape; readonly reason: string }[];
}

/** The advice gives the reasons for its own shape; for another shape, a person has to give them. */
export function prepareLaunch(draft: LaunchDraft, advice: ShapeAdviceView | undefined): PreparedLaunch {
  const shape = draft.shape ?? advice?.shape ?? 'candidate';
  const advised = advice?.shape === shape ? advice.reason : '';
  return {
    shape,
    reason: draft.reason ?? advised,
    others: SHAPES.filter((other) => other !== shape).map((other) => ({
      shape: other,
      reason:
        draft.rejected[other] ?? advice?.rejectedShapes.find((given) => given.shape === other)?.reason ?? '',
    })),
  };
}

/** Absent without a person's input: the measurements then give the reasons. */
export function rejectionsOf({ others }: PreparedLaunch): {
  rejectedShapes?: { shape: Shape; reason: string }[];
} {
  const said = others.filter(({ reason }) => reason.trim() !== '').map((other) => ({ ...other }));
  return said.length === 0 ? {} : { rejectedShapes: said };
}

type Task = RunGroupView['tasks'][number];

/** One scale for all, so that small charts can be compared. */
export function groupTicks(tasks: readonly Task[]): readonly number[] {
  const ends = tasks.flatMap(({ curve }) =>
    curve.flatMap(({ score }) => [score.lower ?? score.mean, score.upper ?? score.mean]),
  );
  if (ends.length === 0) return [0, 50, 100];
  return evenTicks(Math.max(0, Math.min(...ends) * 100 - 2), Math.min(100, Math.max(...ends) * 100 + 2));
}

export function prepareTaskCurve(task: Task, yTicks: readonly number[]): ConvergenceChart {
  const { hardware, practice } = task.run;
  const points = task.curve.map(pointOf);
  return {
    question: `Does “${task.experimentName}” get better on held-out?`,
    origin: describeOrigin({ split: 'heldOut', hardware, practice }),
    summary: summaryOf(task),
    xLabel: 'training rollouts',
    points,
    partials: [],
    seedScore: points[0]?.score ?? null,
    ...{ unknown: null, best: null, target: null, plateau: null, serial: [] },
    yTicks,
    xTicks: evenTicks(0, Math.max(1, ...points.map(({ x }) => x))),
  };
}

function pointOf({ iteration, trainExamplesSeen, score }: Task['curve'][number]): ConvergencePoint {
  return {
    x: trainExamplesSeen,
    score: score.mean * 100,
    interval: score.lower === null || score.upper === null ? null : [score.lower * 100, score.upper * 100],
    n: score.n,
    ...(score.missing ? { missing: score.missing } : {}),
    iteration,
    candidateHash: '',
    failures: 0,
    isBest: false,
    isPartial: false,
    waits: 0,
    label: describeMeasurement(score).whole,
  };
}

function summaryOf({ curve }: Task): string {
  const first = curve[0];
  const last = curve.at(-1);
  if (!first || !last) return 'Nothing was measured yet.';
  if (curve.length === 1) return `The original prompt scores ${describeMeasurement(first.score).whole}.`;
  const gain = formatPoints(last.score.mean - first.score.mean);
  return `From ${describeMeasurement(first.score).whole} to ${describeMeasurement(last.score).whole}: ${gain}.`;
}

/** Share of its lanes that a run keeps busy. */
export const describeUtilisation = (utilisation: number | null): string =>
  utilisation === null
    ? NOT_KNOWN
    : utilisation > 0 && utilisation < 0.005
      ? 'under 1 %'
      : `${(utilisation * 100).toFixed(0)} %`;
