import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AnswerKeys } from './answer-keys';
import { sha256Hex } from './hashing';

/**
 * Keeps registered answer keys on disk, one file a key, so that a restart forgets nothing. A file is written beside
 * its place and renamed, so a crash leaves the old key or the new one, never half a key.
 */
export const answerKeyBody = z.object({
  profile: z.enum(['formula', 'finer']),
  entries: z
    .array(
      z.object({
        question: z.string().min(1),
        expected: z.string(),
        exampleId: z.string().min(1).max(300),
        groupKey: z.string().max(500).nullable(),
      }),
    )
    .max(200_000),
});

const storedKey = z.object({ rank: z.number().int(), key: answerKeyBody });

/** The right answers of a data set are for the owner of the process alone. */
const OWNER_ONLY = 0o600;

/** The id becomes a file name, hence the narrow alphabet. */
export const ANSWER_KEY_ID = /^[A-Za-z0-9_-]{1,100}$/;

export interface Registration {
  readonly id: string;
  readonly questions: number;
  /** True when the same key was already there: nothing was written. */
  readonly unchanged: boolean;
}

interface Held {
  readonly rank: number;
  readonly contentHash: string;
  readonly questions: number;
}

export class AnswerKeyStore {
  readonly keys = new AnswerKeys();
  private readonly held = new Map<string, Held>();
  private writing: Promise<unknown> = Promise.resolve();

  private constructor(private readonly folder: string) {}

  /** Reads what an earlier process kept, in the order of first registration. */
  static async open(dataDir: string): Promise<AnswerKeyStore> {
    const store = new AnswerKeyStore(path.join(dataDir, 'practice'));
    await mkdir(store.folder, { recursive: true, mode: 0o700 });
    const stored = [];
    for (const name of await readdir(store.folder)) {
      const id = path.basename(name, '.json');
      if (!name.endsWith('.json') || !ANSWER_KEY_ID.test(id)) continue;
      // Files of an older version may be readable by others.
      await chmod(path.join(store.folder, name), OWNER_ONLY);
      stored.push({ id, ...(await readStored(path.join(store.folder, name))) });
    }
    for (const { id, rank, key } of stored.sort((a, b) => a.rank - b.rank)) {
      const questions = store.keys.register(id, key);
      store.held.set(id, { rank, contentHash: sha256Hex(JSON.stringify(key)), questions });
    }
    return store;
  }

  /** Registers or replaces a key; one at a time, so that two at once cannot take the same rank. */
  register(id: string, key: z.infer<typeof answerKeyBody>): Promise<Registration> {
    const turn = this.writing.then(() => this.registerNow(id, key));
    // The next in line waits for this one's end, however it ends; its failure goes to its own caller.
    this.writing = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  }

  private async registerNow(id: string, key: z.infer<typeof answerKeyBody>): Promise<Registration> {
    const contentHash = sha256Hex(JSON.stringify(key));
    const before = this.held.get(id);
    if (before?.contentHash === contentHash) return { id, questions: before.questions, unchanged: true };
    const rank = before?.rank ?? this.nextRank();
    await this.write(id, JSON.stringify({ rank, key }));
    const questions = this.keys.register(id, key);
    this.held.set(id, { rank, contentHash, questions });
    return { id, questions, unchanged: false };
  }

  private nextRank(): number {
    return Math.max(0, ...Array.from(this.held.values(), ({ rank }) => rank + 1));
  }

  private async write(id: string, text: string): Promise<void> {
    const draft = path.join(this.folder, `${id}.${randomUUID()}.draft`);
    try {
      await writeFile(draft, text, { flush: true, mode: OWNER_ONLY });
      await rename(draft, path.join(this.folder, `${id}.json`));
    } catch (cause) {
      await rm(draft, { force: true });
      throw new Error(`The answer key ${id} could not be kept; free some disk space and register it again.`, {
        cause,
      });
    }
  }
}

async function readStored(file: string): Promise<z.infer<typeof storedKey>> {
  try {
    return storedKey.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new Error(`The answer key in ${file} cannot be read; delete the file and start again.`, { cause });
  }
}
