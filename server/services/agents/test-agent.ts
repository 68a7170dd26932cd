import { ulid } from 'ulid';
import type { TestAgentInput } from '@/lib/contracts/agents';
import type { Actor } from '@/lib/domain/actor';
import { isInEnvironment } from '@/lib/domain/agent';
import { addressesOf, programsOfAgent } from '@/lib/domain/agent-reach';
import { textOfComponents } from '@/lib/domain/components';
import { contentHash } from '@/lib/domain/content-hash';
import type { ModelBinding } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';
import { assertCommandKnown } from '@/lib/policy/commands';
import { db } from '@/server/db/client';
import { startSingleRollout } from '@/server/jobs/single-rollouts';
import { type AgentRow, getAgentRow } from '@/server/repositories/agents';
import { listLiveCommands } from '@/server/repositories/worker-beats';
import { recordAudit } from '@/server/services/audit/record-audit';
import { resolveModels } from '@/server/services/runs/resolve-models';
import { assertAgentLive } from './save-agent';

/** One rollout of the latest version, with texts of a person's own. It counts in no run; its own limits bound the cost. */
export async function testAgent(
  actor: Actor<'experiment'>,
  { agentId, question, context, expected, components, model }: TestAgentInput & { readonly agentId: string },
  checkAddress: (url: string) => void,
): Promise<{ rolloutId: string }> {
  const agent = await getAgentRow(actor.workspaceId, agentId);
  assertAgentLive(agent);
  const { settings, version: agentVersion } = agent;
  assertNeedsNoEnvironment(settings);
  assertComponentsKnown(agent, Object.keys(components));
  for (const address of addressesOf(settings)) checkAddress(address);
  await assertProgramsKnown(settings);
  const texts = settings.components.map(
    ({ name, initialText }) => [name, components[name] ?? initialText] as const,
  );
  const rolloutId = `ro_${ulid()}`;
  await startSingleRollout({
    ...{ rolloutId, workspaceId: actor.workspaceId, agentId, agentVersion, purpose: 'test' },
    input: { question, context },
    expected,
    components: Object.fromEntries(texts),
    candidateHash: contentHash(textOfComponents(new Map(texts))),
    model: settings.proxied ? await bindingOf(actor.workspaceId, model) : null,
    by: actor.name,
  });
  await db().$transaction((tx) =>
    recordAudit(tx, actor, 'agent.tested', agentId, { rolloutId, version: agentVersion }),
  );
  return { rolloutId };
}

/** Texts of a person's own name no environment. @throws AppError STATE_CONFLICT */
function assertNeedsNoEnvironment({ kind }: AgentRow['settings']): void {
  if (!isInEnvironment(kind)) return;
  throw new AppError(
    'STATE_CONFLICT',
    'This agent acts in the environment of an example, so a text alone cannot test it.',
    {
      howToProceed: ['Start a small run: choose this agent in an experiment whose examples are its tasks.'],
    },
  );
}

/** @throws AppError COMMAND_UNKNOWN */
async function assertProgramsKnown(settings: AgentRow['settings']): Promise<void> {
  const { use, names } = programsOfAgent(settings);
  if (names.length === 0) return;
  const known = (await listLiveCommands(use)).flat();
  for (const name of names) assertCommandKnown(name, known);
}

/** @throws AppError INPUT_INVALID where a proxied agent has no model, or the model is not there (any more). */
async function bindingOf(workspaceId: string, model: TestAgentInput['model']): Promise<ModelBinding> {
  if (model === null) throw modelFault('Choose the model that answers the agent’s calls.');
  const choice = { providerId: model.providerId, model: model.name, temperature: 0 };
  const { serving } = await resolveModels(workspaceId, { models: { serving: choice } });
  if (serving === null) throw modelFault(`The model ${model.name} or its provider is not there (any more).`);
  return serving;
}

const modelFault = (message: string) =>
  new AppError('INPUT_INVALID', message, { fields: [{ path: 'model', message }] });

function assertComponentsKnown({ settings }: AgentRow, given: readonly string[]): void {
  const known = settings.components.map(({ name }) => name);
  const unknown = given.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const message = `Choose among: ${known.join(', ')}.`;
  throw new AppError('INPUT_INVALID', `The agent has no component ${unknown.join(', ')}.`, {
    fields: unknown.map((name) => ({ path: `components.${name}`, message })),
  });
}
