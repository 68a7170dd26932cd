import { type ExperimentConfigInput, experimentConfig } from '@/lib/contracts/experiment-config';
import type { Actor } from '@/lib/domain/actor';
import { ENDED_RUN_STATUSES } from '@/lib/domain/run';
import type { SplitName } from '@/lib/domain/split';
import { FORMULA_PRACTICE_SIZES, generateFormulaPractice } from '@/prisma/practice-sets/formula-practice';
import { bundle, modelsOf } from '@/server/commands/seed/bundle';
import { fastForward, formulaTask } from '@/server/commands/seed/kinds';
import { db } from '@/server/db/client';
import { registerSplit } from '@/server/services/datasets/register-split';
import { createExperiment } from '@/server/services/experiments/change-experiments';
import type { SeededPage } from './scenario';

/**
 * Experiments of a scenario: made on the bundled set and the practice model, found by name, deleted with
 * their runs.
 */
export interface WantedExperiment {
  readonly scenario: string;
  readonly title: string;
  readonly description: string;
  /** Counts for a separate registration; left out: the set's standard one. */
  readonly counts?: Readonly<Record<SplitName, number>>;
  /** Distinguishes a scenario's second registration from its first. */
  readonly splitTitle?: string;
  /** Left out: the practice model, fast forward. */
  readonly providerId?: string;
  readonly settings: ExperimentConfigInput;
}

const RUN_PAGES_MAX = 6;
const SET_NAMES = ['Formula practice', 'Formula practice, seeded'] as const;

export const seededName = (scenario: string, title: string) => `Seeded ${scenario}: ${title}`;

export async function makeSeeded(actor: Actor<'administer'>, wanted: WantedExperiment): Promise<string> {
  const { scenario, title, description, counts, splitTitle, settings } = wanted;
  const splitName = ['Seeded', scenario, ...(splitTitle === undefined ? [] : [splitTitle])].join(' ');
  const providerId = wanted.providerId ?? (await fastForward(actor));
  const { id } = await createExperiment(actor, {
    name: seededName(scenario, title),
    description,
    taskId: await formulaTask(actor),
    splitId: await formulaSplit(actor, counts && { name: splitName, counts }),
    ...experimentConfig.parse({ lanes: 64, ...settings, models: modelsOf(providerId) }),
  });
  return id;
}

/** The bundled set belongs to the first workspace; if it was archived, it is created again. */
export async function formulaSplit(
  actor: Actor<'administer'>,
  own?: { readonly name: string; readonly counts: Readonly<Record<SplitName, number>> },
): Promise<string> {
  const { workspaceId } = actor;
  const name = own?.name ?? 'Standard';
  const there = await db().splitRegistration.findFirst({
    where: { name, dataset: { workspaceId, name: { in: [...SET_NAMES] }, archivedAt: null } },
    orderBy: { registeredAt: 'asc' },
    select: { id: true },
  });
  if (there !== null) return there.id;
  if (own === undefined) {
    return bundle(actor, {
      name: SET_NAMES[1],
      description: 'Word problems with one number as the answer. Made by Waggle; every answer is computed.',
      preset: 'generic',
      examples: generateFormulaPractice(),
      sizes: FORMULA_PRACTICE_SIZES,
    });
  }
  const standard = await db().splitRegistration.findUniqueOrThrow({
    where: { id: await formulaSplit(actor) },
    select: { datasetId: true },
  });
  const rule = { kind: 'counts' as const, counts: own.counts };
  return (await registerSplit(actor, { datasetId: standard.datasetId, name, salt: name, rule })).id;
}

export async function seededPages(actor: Actor, scenario: string): Promise<readonly SeededPage[]> {
  const experiments = await db().experiment.findMany({
    where: ofScenario(actor, scenario),
    orderBy: { createdAt: 'asc' },
    select: {
      ...{ id: true, name: true },
      runs: { orderBy: { createdAt: 'desc' }, take: RUN_PAGES_MAX, select: { id: true, label: true } },
    },
  });
  return experiments.flatMap(({ id, name, runs }) => [
    { title: name, path: `/experiments/${id}` },
    ...runs.map((run) => ({ title: run.label, path: `/runs/${run.id}` })),
  ]);
}

/**
 * Deletes the scenario's experiments and everything that depends on their runs. Data sets and splits stay:
 * scores refer to them.
 */
export async function clearSeeded(actor: Actor, scenario: string): Promise<void> {
  const experiments = await db().experiment.findMany({
    where: ofScenario(actor, scenario),
    select: { id: true },
  });
  const experimentId = { in: experiments.map(({ id }) => id) };
  await db().$transaction(
    async (tx) => {
      await tx.sweep.deleteMany({ where: { experimentId } });
      await tx.$executeRaw`
        DELETE FROM "Diagnosis" WHERE "runId" IN
          (SELECT id FROM "Run" WHERE "experimentId" = ANY(${experimentId.in}))`;
      await tx.run.deleteMany({ where: { experimentId } });
      await tx.experiment.deleteMany({ where: { id: experimentId } });
    },
    { timeout: 300_000, maxWait: 10_000 },
  );
}

/** Whether each of these runs has ended, or was paused because a service was unavailable. */
export async function haveEnded(runIds: readonly string[]): Promise<boolean> {
  const over = await db().run.count({
    where: { id: { in: [...runIds] }, status: { in: [...ENDED_RUN_STATUSES, 'paused'] } },
  });
  return over === runIds.length;
}

const ofScenario = ({ workspaceId }: Actor, scenario: string) => ({
  workspaceId,
  name: { startsWith: seededName(scenario, '') },
});
