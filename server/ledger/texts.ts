import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { ChatMessage } from '@/lib/ports/language-model';
import { storable } from './storable';

/**
 * Texts kept once under the sha256 of what they say. An iteration's thousand prompts share one playbook: it is
 * stored once, and each call keeps hashes only.
 */
export interface MessageByHash {
  readonly role: ChatMessage['role'];
  readonly textHash: string;
}

/** Texts that this process knows to be stored. Cleared rather than aged: a repeated text is found by its conflict. */
const stored = new Map<string, Set<string>>();
const STORED_MAX = 50_000;

/** Stores what is new and gives each list back as hashes. A text without a call does no harm, so no transaction. */
export async function storeTexts(
  pool: pg.Pool,
  lists: readonly (readonly ChatMessage[])[],
): Promise<MessageByHash[][]> {
  const known = knownOf(pool);
  const fresh = new Map<string, string>();
  const byHash = lists.map((list) =>
    list.map(({ role, content }) => {
      const body = storable(content);
      const textHash = createHash('sha256').update(body).digest('hex');
      if (!known.has(textHash)) fresh.set(textHash, body);
      return { role, textHash };
    }),
  );
  if (fresh.size > 0) {
    // Sorted, so that two writers who meet on the same texts take their locks in the same order.
    const hashes = [...fresh.keys()].sort();
    await pool.query(
      `INSERT INTO "Text" (hash, body) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT (hash) DO NOTHING`,
      [hashes, hashes.map((hash) => fresh.get(hash))],
    );
    if (known.size > STORED_MAX) known.clear();
    for (const hash of hashes) known.add(hash);
  }
  return byHash;
}

/** By database: two pools of one process may look at different ones. */
function knownOf(pool: pg.Pool): Set<string> {
  const database = pool.options.connectionString ?? `${pool.options.host}/${pool.options.database}`;
  const known = stored.get(database) ?? new Set();
  stored.set(database, known);
  return known;
}
