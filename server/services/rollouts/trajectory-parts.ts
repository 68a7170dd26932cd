import type { TrajectoryHeadView, TrajectoryStepsView } from '@/lib/contracts/rollout-shapes';
import { isAgentStep, type Trajectory } from '@/lib/domain/trajectory';
import { searchSteps } from '@/lib/trajectory/step-search';
import type { OpenedTrajectory } from './opened-trajectories';

/** Parts of an opened trajectory as pages ask for them: what is in it, a screen of steps, steps that hold some words. */
type Component = { readonly name: string; readonly text: string };

export function headOf(
  { trajectory, state, failed, cites }: OpenedTrajectory,
  components: readonly Component[],
): TrajectoryHeadView {
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
    cited: citedBy(components, cites),
  };
}

export function stepsOf(
  { trajectory, cites }: OpenedTrajectory,
  { from, count }: { readonly from: number; readonly count: number },
): TrajectoryStepsView {
  const items = trajectory.steps.slice(from, from + count).map((step, place) => ({
    index: from + place,
    step,
    cites: [...(cites.get(from + place) ?? [])],
  }));
  return { total: trajectory.steps.length, from, items };
}

export function hitsOf({ trajectory }: OpenedTrajectory, q: string): { hits: number; steps: number[] } {
  const found = searchSteps(trajectory, q);
  const hits = found.flatMap(({ hits }) => hits.map(({ at }) => at.length)).reduce((a, b) => a + b, 0);
  return { hits, steps: found.map(({ step }) => step) };
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
  components: readonly Component[],
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
