import type { AgentSettings } from '@/lib/domain/agent';
import { agentSettings } from '@/lib/domain/agent';
import { AppError } from '@/lib/errors/app-error';
import { sealSecret } from '@/server/adapters/secret-box';
import { config } from '@/server/config/config';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { agentSecretContext } from './agent-versions';
import { afterCursor, NEWEST_FIRST, type PageAsked } from './keyset';
import { likeText } from './like-text';

/** Agents with their latest version. The secret is sealed on the way in and never read here. */
type Tx = Prisma.TransactionClient;

const withLatest = { versions: { orderBy: { version: 'desc' }, take: 1 } } as const;

type StoredAgent = Prisma.AgentGetPayload<{ include: typeof withLatest }>;

export interface AgentRow extends Omit<StoredAgent, 'versions' | 'secretCiphertext'> {
  readonly hash: string;
  readonly settings: AgentSettings;
  readonly hasSecret: boolean;
}

function opened({ versions: [latest], secretCiphertext, ...rest }: StoredAgent): AgentRow {
  if (latest === undefined) throw new AppError('NOT_FOUND', 'This agent has no version.');
  const settings = agentSettings.parse(latest.settings);
  return { ...rest, hash: latest.hash, settings, hasSecret: secretCiphertext !== null };
}

export interface AgentPage extends PageAsked {
  readonly search?: string | undefined;
  readonly archived: boolean;
}

export async function listAgentRows(workspaceId: string, page: AgentPage): Promise<AgentRow[]> {
  const rows = await db().agent.findMany({
    where: {
      workspaceId,
      archivedAt: page.archived ? { not: null } : null,
      ...(page.search ? { name: { contains: likeText(page.search), mode: 'insensitive' } } : {}),
      ...afterCursor(page.cursor),
    },
    include: withLatest,
    orderBy: [...NEWEST_FIRST],
    take: page.limit + 1,
  });
  return rows.map(opened);
}

/** @throws AppError NOT_FOUND */
export async function getAgentRow(workspaceId: string, id: string, tx: Tx = db()): Promise<AgentRow> {
  const row = await tx.agent.findFirst({ where: { workspaceId, id }, include: withLatest });
  if (row === null) throw new AppError('NOT_FOUND', 'This agent does not exist.', { context: { id } });
  return opened(row);
}

/** Archived agents are not. */
export async function isAgentThere(workspaceId: string, id: string, tx: Tx): Promise<boolean> {
  return (await tx.agent.count({ where: { workspaceId, id, archivedAt: null } })) > 0;
}

/** Held until the transaction ends, so that two changes make two versions. @throws AppError NOT_FOUND */
export async function lockAgentRow(workspaceId: string, id: string, tx: Tx): Promise<AgentRow> {
  await tx.$queryRaw`select id from "Agent" where id = ${id} and "workspaceId" = ${workspaceId} for update`;
  return getAgentRow(workspaceId, id, tx);
}

export interface NewVersion {
  readonly hash: string;
  readonly settings: AgentSettings;
  readonly createdBy: string;
}

export async function createAgentRow(
  { hash, settings, ...agent }: NewVersion & { id: string; workspaceId: string; name: string },
  tx: Tx,
): Promise<AgentRow> {
  const first = {
    version: 1,
    hash,
    settings: settings as Prisma.InputJsonObject,
    createdBy: agent.createdBy,
  };
  return opened(
    await tx.agent.create({ data: { ...agent, versions: { create: first } }, include: withLatest }),
  );
}

export async function addAgentVersion({ id, version }: AgentRow, given: NewVersion, tx: Tx): Promise<void> {
  const settings = given.settings as Prisma.InputJsonObject;
  await tx.agentVersion.create({ data: { ...given, settings, agentId: id, version: version + 1 } });
  await tx.agent.update({ where: { id }, data: { version: version + 1 } });
}

/** `secret` undefined keeps it, null removes it. */
export async function updateAgentRow(
  id: string,
  { secret, ...change }: { name?: string; archivedAt?: Date | null; secret?: string | null },
  tx: Tx,
): Promise<AgentRow> {
  const sealed = secret && sealSecret(secret, agentSecretContext(id), config().secret);
  const data = { ...change, ...(secret === undefined ? {} : { secretCiphertext: sealed ?? null }) };
  return opened(await tx.agent.update({ where: { id }, data, include: withLatest }));
}

export function listAgentVersions(agentId: string) {
  return db().agentVersion.findMany({
    where: { agentId },
    orderBy: { version: 'desc' },
    take: VERSIONS_MAX,
  });
}

const VERSIONS_MAX = 500;
