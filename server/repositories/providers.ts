import { AppError } from '@/lib/errors/app-error';
import { sealSecret } from '@/server/adapters/secret-box';
import { config } from '@/server/config/config';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { headersIfOpen, type ProviderHeaders, sealedHeaders } from './provider-headers';
import type { ProviderValues } from './provider-secret';

/**
 * Providers and their models. Keys and headers are sealed on the way in; no read of this file carries a key.
 */
type Tx = Prisma.TransactionClient;

const withModels = { models: { orderBy: { name: 'asc' } } } as const;
const withoutKey = { keyCiphertext: true } as const;

type StoredRow = Prisma.ProviderGetPayload<{ include: typeof withModels; omit: typeof withoutKey }>;

export type ProviderRow = Omit<StoredRow, 'headers' | 'headersCiphertext'> & {
  readonly headers: ProviderHeaders;
};
export type ModelRow = ProviderRow['models'][number];

export async function listProviderRows(workspaceId: string, archived: boolean): Promise<ProviderRow[]> {
  const rows = await db().provider.findMany({
    where: { workspaceId, archivedAt: archived ? { not: null } : null },
    include: withModels,
    omit: withoutKey,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: 500,
  });
  return rows.map(opened);
}

function opened(row: StoredRow): ProviderRow {
  const { headersCiphertext: _sealed, ...rest } = row;
  return { ...rest, headers: headersIfOpen(row) };
}

/** By id; also of those that are archived, which older settings still name. */
export async function readProviderNames(
  workspaceId: string,
  ids: readonly string[],
): Promise<Record<string, string>> {
  const rows = await db().provider.findMany({
    where: { workspaceId, id: { in: [...ids] } },
    select: { id: true, name: true },
  });
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

/** @throws AppError NOT_FOUND */
export async function getProviderRow(workspaceId: string, id: string, tx: Tx = db()): Promise<ProviderRow> {
  const row = await tx.provider.findFirst({
    where: { workspaceId, id },
    include: withModels,
    omit: withoutKey,
  });
  if (row === null) throw new AppError('NOT_FOUND', 'This provider does not exist.', { context: { id } });
  return opened(row);
}

export async function createProviderRow(
  values: ProviderValues & {
    readonly id: string;
    readonly workspaceId: string;
    readonly apiKey: string | null;
  },
  tx: Tx,
): Promise<ProviderRow> {
  const { apiKey, headers, ...rest } = values;
  const data = { ...rest, ...sealedHeaders(values.id, headers), ...sealedKey(values.id, apiKey) };
  return opened(await tx.provider.create({ data, include: withModels, omit: withoutKey }));
}

/** `apiKey` undefined keeps the key, null deletes it. */
export async function updateProviderRow(
  id: string,
  change: { [Name in keyof ProviderValues]?: ProviderValues[Name] | undefined } & {
    readonly apiKey?: string | null | undefined;
    readonly archivedAt?: Date | null | undefined;
  },
  tx: Tx,
): Promise<ProviderRow> {
  const { apiKey, headers, ...rest } = change;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const data = {
    ...given,
    ...(headers === undefined ? {} : sealedHeaders(id, headers)),
    ...(apiKey === undefined ? {} : sealedKey(id, apiKey)),
  };
  return opened(await tx.provider.update({ where: { id }, data, include: withModels, omit: withoutKey }));
}

export interface ModelValues {
  readonly name: string;
  readonly contextTokens: number;
  readonly usdPerMillionIn: number | null;
  readonly usdPerMillionOut: number | null;
  readonly usdPerMillionCached: number | null;
  readonly pricedAt: Date | null;
}

export function saveModelRow(id: string, providerId: string, values: ModelValues, tx: Tx): Promise<ModelRow> {
  return tx.model.upsert({
    where: { providerId_name: { providerId, name: values.name } },
    create: { id, providerId, ...values },
    update: values,
  });
}

/** @throws AppError NOT_FOUND */
export async function removeModelRow(providerId: string, modelId: string, tx: Tx): Promise<ModelRow> {
  const row = await tx.model.findFirst({ where: { providerId, id: modelId } });
  if (row === null)
    throw new AppError('NOT_FOUND', 'This provider has no such model.', { context: { modelId } });
  return tx.model.delete({ where: { id: modelId } });
}

function sealedKey(id: string, apiKey: string | null) {
  if (apiKey === null) return { keyCiphertext: null, keyHint: null };
  // Four characters of a short key would be half of it.
  const keyHint = apiKey.length >= 16 ? apiKey.slice(-4) : '…';
  return { keyCiphertext: sealSecret(apiKey, id, config().secret), keyHint };
}
