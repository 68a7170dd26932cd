import { db } from '@/server/db/client';

/**
 * Rows of the in-request iteration service. One request claims a row for a limited time; only the holder of the claim
 * writes, and its calls are journaled inside the row. The claim of a request that died expires.
 */
export interface ClaimedRequest {
  readonly claim: 'held' | 'busy' | 'answered' | 'other';
  /** Calls answered by an earlier try, and the result where there is one. */
  readonly stored: StoredRequest;
}

export interface StoredRequest {
  readonly calls?: Readonly<Record<string, unknown>>;
  readonly answer?: unknown;
}

export interface Claim {
  readonly id: string;
  readonly owner: string;
}

interface Row {
  readonly requestHash: string;
  readonly status: string;
  readonly result: StoredRequest;
  readonly owner: string | null;
}

export async function claimRequest(
  wanted: Claim & { readonly workspaceId: string; readonly requestHash: string; readonly claimMs: number },
): Promise<ClaimedRequest> {
  const { id, owner, workspaceId, requestHash, claimMs } = wanted;
  const until = Date.now() + claimMs;
  const fresh = JSON.stringify({ owner, until, calls: {} });
  await db().$executeRaw`
    insert into "IterationRequest" (id, "workspaceId", "requestHash", status, result)
    values (${id}, ${workspaceId}, ${requestHash}, 'working', ${fresh}::jsonb) on conflict (id) do nothing`;
  // One statement decides between two requests that come at the same moment.
  await db().$executeRaw`
    update "IterationRequest"
    set result = result || jsonb_build_object('owner', ${owner}::text, 'until', ${until}::bigint)
    where id = ${id} and status = 'working' and "requestHash" = ${requestHash}
      and (result->>'until')::bigint < ${Date.now()}::bigint`;
  const [row] = await db().$queryRaw<Row[]>`
    select "requestHash", status, result, result->>'owner' as owner from "IterationRequest" where id = ${id}`;
  if (row === undefined) return { claim: 'busy', stored: {} };
  if (row.requestHash !== requestHash) return { claim: 'other', stored: {} };
  if (row.status === 'answered') return { claim: 'answered', stored: row.result };
  return { claim: row.owner === owner ? 'held' : 'busy', stored: row.result };
}

/** False when another request holds the claim by now. */
export async function storeCall({ id, owner }: Claim, key: string, call: unknown): Promise<boolean> {
  const written = await db().$executeRaw`
    update "IterationRequest"
    set result = jsonb_set(result, array['calls', ${key}], ${JSON.stringify(call)}::jsonb, true)
    where id = ${id} and status = 'working' and result->>'owner' = ${owner}`;
  return written === 1;
}

export async function extendClaim({ id, owner }: Claim, claimMs: number): Promise<void> {
  await db().$executeRaw`
    update "IterationRequest" set result = result || jsonb_build_object('until', ${Date.now() + claimMs}::bigint)
    where id = ${id} and status = 'working' and result->>'owner' = ${owner}`;
}

/** A failed request gives its claim back, so that the next try need not wait. */
export async function releaseClaim(claim: Claim): Promise<void> {
  await extendClaim(claim, -1);
}

/** The calls stay: they say what was paid for. */
export async function storeAnswer({ id, owner }: Claim, answer: unknown): Promise<boolean> {
  const written = await db().$executeRaw`
    update "IterationRequest" set status = 'answered', "finishedAt" = now(),
      result = jsonb_set(result, '{answer}', ${JSON.stringify(answer)}::jsonb, true)
    where id = ${id} and status = 'working' and result->>'owner' = ${owner}`;
  return written === 1;
}
