import type pg from 'pg';
import { type AgentSettings, agentSettings } from '@/lib/domain/agent';
import { AppError } from '@/lib/errors/app-error';
import { openSecret } from '@/server/adapters/secret-box';
import { config } from '@/server/config/config';

/** Versions of agents as the worker needs them: the settings, and the secret of an agent over HTTP. */
export interface AgentVersion {
  readonly name: string;
  readonly settings: AgentSettings;
  /** sha256 of the settings. */
  readonly hash: string;
}

interface VersionName {
  readonly workspaceId: string;
  readonly agentId: string;
  readonly agentVersion: number;
}

/** @throws AppError NOT_FOUND */
export async function readAgentVersion(pool: pg.Pool, named: VersionName): Promise<AgentVersion> {
  const { rows } = await pool.query<{ name: string; settings: unknown; hash: string }>(
    `SELECT agent.name, version.settings, version.hash FROM "AgentVersion" AS version
     JOIN "Agent" AS agent ON agent.id = version."agentId"
     WHERE agent."workspaceId" = $1 AND agent.id = $2 AND version.version = $3`,
    [named.workspaceId, named.agentId, named.agentVersion],
  );
  const row = rows[0];
  if (row === undefined) throw new AppError('NOT_FOUND', 'This version of the agent does not exist.');
  return { ...row, settings: agentSettings.parse(row.settings) };
}

/** Context that seals the secret of an agent. */
export const agentSecretContext = (agentId: string) => `agent:${agentId}`;

/** Null = the agent has no secret. */
export async function readAgentSecret(
  pool: pg.Pool,
  { workspaceId, agentId }: Pick<VersionName, 'workspaceId' | 'agentId'>,
): Promise<string | null> {
  const { rows } = await pool.query<{ sealed: string | null }>(
    `SELECT "secretCiphertext" AS sealed FROM "Agent" WHERE "workspaceId" = $1 AND id = $2`,
    [workspaceId, agentId],
  );
  const sealed = rows[0]?.sealed ?? null;
  return sealed === null ? null : openSecret(sealed, agentSecretContext(agentId), config().secret);
}
