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

/** Message lists as hashes, and the texts among them that may not be stored yet. */
export interface HashedTexts {
  readonly byHash: readonly (readonly MessageByHash[])[];
  /** Sorted, so that two writers who meet on the same texts take their locks in the same order. */
  readonly hashes: readonly string[];
  readonly bodies: readonly string[];
  /** Call once the texts are committed. */
  stored(): void;
}

export function hashTexts(pool: pg.Pool, lists: readonly (readonly ChatMessage[])[]): HashedTexts {
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
  const hashes = [...fresh.keys()].sort();
  return {
    byHash,
    hashes,
    bodies: hashes.map((hash) => fresh.get(hash) ?? ''),
    stored() {
      if (known.size > STORED_MAX) known.clear();
      for (const hash of hashes) known.add(hash);
    },
  };
}

/** Stores a text that is not stored yet; returns its hash. A text without a call does no harm, so no transaction. */
export async function storeText(pool: pg.Pool, content: string): Promise<string> {
  const texts = hashTexts(pool, [[{ role: 'system', content }]]);
  if (texts.hashes.length > 0) {
    await pool.query(`INSERT INTO "Text" (hash, body) ${FRESH_TEXTS(1)}`, [texts.hashes, texts.bodies]);
    texts.stored();
  }
  return texts.byHash[0]?.[0]?.textHash ?? '';
}

/** The rows of two parameters, `hashes` at the given place and `bodies` after it. */
export const FRESH_TEXTS = (place: number): string =>
  `SELECT * FROM unnest($${place}::text[], $${place + 1}::text[]) ON CONFLICT (hash) DO NOTHING`;

/** By database: two pools of one process may look at different ones. */
function knownOf(pool: pg.Pool): Set<string> {
  const database = pool.options.connectionString ?? `${pool.options.host}/${pool.options.database}`;
  const known = stored.get(database) ?? new Set();
  stored.set(database, known);
  return known;
}
