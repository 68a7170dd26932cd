import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type EndState, type EndStateScore, scoreEndState } from './end-state';
import { officeTaskIn, practiceOffice } from './practice-office';
import { type Said, World } from './world';

/**
 * The worlds of this process and their receipts. A world is opened for one rollout; closing its ticket gives a receipt,
 * signed with a secret that no agent sees. An evaluator that is shown a receipt looks up the end state that was kept under it,
 * so nothing that an agent says of its own work counts.
 *
 * A receipt serves one scoring call (and its repetitions under one key): an agent cannot show a good one twice. After a restart
 * worlds are gone while signatures still hold, so such a score is missing instead of 0.
 */
const WORLDS_MAX = 20_000;
const SECRET_BYTES = 32;
const OWNER_ONLY = 0o600;

interface Kept {
  readonly world: World;
  /** Key of the scoring call that was answered from it. */
  scoredUnder?: string;
}

export type Verdict =
  | ({ readonly kind: 'scored' } & EndStateScore)
  /** No receipt of a world of this office, or one that was used before: score 0. */
  | { readonly kind: 'worthless'; readonly why: string }
  /** The world was lost with a restart: no score. */
  | { readonly kind: 'lost' };

const RECEIPT = /\bR-([0-9a-f]{16})-([0-9a-f]{16})\b/;

export class KeptWorlds {
  private readonly worlds = new Map<string, Kept>();

  constructor(private readonly secret: Buffer) {}

  static async open(dataDir: string): Promise<KeptWorlds> {
    const file = path.join(dataDir, 'practice-office.secret');
    await mkdir(dataDir, { recursive: true });
    const fresh = randomBytes(SECRET_BYTES);
    // The first process to come writes it; every later one reads it.
    await writeFile(file, fresh.toString('hex'), { flag: 'wx', mode: OWNER_ONLY }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
    return new KeptWorlds(Buffer.from(await readFile(file, 'utf8'), 'hex'));
  }

  /** The id of a fresh world. */
  start(): string {
    const id = randomBytes(8).toString('hex');
    this.worlds.set(id, { world: new World(practiceOffice().shop) });
    const [oldest] = this.worlds.keys();
    if (this.worlds.size > WORLDS_MAX && oldest !== undefined) this.worlds.delete(oldest);
    return id;
  }

  has(id: string): boolean {
    return this.worlds.has(id);
  }

  /** Undefined where there is no such world. */
  use(id: string, tool: string, input: unknown): Said | undefined {
    const kept = this.worlds.get(id);
    if (kept === undefined) return undefined;
    const wasClosed = kept.world.isClosed;
    const said = kept.world.use(tool, input);
    if (wasClosed || !kept.world.isClosed) return said;
    return { ...said, text: JSON.stringify({ ...JSON.parse(said.text), receipt: this.receiptOf(id) }) };
  }

  /** `key` names the scoring call. */
  score({ question, answer, key }: { question: string; answer: string; key: string }): Verdict {
    const receipt = RECEIPT.exec(answer);
    if (receipt === null) return { kind: 'worthless', why: 'The ticket was not closed.' };
    const [text, id = ''] = receipt;
    if (!isSame(text, this.receiptOf(id)))
      return { kind: 'worthless', why: 'The receipt is not of this office.' };
    const kept = this.worlds.get(id);
    if (kept === undefined) return { kind: 'lost' };
    if (kept.scoredUnder !== undefined && kept.scoredUnder !== key)
      return { kind: 'worthless', why: 'The receipt was used before.' };
    kept.scoredUnder = key;
    const expected: EndState = officeTaskIn(question)?.expected ?? new Map();
    return { kind: 'scored', ...scoreEndState(kept.world.endState, expected) };
  }

  private receiptOf(id: string): string {
    return `R-${id}-${createHmac('sha256', this.secret).update(id).digest('hex').slice(0, 16)}`;
  }
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
