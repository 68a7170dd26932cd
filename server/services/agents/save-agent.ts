import { ulid } from 'ulid';
import type { AgentView } from '@/lib/contracts/agent-shapes';
import type { CreateAgentInput, UpdateAgentInput } from '@/lib/contracts/agents';
import type { Actor } from '@/lib/domain/actor';
import { addressesOf, headerOfAgent, secretOriginOf } from '@/lib/domain/agent-reach';
import { canonicalHash } from '@/lib/domain/content-hash';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import {
  type AgentRow,
  addAgentVersion,
  createAgentRow,
  getAgentRow,
  lockAgentRow,
  updateAgentRow,
} from '@/server/repositories/agents';
import { recordAudit } from '@/server/services/audit/record-audit';
import { agentView } from './agent-view';

/**
 * Making, changing and archiving an agent. Changed settings are a new version; runs keep the one that they pinned. The
 * secret belongs to the origin that it was entered for. `checkAddress` is the address guard, handed in by the operation.
 */
type CheckAddress = (url: string) => void;

export async function createAgent(
  actor: Actor<'experiment'>,
  { name, settings }: CreateAgentInput,
  checkAddress: CheckAddress,
): Promise<AgentView> {
  for (const address of addressesOf(settings)) checkAddress(address);
  const { workspaceId, name: createdBy } = actor;
  const hash = canonicalHash(settings);
  return db().$transaction(async (tx) => {
    const values = { id: `agt_${ulid()}`, workspaceId, name, settings, hash, createdBy };
    const row = await createAgentRow(values, tx);
    await recordAudit(tx, actor, 'agent.created', row.id, { name, kind: settings.kind, hash });
    return agentView(row);
  });
}

export async function updateAgent(
  actor: Actor<'experiment'>,
  { agentId, name, settings }: UpdateAgentInput & { readonly agentId: string },
  checkAddress: CheckAddress,
): Promise<AgentView> {
  for (const address of settings ? addressesOf(settings) : []) checkAddress(address);
  return db().$transaction(async (tx) => {
    const before = await lockAgentRow(actor.workspaceId, agentId, tx);
    assertAgentLive(before);
    const hash = settings === undefined ? before.hash : canonicalHash(settings);
    const isNewVersion = settings !== undefined && hash !== before.hash;
    if (isNewVersion) await addAgentVersion(before, { settings, hash, createdBy: actor.name }, tx);
    const secretCleared =
      before.hasSecret &&
      settings !== undefined &&
      secretOriginOf(settings) !== secretOriginOf(before.settings);
    const change = { ...(name === undefined ? {} : { name }), ...(secretCleared ? { secret: null } : {}) };
    const row = await updateAgentRow(agentId, change, tx);
    const renamed = row.name !== before.name;
    if (isNewVersion || renamed || secretCleared)
      await recordAudit(tx, actor, 'agent.changed', agentId, {
        ...{ name: row.name, version: row.version, hash, renamed, secretCleared },
      });
    return agentView(row);
  });
}

export function archiveAgent(actor: Actor<'experiment'>, { agentId }: { readonly agentId: string }) {
  return setArchived(actor, agentId, true);
}

export function restoreAgent(actor: Actor<'experiment'>, { agentId }: { readonly agentId: string }) {
  return setArchived(actor, agentId, false);
}

/** A second time changes nothing. */
async function setArchived(actor: Actor<'experiment'>, agentId: string, archived: boolean) {
  return db().$transaction(async (tx) => {
    const before = await lockAgentRow(actor.workspaceId, agentId, tx);
    if ((before.archivedAt !== null) === archived) return agentView(before);
    const row = await updateAgentRow(agentId, { archivedAt: archived ? new Date() : null }, tx);
    const action = archived ? 'agent.archived' : 'agent.restored';
    await recordAudit(tx, actor, action, agentId, { name: row.name });
    return agentView(row);
  });
}

/** Write-only: sealed for this agent, and never in an answer or the audit log. */
export async function setAgentSecret(
  actor: Actor<'administer'>,
  { agentId, secret }: { readonly agentId: string; readonly secret: string | null },
): Promise<AgentView> {
  return db().$transaction(async (tx) => {
    const before = await getAgentRow(actor.workspaceId, agentId, tx);
    assertAgentLive(before);
    if (secret !== null) assertHeaderNamed(before);
    const row = await updateAgentRow(agentId, { secret }, tx);
    const action = secret === null ? 'agent.secretRemoved' : 'agent.secretSet';
    await recordAudit(tx, actor, action, agentId, { name: row.name });
    return agentView(row);
  });
}

function assertHeaderNamed({ settings }: AgentRow): void {
  if (headerOfAgent(settings) !== null) return;
  const message = 'This agent sends no header. Name the header in its settings, then set the secret.';
  throw new AppError('INPUT_INVALID', message, { fields: [{ path: 'secret', message }] });
}

/** @throws AppError STATE_CONFLICT */
export function assertAgentLive({ archivedAt, name }: Pick<AgentRow, 'archivedAt' | 'name'>): void {
  if (archivedAt === null) return;
  throw new AppError('STATE_CONFLICT', `The agent ${name} is archived.`, {
    howToProceed: ['Restore it on its page.', 'Or choose another agent.'],
  });
}
