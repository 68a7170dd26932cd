import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import type { Written } from './made-up-record';
import { endedRow, NOTHING_TOLD, type OpenRun, toldMore } from './made-up-run-row';
import { keepSearchable } from './searchable';
import { noRows, type Rows, writeRows } from './write-rows';

/**
 * Writes made-up runs into the database, thousands of facts a transaction: one is written while the next is
 * made. The search index, kept by a trigger, costs most. If the database permits, these inserts bypass the
 * ledger's triggers (SET LOCAL in their own transactions; other sessions are unaffected and no table is
 * locked), and `makeSearchable` writes the same rows at once.
 * This requires a superuser, as in the embedded Postgres; other users write the slow way, through the
 * triggers.
 */
export class RunWriter {
  private waiting: Rows = noRows();
  private writing: Promise<Fault | null> = Promise.resolve(null);
  /** Measurements on held-out examples, by registration. */
  private readonly heldOutUses = new Map<string, number>();

  private constructor(
    private readonly pool: pg.Pool,
    private readonly client: pg.PoolClient,
    private readonly isSilent: boolean,
  ) {}

  /** The caller closes it. */
  static async open(pool: pg.Pool): Promise<RunWriter> {
    const client = await pool.connect();
    const { rows } = await client.query('SELECT rolsuper FROM pg_roles WHERE rolname = current_user');
    return new RunWriter(pool, client, rows[0]?.rolsuper === true);
  }

  async close(): Promise<void> {
    await this.writing;
    this.client.release();
  }

  /** Returns the number of the run's last fact. Rows may be unwritten until `flush`. */
  async keep(
    run: OpenRun,
    portions: Iterable<Written>,
    tell: (portions: number) => void = () => undefined,
  ): Promise<number> {
    const { runId, manifest } = run;
    this.waiting.runs.push(run);
    let told = NOTHING_TOLD;
    let taken = 0;
    for (const { facts, calls, texts } of portions) {
      for (const [hash, text] of texts) this.waiting.texts.set(hash, text);
      for (const call of calls) this.waiting.calls.push({ runId, call });
      for (const [index, fact] of facts.entries())
        this.waiting.facts.push({ runId, seq: told.lastSeq + index + 1, fact });
      told = toldMore(told, facts);
      taken += 1;
      if (taken % TELL_EVERY === 0) tell(taken);
      if (this.waiting.facts.length >= FACTS_AT_ONCE) await this.write();
      // A pending write advances only while this process is idle.
      else await turn();
    }
    this.waiting.ended.push(endedRow(run, told));
    const { registrationId } = manifest.split;
    this.heldOutUses.set(registrationId, (this.heldOutUses.get(registrationId) ?? 0) + told.measured);
    return told.lastSeq;
  }

  /** Waits until all kept rows are written. */
  async flush(): Promise<void> {
    await this.write();
    await this.written();
    for (const [registrationId, uses] of this.heldOutUses)
      await this.client.query(COUNT_USES, [registrationId, uses]);
    this.heldOutUses.clear();
  }

  /** Call after `flush`; older runs first, so that newer hits come first. */
  makeSearchable(runIds: readonly string[]): Promise<void> {
    return keepSearchable(this.pool, runIds);
  }

  private async write(): Promise<void> {
    const rows = this.waiting;
    this.waiting = noRows();
    await this.written();
    this.writing = this.inTransaction(rows).then(
      () => null,
      (reason: unknown) => ({ reason }),
    );
  }

  private async written(): Promise<void> {
    const fault = await this.writing;
    if (fault !== null) throw fault.reason;
  }

  private async inTransaction(rows: Rows): Promise<void> {
    const { client } = this;
    try {
      // A server crash may lose the last rows, which can be made again.
      await client.query('BEGIN; SET LOCAL synchronous_commit = off');
      await writeRows(client, rows, this.isSilent);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
  }
}

interface Fault {
  readonly reason: unknown;
}

const FACTS_AT_ONCE = 4_000;
const TELL_EVERY = 500;

const COUNT_USES = `
UPDATE "SplitRegistration" SET "heldOutUses" = "heldOutUses" + $2, "pinnedAt" = COALESCE("pinnedAt", now())
WHERE id = $1`;
