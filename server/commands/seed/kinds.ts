import { PRACTICE_MAKER } from '@/lib/canary/practice-traffic';
import { type ExperimentConfigInput, experimentConfig } from '@/lib/contracts/experiment-config';
import type { Actor } from '@/lib/domain/actor';
import { TOUR_EXPERIMENTS } from '@/lib/view/tour';
import { bundle, modelsOf } from '@/server/commands/seed/bundle';
import {
  type KindSet,
  NOTHING_TO_LEARN_SET,
  ONE_INSIGHT_SET,
  SMALL_GAIN_SET,
  STILL_RISING_SET,
  TUNED_ON_SET,
} from '@/server/commands/seed/kind-sets';
import { operatorOf, ownerOfFirstWorkspace } from '@/server/commands/support/operator';
import { db } from '@/server/db/client';
import { stateSplitRow } from '@/server/repositories/splits';
import { recordAudit } from '@/server/services/audit/record-audit';
import { createTask } from '@/server/services/datasets/manage-tasks';
import { createExperiment } from '@/server/services/experiments/change-experiments';
import { startRun } from '@/server/services/launches/start-run';
import { addPracticeProvider, FAST_FORWARD } from '@/server/services/providers/practice-providers';

/**
 * One experiment of each kind that fails, in addition to the one that succeeds: no plateau, a plateau at the
 * original prompt, a held-out that was tuned on, a gain within noise, and edits that collapse into one. Each
 * is run here on the practice model; no finding is prescribed. About 1,600 calls, on four lanes.
 */
interface Kind {
  readonly name: string;
  readonly description: string;
  readonly set: KindSet;
  readonly settings: ExperimentConfigInput;
  readonly run: 'serialBaseline' | 'comparisonPoint';
  /** The split registration's statement about its past. */
  readonly tunedOn?: string;
}

const JUDGED_TASK = 'Formula, judged by a model';
const SEEDED_ACTION = 'workspace.kinds-seeded';
const every = (everyExamples: number) => ({ evaluation: { everyExamples } });

export const KINDS: readonly Kind[] = [
  {
    name: TOUR_EXPERIMENTS.noPlateau,
    description:
      'Eight training examples, and each still adds something: there is no plateau to parallelise.',
    set: STILL_RISING_SET,
    settings: every(2),
    run: 'serialBaseline',
  },
  {
    name: TOUR_EXPERIMENTS.plateauNotAbove,
    description:
      'The curve is flat where it began: another method or another metric is needed, not more lanes.',
    set: NOTHING_TO_LEARN_SET,
    settings: every(3),
    run: 'serialBaseline',
  },
  {
    name: TOUR_EXPERIMENTS.contaminated,
    description: 'The curve looks good, and its held-out examples have been used to tune before.',
    set: TUNED_ON_SET,
    settings: every(3),
    run: 'serialBaseline',
    tunedOn: 'An earlier prompt was chosen on these examples.',
  },
  {
    name: TOUR_EXPERIMENTS.notDistinguishable,
    description: 'A little was learned, and forty held-out examples cannot tell it from nothing.',
    set: SMALL_GAIN_SET,
    settings: {
      ...every(4),
      batch: {
        kind: 'static',
        size: 4,
        reason: 'Small enough that three batches can be looked at one by one.',
      },
    },
    run: 'comparisonPoint',
  },
  {
    name: TOUR_EXPERIMENTS.collapsed,
    description: 'Every training example teaches the same, so parallel edits are copies of one another.',
    set: ONE_INSIGHT_SET,
    settings: every(6),
    run: 'serialBaseline',
  },
];

/** Once per workspace; archived experiments do not return. */
export async function seedKinds(): Promise<{ readonly runIds: readonly string[] }> {
  const owner = await ownerOfFirstWorkspace();
  if (owner === null) return { runIds: [] };
  // Not in the owner's name: the audit log and the lists tell what people did.
  const actor = operatorOf(owner.workspaceId, PRACTICE_MAKER);
  if (await isSeeded(actor)) return { runIds: [] };
  const models = modelsOf(await fastForward(actor));
  const taskId = await formulaTask(actor);
  await judgedTask(actor);
  const runIds: string[] = [];
  for (const kind of KINDS) {
    const started = await seedKind(actor, kind, { taskId, models });
    if (started !== null) runIds.push(started);
  }
  await dateWithWorkspace(actor);
  await db().$transaction((tx) => recordAudit(tx, actor, SEEDED_ACTION, actor.workspaceId));
  return { runIds };
}

