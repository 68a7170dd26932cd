import type pg from 'pg';
import type { Role } from '@/lib/domain/actor';

/** A key as those who serve flags look it up: over their own connections, and marked as used in the same breath. */
export interface ServingKeyRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly role: Role;
  readonly revokedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly slotId: string | null;
  readonly scopes: string[];
  readonly isBrowser: boolean;
  readonly origins: string[];
}

/** The key's row is written at most once a minute. */
const FIND = `
  WITH touched AS (
    UPDATE "ApiKey" SET "lastUsedAt" = now()
    WHERE "secretHash" = ANY($1) AND "revokedAt" IS NULL
      AND ("lastUsedAt" IS NULL OR "lastUsedAt" < now() - interval '1 minute'))
  SELECT "secretHash", id, "workspaceId", name, role::text AS role, "revokedAt", "expiresAt", "slotId", scopes,
    "isBrowser", origins
  FROM "ApiKey" WHERE "secretHash" = ANY($1)`;

/** Keys by the hash of their secret; unknown hashes are left out. */
export async function findServingKeys(
  pool: pg.Pool,
  secretHashes: readonly string[],
): Promise<ReadonlyMap<string, ServingKeyRow>> {
  const { rows } = await pool.query<ServingKeyRow & { readonly secretHash: string }>(FIND, [secretHashes]);
  return new Map(rows.map(({ secretHash, ...row }) => [secretHash, row]));
}
