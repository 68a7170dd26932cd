import { busiestOf, percent, type RejectedShape, type Shape, type ShapeTask } from './shapes';

/**
 * Which shape the measurements speak for, and why not the others. A shape that nothing
 * measured speaks against gets no reason: its rejection needs a reason.
 */
export interface ShapeAdvice {
  readonly shape: Shape;
  readonly reason: string;
  readonly rejected: readonly RejectedShape[];
}

export function adviseShape(tasks: readonly ShapeTask[]): ShapeAdvice {
  const shape = bestShape(tasks);
  return { shape: shape.shape, reason: shape.reason, rejected: rejectionsFor(shape.shape, tasks) };
}

function bestShape(tasks: readonly ShapeTask[]): { readonly shape: Shape; readonly reason: string } {
  if (tasks.length < 2) {
    return { shape: 'candidate', reason: 'One task: its edits are scored side by side in batches.' };
  }
  const busiest = busiestOf(tasks);
  if (busiest) {
    const reason = `${busiest.name} alone keeps ${percent(busiest.utilisation)} of its lanes busy: run the tasks one after another.`;
    return { shape: 'candidate', reason };
  }
  const blocked = withoutGo(tasks);
  if (blocked.length > 0) {
    const reason = `No serial diagnosis says go for ${blocked.join(', ')}: serial runs side by side make one for each task.`;
    return { shape: 'task', reason };
  }
  if (tasks.some(({ utilisation }) => utilisation === null)) {
    const reason =
      'How busy one task keeps its lanes is not measured for all of them: run one candidate-parallel first.';
    return { shape: 'candidate', reason };
  }
  const shares = tasks.map(({ name, utilisation }) => `${name} ${percent(utilisation ?? 0)}`).join(', ');
  return { shape: 'hybrid', reason: `No task fills its lanes alone (${shares}), so they fit side by side.` };
}

/** Reasons against every shape but the chosen one, as far as there are any. */
export function rejectionsFor(chosen: Shape, tasks: readonly ShapeTask[]): RejectedShape[] {
  const against: Record<Shape, string | null> = {
    candidate: againstCandidate(tasks),
    task: againstTask(tasks),
    hybrid: againstHybrid(tasks),
  };
  return (Object.entries(against) as [Shape, string | null][]).flatMap(([shape, reason]) =>
    shape === chosen || reason === null ? [] : [{ shape, reason }],
  );
}

const ONE_TASK = 'There is one task only, and this shape spreads several over the hardware.';

function againstCandidate(tasks: readonly ShapeTask[]): string | null {
  return tasks.length > 1
    ? `There are ${tasks.length} tasks; candidate-parallel would serve them one after another.`
    : null;
}

function againstTask(tasks: readonly ShapeTask[]): string | null {
  if (tasks.length < 2) return ONE_TASK;
  const busiest = busiestOf(tasks);
  if (busiest) {
    return `It is for tasks too small to fill the hardware; ${busiest.name} keeps ${percent(busiest.utilisation)} of its lanes busy.`;
  }
  const lanes = Math.max(...tasks.map((task) => task.lanes));
  return lanes > tasks.length
    ? `Serial runs keep one lane busy each: ${tasks.length} of ${lanes} lanes would be used.`
    : null;
}

function againstHybrid(tasks: readonly ShapeTask[]): string | null {
  if (tasks.length < 2) return ONE_TASK;
  const busiest = busiestOf(tasks);
  if (busiest) {
    return `${busiest.name} alone keeps ${percent(busiest.utilisation)} of its lanes busy; others beside it would take turns.`;
  }
  const blocked = withoutGo(tasks);
  return blocked.length > 0
    ? `No serial diagnosis says go for ${blocked.join(', ')}, so no parallel run may start there.`
    : null;
}

/** R-072, and what else a launch of this shape should know; nothing here refuses. */
export function shapeHints(shape: Shape, tasks: readonly ShapeTask[]): string[] {
  const hints: string[] = [];
  const busiest = busiestOf(tasks);
  if (shape === 'task' && busiest) {
    hints.push(
      `Task-parallel is for tasks too small to fill the hardware; ${busiest.name} keeps ${percent(busiest.utilisation)} of its lanes busy.`,
    );
  }
  const unknown = tasks.filter(({ utilisation }) => utilisation === null).map(({ name }) => name);
  if (tasks.length > 1 && unknown.length > 0) {
    hints.push(`How busy one task keeps its lanes is not measured for ${unknown.join(', ')}.`);
  }
  return hints;
}

const withoutGo = (tasks: readonly ShapeTask[]) =>
  tasks.filter(({ diagnosis }) => diagnosis !== 'go').map(({ name }) => name);
