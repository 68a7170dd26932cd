import type { TrajectoryHeadView, TrajectoryStepsView } from '@/lib/contracts/rollout-shapes';
import type { Actor } from '@/lib/domain/actor';
import { isAgentStep, type Trajectory } from '@/lib/domain/trajectory';
import { AppError } from '@/lib/errors/app-error';
import { exportAtif } from '@/lib/trajectory/atif-export';
import { searchSteps } from '@/lib/trajectory/step-search';
import { orderOf } from '@/server/repositories/stored-rollout';
import { type OpenedTrajectory, openTrajectory, type ReadCalls } from './opened-trajectories';
import { attemptRow } from './read-rollouts';

/** A trajectory by its parts: what is in it, a screen of steps, the steps that hold some words, the whole as a file. */
interface NamedAttempt {
  readonly rolloutId: string;
  readonly attempt: number;
}

export async function readTrajectory(
  actor: Actor<'read'>,
  named: NamedAttempt,
  readCalls: ReadCalls,
): Promise<TrajectoryHeadView> {
  const row = await attemptRow(actor.workspaceId, named);
  const { trajectory, state, failed, cites } = await openTrajectory(row, readCalls);
  const own = trajectory.steps.filter(isAgentStep);
  return {
    state,
    steps: trajectory.steps.length,
    agentSteps: own.length,
    toolCalls: own.reduce((sum, { toolCalls }) => sum + toolCalls.length, 0),
    failed: [...failed],
    branches: branchesOf(trajectory),
    tools: trajectory.tools,
    broken: trajectory.broken,
    cited: citedBy(orderOf(row).components, cites),
  };
}

function branchesOf({ steps, branches = [] }: Trajectory): TrajectoryHeadView['branches'] {
  const found = new Map<number, { branch: number; steps: number; first: number; after: number | null }>();
  for (const [index, { branch }] of steps.entries()) {
    const known = found.get(branch);
    if (known) known.steps += 1;
    else found.set(branch, { branch, steps: 1, first: index, after: branches[branch]?.after ?? null });
  }
  return [...found.values()].sort((a, b) => a.branch - b.branch);
}

function citedBy(
  components: readonly { readonly name: string; readonly text: string }[],
  cites: OpenedTrajectory['cites'],
): TrajectoryHeadView['cited'] {
  const found = new Map<string, TrajectoryHeadView['cited'][number]>();
  for (const [step, lines] of cites)
    for (const { component, line } of lines) {
      const key = `${line}/${component}`;
      const known = found.get(key);
      const text = components.find(({ name }) => name === component)?.text.split('\n')[line] ?? '';
      if (known) known.steps.push(step);
      else found.set(key, { component, line, text, steps: [step] });
    }
  const place = (name: string) => components.findIndex((one) => one.name === name);
  return [...found.values()].sort((a, b) => place(a.component) - place(b.component) || a.line - b.line);
}

export async function listTrajectorySteps(
  actor: Actor<'read'>,
  { from, count, ...named }: NamedAttempt & { readonly from: number; readonly count: number },
  readCalls: ReadCalls,
): Promise<TrajectoryStepsView> {
  const { trajectory, cites } = await openTrajectory(await attemptRow(actor.workspaceId, named), readCalls);
  const items = trajectory.steps.slice(from, from + count).map((step, place) => ({
    index: from + place,
    step,
    cites: [...(cites.get(from + place) ?? [])],
  }));
  return { total: trajectory.steps.length, from, items };
}

export async function searchTrajectory(
  actor: Actor<'read'>,
  { q, ...named }: NamedAttempt & { readonly q: string },
  readCalls: ReadCalls,
): Promise<{ hits: number; steps: number[] }> {
  const { trajectory } = await openTrajectory(await attemptRow(actor.workspaceId, named), readCalls);
  const found = searchSteps(trajectory, q);
  const hits = found.flatMap(({ hits }) => hits.map(({ at }) => at.length)).reduce((a, b) => a + b, 0);
  return { hits, steps: found.map(({ step }) => step) };
}

/** @throws AppError NOT_FOUND where no step was recorded */
export async function exportTrajectory(
  actor: Actor<'read'>,
  named: NamedAttempt,
  readCalls: ReadCalls,
): Promise<{ readonly filename: string; readonly text: string }> {
  const { trajectory } = await openTrajectory(await attemptRow(actor.workspaceId, named), readCalls);
  if (trajectory.steps.length === 0) throw noTrajectory();
  const name = `${named.rolloutId}-${named.attempt}`;
  return {
    filename: `${name}.atif.json`,
    text: `${JSON.stringify(exportAtif(trajectory, name), null, 2)}\n`,
  };
}

export const noTrajectory = () =>
  new AppError('NOT_FOUND', 'This attempt has no trajectory: no model call of it was recorded.', {
    howToProceed: ['Choose another attempt.', 'Have the agent send its model calls through the proxy.'],
  });
