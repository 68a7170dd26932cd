import { type ExperimentConfigInput, experimentConfig } from '@/lib/contracts/experiment-config';
import type { Actor } from '@/lib/domain/actor';
import { agentSettings } from '@/lib/domain/agent';
import { scoringSpec } from '@/lib/domain/scoring';
import { BACK_OFFICE_BASELINE, BACK_OFFICE_EXPERIMENT } from '@/lib/view/tour';
import { bundle, modelsOf } from '@/server/commands/seed/bundle';
import { ownerOfFirstWorkspace } from '@/server/commands/support/operator';
import { config } from '@/server/config/config';
import { db } from '@/server/db/client';
import { practiceOffice } from '@/server/practice-model/back-office/practice-office';
import { TASK_COUNTS } from '@/server/practice-model/back-office/tasks';
import { listAgents } from '@/server/services/agents/read-agents';
import { createAgent, updateAgent } from '@/server/services/agents/save-agent';
import { createTask } from '@/server/services/datasets/manage-tasks';
import { getSplit, registerSplit } from '@/server/services/datasets/register-split';
import { createExperiment } from '@/server/services/experiments/change-experiments';

/**
 * The seeded agent: a clerk of a small back office, at work in the practice model's process. Its tasks are scored by the
 * office itself, on the world that a rollout left. The first run uses a small registration of the set, so that its curve is
 * there within minutes; the registration "Standard" has all tasks.
 */
export interface BackOfficeSizes {
  readonly train: number;
  readonly heldOut: number;
}

/**
 * Enough to learn from for a serial curve that is flat in its second half, which a go needs, and no more to measure than the
 * first minutes allow.
 */
const FIRST_MINUTES: BackOfficeSizes = { train: 200, heldOut: 60 };

export interface BackOfficeParts {
  /** Serves the experiment that people run and its serial baseline: at two paces their times could not be compared. */
  readonly providerId: string;
  readonly sizes?: BackOfficeSizes;
}

export interface SeededBackOffice {
  readonly experimentId: string;
  readonly baselineId: string;
}

const SCORE_PATH = '/practice/back-office/score';
const AGENT_PATH = '/practice/back-office/agent';

/** The practice process is on the operator's list by construction. */
const checkAddress = () => undefined;

export async function seedBackOffice(
  actor: Actor<'administer'>,
  { providerId, sizes = FIRST_MINUTES }: BackOfficeParts,
): Promise<SeededBackOffice> {
  const { origin } = new URL(config().practiceUrl);
  const splitId = await splitOf(actor, sizes);
  const task = await createTask(
    actor,
    {
      name: 'Back office',
      scoring: { kind: 'http', url: `${origin}${SCORE_PATH}`, header: null, timeoutSeconds: 30 },
      instructions: 'Settle the ticket as the rules of the office say.',
      inputShape: 'A ticket of a mail-order shop.',
      outputShape: 'The receipt of the closed ticket.',
      artefact: null,
    },
    checkAddress,
  );
  const settings = agentSettings.parse({
    ...{
      kind: 'http',
      url: `${origin}${AGENT_PATH}`,
      reset: 'eachRollout',
      tools: 'sandboxed',
      rolloutsMax: 128,
    },
    limits: { modelCalls: 20, tokens: 100_000, seconds: 600 },
  });
  const agent = await createAgent(actor, { name: 'Back office', settings }, checkAddress);
  const make = (name: string, description: string, given: ExperimentConfigInput) =>
    createExperiment(actor, {
      ...{ name, description, taskId: task.id, splitId },
      ...experimentConfig.parse({ agentId: agent.id, method: { name: 'ace', maxRounds: 1 }, ...given }),
    });
  // Eight measurements: with four, a prompt that stops changing looks like a search that is stuck, and the plan stops there.
  const evaluation = { everyExamples: Math.ceil(sizes.train / 8) };
  const experiment = await make(
    BACK_OFFICE_EXPERIMENT,
    'An agent with nine tools settles the tickets of a mail-order shop and learns its rules. Nothing leaves this machine and nothing is paid.',
    {
      models: modelsOf(providerId),
      lanes: 128,
      batch: { kind: 'dynamic', profileSizes: [4, 8, 16, 32], maxBatch: 64 },
      evaluation,
    },
  );
  const baseline = await make(
    BACK_OFFICE_BASELINE,
    'One ticket at a time. Its diagnosis says whether parallel runs may start.',
    { models: modelsOf(providerId), lanes: 64, evaluation },
  );
  return { experimentId: experiment.id, baselineId: baseline.id };
}

/** The practice process listens where the operator says; a task and an agent made at another port follow it. */
export async function moveBackOffice(): Promise<void> {
  const { origin } = new URL(config().practiceUrl);
  const actor = await ownerOfFirstWorkspace();
  if (actor === null) return;
  const { workspaceId } = actor;
  for (const { id, scoring } of await db().task.findMany({
    where: { workspaceId },
    select: { id: true, scoring: true },
  })) {
    const spec = scoringSpec.parse(scoring);
    if (spec.kind !== 'http' || !isElsewhere(spec.url, { path: SCORE_PATH, origin })) continue;
    await db().task.update({ where: { id }, data: { scoring: { ...spec, url: `${origin}${SCORE_PATH}` } } });
  }
  const { items } = await listAgents(actor, { limit: 100, archived: 'false' });
  for (const { id, settings } of items) {
    if (settings.kind !== 'http' || !isElsewhere(settings.url, { path: AGENT_PATH, origin })) continue;
    const moved = { ...settings, url: `${origin}${AGENT_PATH}` };
    await updateAgent(actor, { agentId: id, settings: moved }, checkAddress);
  }
}

function isElsewhere(
  url: string,
  { path, origin }: { readonly path: string; readonly origin: string },
): boolean {
  const at = new URL(url);
  return at.pathname === path && at.origin !== origin;
}

/** Registers all tasks, and a few of them for the first run. */
async function splitOf(actor: Actor<'administer'>, { train, heldOut }: BackOfficeSizes): Promise<string> {
  const standard = await bundle(actor, {
    name: 'Back office practice',
    description:
      'Tickets of a mail-order shop, each with the end state that its rules ask for. Made by Waggle.',
    preset: 'generic',
    examples: practiceOffice().tasks.map(({ question, expected, rules }) => ({
      ...{ question, context: '', groupKey: rules.join(' and ') },
      expected: [...expected].map(([key, value]) => `${key}: ${value}`).join('; '),
    })),
    sizes: TASK_COUNTS,
  });
  const { datasetId } = await getSplit(actor, { splitId: standard });
  const { id } = await registerSplit(actor, {
    datasetId,
    name: 'First minutes',
    salt: 'first minutes',
    rule: {
      kind: 'bySource',
      parts: [
        { source: 'train', kind: 'counts', counts: { train } },
        { source: 'heldOut', kind: 'counts', counts: { heldOut } },
      ],
    },
  });
  return id;
}
