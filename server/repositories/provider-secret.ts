import type pg from 'pg';
import { AppError } from '@/lib/errors/app-error';
import { openSecret } from '@/server/adapters/secret-box';
import { config } from '@/server/config/config';
import { openHeaders, type StoredHeaders } from './provider-headers';

/** The one read that opens a provider's key, in SQL of its own: the flag server calls providers without the object mapper. */
export interface ProviderValues {
  readonly name: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly behaviouralHeaders: string[];
  readonly practice: boolean;
  readonly hardware: string;
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly maxAttempts: number;
  readonly acceleratorsPerCall: number | null;
  readonly allowsLoopback: boolean;
}

export interface ReachableProvider extends ProviderValues {
  readonly id: string;
  readonly apiKey: string | null;
}

type Stored = Omit<ReachableProvider, 'apiKey' | 'headers'> &
  StoredHeaders & { readonly keyCiphertext: string | null };

const READ = `
  SELECT id, name, "baseUrl", "keyCiphertext", headers, "headersCiphertext", "behaviouralHeaders", practice, hardware,
    "requestsPerMinute", "tokensPerMinute", concurrency, "timeoutMs", "maxAttempts", "acceleratorsPerCall",
    "allowsLoopback"
  FROM "Provider" WHERE "workspaceId" = $1 AND id = $2`;

/**
 * The provider with its key decrypted, for the adapters that make the calls only.
 * @throws AppError NOT_FOUND; CONFIG_INVALID where it was sealed under another secret
 */
export async function readProviderSecret(
  pool: pg.Pool,
  workspaceId: string,
  id: string,
): Promise<ReachableProvider> {
  const { rows } = await pool.query<Stored>(READ, [workspaceId, id]);
  const [row] = rows;
  if (row === undefined)
    throw new AppError('NOT_FOUND', 'This provider does not exist (any more).', { context: { id } });
  const { keyCiphertext, headersCiphertext: _sealed, ...rest } = row;
  const apiKey = keyCiphertext === null ? null : openSecret(keyCiphertext, id, config().secret);
  return { ...rest, headers: openHeaders(row), apiKey };
}
