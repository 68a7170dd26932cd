/**
 * The shape of a launch: one Combee run (`candidate`), a serial-size run for each task at once
 * (`task`), or a Combee run for each task at once (`hybrid`). The choice needs a reason, and so does the rejection of the others.
 */
import type { SplitName } from '@/lib/domain/split';
import { AppError } from '@/lib/errors/app-error';
import { refusal } from './rules/rule';
import {
  HELD_OUT_OF_ITS_OWN,
  HYBRID_NEEDED,
  OTHERS_REJECTED,
  SHAPE_REASON_MIN,
  SHAPE_REASONED,
} from './rules/shapes';

export const SHAPES = ['candidate', 'task', 'hybrid'] as const;
export type Shape = (typeof SHAPES)[number];

export interface RejectedShape {
  readonly shape: Shape;
  readonly reason: string;
}

/** Facts about one task of the launch. */
export interface ShapeTask {
  readonly experimentId: string;
  readonly name: string;
  readonly splitId: string;
  readonly heldOutExamples: number;
  readonly measuredOn: SplitName;
  /** Share of its lanes that its last parallel run kept busy; null = never measured. */
  readonly utilisation: number | null;
  /** Verdict of its serial diagnosis; null = none. */
  readonly diagnosis: string | null;
  readonly lanes: number;
}

export interface ShapePlan {
  readonly shape: Shape;
  readonly reason: string;
  readonly rejected: readonly RejectedShape[];
  readonly tasks: readonly ShapeTask[];
  /** Why hybrid although one task fills the lanes; null = no such reason. */
  readonly overrideReason: string | null;
}

/** From here on one task alone fills the hardware well enough. */
export const UTILISATION_ENOUGH = 0.5;

/** @throws AppError SHAPE_REASON_MISSING, REJECTED_SHAPES_MISSING, PER_TASK_HELDOUT_REQUIRED, HYBRID_NOT_NEEDED, INPUT_INVALID */
export function assertShape(plan: ShapePlan): void {
  assertReason(plan);
  assertCount(plan);
  assertHeldOutOfItsOwn(plan.tasks);
  assertOthersRejected(plan);
  assertHybridNeeded(plan);
}

/** */
function assertReason({ reason }: ShapePlan): void {
  if (isSaid(reason)) return;
  throw refusal(SHAPE_REASONED, {
    fields: [{ path: 'reason', message: `Give a reason of at least ${SHAPE_REASON_MIN} characters.` }],
  });
}

/** */
function assertCount({ shape, tasks }: ShapePlan): void {
  const fits = shape === 'candidate' ? tasks.length === 1 : tasks.length > 1;
  if (fits) return;
  const message =
    shape === 'candidate'
      ? 'Candidate-parallel is one run of one experiment: name one.'
      : 'Several tasks at once take several experiments: name at least two.';
  throw new AppError('INPUT_INVALID', message, { fields: [{ path: 'experimentIds', message }] });
}

/** what is learned at once is measured apart; a shared held-out would mix two tasks in one number. */
function assertHeldOutOfItsOwn(tasks: readonly ShapeTask[]): void {
  const without = tasks.filter(({ heldOutExamples }) => heldOutExamples === 0);
  const elsewhere = tasks.filter(({ measuredOn }) => measuredOn !== 'heldOut');
  const shared = tasks.filter(
    ({ splitId }, index) => tasks.findIndex((task) => task.splitId === splitId) !== index,
  );
  const faulty = [...without, ...elsewhere, ...shared];
  if (faulty.length === 0) return;
  const names = [...new Set(faulty.map(({ name }) => name))].join(', ');
  throw refusal(HELD_OUT_OF_ITS_OWN, {
    found: `That is not so for ${names}.`,
    fields: [
      { path: 'experimentIds', message: `${names}: register a split with held-out examples of its own.` },
    ],
  });
}

/** */
function assertOthersRejected({ shape, rejected }: ShapePlan): void {
  const missing = SHAPES.filter(
    (other) => other !== shape && !rejected.some((given) => given.shape === other && isSaid(given.reason)),
  );
  if (missing.length === 0) return;
  throw refusal(OTHERS_REJECTED, {
    found: `There is no reason yet for: ${missing.join(', ')}.`,
    fields: missing.map((other) => ({
      path: 'rejectedShapes',
      message: `Give {"shape":"${other}","reason":"…"} with at least ${SHAPE_REASON_MIN} characters.`,
    })),
  });
}

/** */
function assertHybridNeeded({ shape, tasks, overrideReason }: ShapePlan): void {
  const busiest = busiestOf(tasks);
  if (shape !== 'hybrid' || busiest === null || isSaid(overrideReason)) return;
  throw refusal(HYBRID_NEEDED, {
    found: `${busiest.name} alone keeps ${percent(busiest.utilisation)} of its lanes busy.`,
    context: { experimentId: busiest.experimentId },
  });
}

/** The task that fills the lanes best, where one fills them well enough. */
export function busiestOf(tasks: readonly ShapeTask[]) {
  const measured = tasks.flatMap((task) =>
    task.utilisation === null ? [] : [{ ...task, utilisation: task.utilisation }],
  );
  const [busiest] = measured.sort((a, b) => b.utilisation - a.utilisation);
  return busiest && busiest.utilisation >= UTILISATION_ENOUGH ? busiest : null;
}

const isSaid = (reason: string | null) => (reason ?? '').trim().length >= SHAPE_REASON_MIN;
export const percent = (share: number) => `${Math.round(share * 100)} %`;
