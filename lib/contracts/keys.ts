import { z } from 'zod';
import { KEY_SCOPES } from '@/lib/domain/actor';
import { displayName, identifier, timestamp } from './identifier';
import { operation } from './operation';
import { listOf } from './page';

/** Keys of the API. The secret is shown once, in the answer that makes it; afterwards only its first characters. */
export const roleName = z.enum(['owner', 'experimenter', 'reviewer', 'viewer']);

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  role: roleName,
  scopes: z.array(z.string()).describe('A key with scopes does only what they say, whatever its role.'),
  prefix: z.string(),
  createdBy: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
  expiresAt: timestamp.nullable(),
  revokedAt: timestamp.nullable(),
});

export type ApiKeyView = z.infer<typeof apiKey>;

export const createKeyBody = z.strictObject({
  name: displayName,
  role: roleName,
  /** With a scope the key does nothing else: `rollouts:run` leases rollouts as a runner. */
  scopes: z.array(z.enum(KEY_SCOPES)).max(KEY_SCOPES.length).default([]),
  /** Null or left out: until it is revoked. */
  expiresInDays: z.int().min(1).max(3650).nullable().default(null),
});

export type CreateKeyInput = z.infer<typeof createKeyBody>;

export const listKeys = operation({
  id: 'listKeys',
  method: 'GET',
  path: '/api/v1/keys',
  tag: 'Keys',
  summary: 'Keys of the workspace, revoked ones included',
  permission: 'administer',
  scope: 'workspace',
  response: listOf(apiKey),
});

export const createKey = operation({
  id: 'createKey',
  method: 'POST',
  path: '/api/v1/keys',
  tag: 'Keys',
  summary: 'Make a key; its secret is in this answer and nowhere else',
  permission: 'administer',
  scope: 'workspace',
  body: createKeyBody,
  response: z.object({ key: apiKey, secret: z.string() }),
  status: 201,
});

export const revokeKey = operation({
  id: 'revokeKey',
  method: 'DELETE',
  path: '/api/v1/keys/{keyId}',
  tag: 'Keys',
  summary: 'Revoke a key at once',
  permission: 'administer',
  scope: 'keyId',
  params: z.object({ keyId: identifier }),
  response: apiKey,
});