/** Null if an earlier, interrupted start got this far. */
async function seedKind(
  actor: Actor<'administer'>,
  { name, description, set, settings, run, tunedOn }: Kind,
  { taskId, models }: { readonly taskId: string; readonly models: object },
): Promise<string | null> {
  const { workspaceId } = actor;
  const there = await db().experiment.findFirst({
    where: { workspaceId, name },
    select: { id: true, runs: { select: { id: true }, take: 1 } },
  });
  if (there !== null && there.runs.length > 0) return null;
  const experimentId =
    there?.id ??
    (
      await createExperiment(actor, {
        ...{ name, description, taskId },
        splitId: await splitOf(actor, set, tunedOn),
        ...experimentConfig.parse({ lanes: 4, ...settings, models }),
      })
    ).id;
  return (await startRun(actor, { experimentId, kind: run, seed: 1 })).id;
}

async function splitOf(
  actor: Actor<'administer'>,
  set: KindSet,
  tunedOn: string | undefined,
): Promise<string> {
  const there = await db().splitRegistration.findFirst({
    where: { dataset: { workspaceId: actor.workspaceId, name: set.name } },
    select: { id: true },
  });
  const id = there?.id ?? (await bundle(actor, { ...set, preset: 'generic' }));
  const statement = { usedToTune: tunedOn !== undefined, usedToTuneNote: tunedOn ?? null, owner: actor.name };
  await db().$transaction((tx) => stateSplitRow(id, statement, tx));
  return id;
}

async function isSeeded({ workspaceId }: Actor): Promise<boolean> {
  return (await db().auditEntry.count({ where: { workspaceId, action: SEEDED_ACTION } })) > 0;
}

export async function fastForward(actor: Actor<'administer'>): Promise<string> {
  const there = await db().provider.findFirst({
    where: { workspaceId: actor.workspaceId, name: FAST_FORWARD.name, practice: true, archivedAt: null },
    select: { id: true },
  });
  return there?.id ?? addPracticeProvider(actor, FAST_FORWARD);
}

export async function formulaTask(actor: Actor<'administer'>): Promise<string> {
  const there = await db().task.findFirst({
    where: { workspaceId: actor.workspaceId, scoring: { path: ['kind'], equals: 'formula' } },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
  });
  if (there !== null) return there.id;
  const words = { instructions: '', inputShape: '', outputShape: '', artefact: null };
  const task = { ...words, name: 'Formula', scoring: { kind: 'formula' as const } };
  return (await createTask(actor, task, () => undefined)).id;
}

/** Shows a proposer that judges itself, which cannot occur where code scores. */
async function judgedTask(actor: Actor<'administer'>): Promise<void> {
  const name = JUDGED_TASK;
  if ((await db().task.count({ where: { workspaceId: actor.workspaceId, name } })) > 0) return;
  const words = { instructions: '', inputShape: '', outputShape: '', artefact: null };
  const rubric = 'Score 1 where the answer states the expected number, else 0.';
  await createTask(actor, { ...words, name, scoring: { kind: 'judge', rubric } }, () => undefined);
}

/**
 * Sets and tasks are listed newest first, and forms preselect the first: those of the tour are dated with the
 * workspace, so that they never precede people's own.
 */
async function dateWithWorkspace({ workspaceId }: Actor): Promise<void> {
  const { createdAt } = await db().workspace.findUniqueOrThrow({
    where: { id: workspaceId },
    select: { createdAt: true },
  });
  const names = KINDS.map(({ set }) => set.name);
  await db().dataset.updateMany({ where: { workspaceId, name: { in: names } }, data: { createdAt } });
  await db().task.updateMany({ where: { workspaceId, name: JUDGED_TASK }, data: { createdAt } });
}
