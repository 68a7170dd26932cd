import type pg from 'pg';
import type { JsonValue } from '@/lib/domain/json';
import { AppError } from '@/lib/errors/app-error';
import {
  type CallKey,
  callKeyText,
  type DecisionKey,
  decisionKeyText,
  type Journal,
  type JournaledAnswer,
  type LoggedDecision,
  loggedKeyText,
} from '@/lib/ports/journal';
import { adoptedCalls } from './adopted-calls';
import { holdingOut } from './database-fault';
import { groupCommit } from './group-commit';
import { type NumberedEntry, readLogOrdinals, writeLog } from './journal-log';
import {
  emptyJournal,
  type GivenAnswer,
  insertDecision,
  readAnswer,
  readJournal,
  type SentCall,
  writeAnswers,
  writeSent,
} from './journal-sql';
import { leaseLost, type RunLease } from './lease';
import { storable } from './storable';
import { type UnusableMark, writeUnusable } from './unusable-sql';
import { writeWithdrawn } from './withdraw-sql';

/**
 * The journal on Postgres. What was answered before this process opened it is read at once into memory, so that a
 * resumed run walks through thousands of answered calls without asking the database for each. Writes are gathered
 * into batches and fenced by the run's lease. Knows nothing of models or budgets.
 */
export interface PostgresJournal extends Journal {
  readonly resumedAt: number | null;
  /** Answers that were there when it was opened: not paid by this process. */
  readonly answersFound: number;
}

/**
 * `joins` = a helper that carries single rollouts under the lease of the run's holder: it reads nothing but what
 * it adopts.
 */
export async function openPostgresJournal(
  pool: pg.Pool,
  lease: RunLease,
  opening: 'takes' | 'joins' = 'takes',
): Promise<PostgresJournal> {
  const [found, logged] =
    opening === 'joins'
      ? [emptyJournal(), new Map<string, number>()]
      : await holdingOut(() =>
          Promise.all([readJournal(pool, lease.runId), readLogOrdinals(pool, lease.runId)]),
        );
  const carried = adoptedCalls(pool, lease.runId, found);
  // Unique to this lease, so that a write repeated after a lost connection is not taken for a second dispatch.
  const dispatcher = `${lease.worker}#${lease.fence}`;
  const answeredHere = new Set<string>();
  let awayMs = 0;
  const onAway = (ms: number) => {
    awayMs += ms;
  };

  const send = groupCommit((calls: readonly SentCall[]) =>
    holdingOut(
      async () => {
        if (!(await writeSent(pool, lease, dispatcher, calls))) throw leaseLost(lease);
        return calls;
      },
      { onAway },
    ),
  );

  // Paid for, so held until they are written: the lanes bound how many there can be.
  const answer = groupCommit((answers: readonly GivenAnswer[]) =>
    holdingOut(
      async () => {
        const written = await writeAnswers(pool, lease, answers);
        if (written === null) throw leaseLost(lease);
        return answers.map(({ key }) => written.has(key));
      },
      { onAway, limitMs: Number.POSITIVE_INFINITY },
    ),
  );

  const withdraw = groupCommit((keys: readonly string[]) =>
    holdingOut(async () => {
      if (!(await writeWithdrawn(pool, lease, dispatcher, keys))) throw leaseLost(lease);
      return keys;
    }),
  );

  const markUnusable = groupCommit((marks: readonly UnusableMark[]) =>
    holdingOut(
      async () => {
        if (!(await writeUnusable(pool, lease, marks))) throw leaseLost(lease);
        return marks;
      },
      { onAway },
    ),
  );

  const log = groupCommit((entries: readonly NumberedEntry[]) =>
    holdingOut(async () => {
      if (!(await writeLog(pool, lease, entries))) throw leaseLost(lease);
      return entries;
    }),
  );

  async function answered(key: CallKey): Promise<JournaledAnswer | undefined> {
    const text = callKeyText(key);
    const before = found.answers.get(text);
    if (before) return { ...before, replayed: true };
    const adopted = carried.take(text);
    if (adopted) answeredHere.add(text);
    if (adopted) return adopted;
    // Asked again in the process that paid: rare, so it is not worth the memory to keep every reply.
    return answeredHere.has(text) ? storedAnswer(text) : undefined;
  }

  async function storedAnswer(key: string): Promise<JournaledAnswer> {
    const stored = await holdingOut(() => readAnswer(pool, lease.runId, key));
    if (!stored) throw new AppError('INVARIANT_BROKEN', `The call ${key} was answered but never sent.`);
    return { ...stored, replayed: false };
  }

  return {
    resumedAt: found.resumedAt,
    lostInFlight: found.lostInFlight,
    answersFound: found.answers.size,
    answered,
    get awayMs() {
      return awayMs;
    },
    adopt: carried.adopt,

    async recordSent(key, request) {
      await send({ key, keyText: callKeyText(key), request });
    },

    async withdraw(key) {
      await withdraw(callKeyText(key));
    },

    async markUnusable(key, cause) {
      await markUnusable({ key: callKeyText(key), cause });
    },

    async recordAnswer(key, given) {
      const text = callKeyText(key);
      const before = found.answers.get(text);
      if (before) return { ...before, replayed: true };
      const record = storable(given);
      if (!(await answer({ key: text, record }))) return storedAnswer(text);
      answeredHere.add(text);
      return { ...record, replayed: false };
    },

    async decide<T extends JsonValue>(key: DecisionKey, make: () => T | Promise<T>): Promise<T> {
      const text = decisionKeyText(key);
      const known = found.decisions.get(text);
      if (known !== undefined) return known as T;
      const made = storable((await make()) as JsonValue);
      const stored = await holdingOut(() => insertDecision(pool, lease, { ...key, text }, made), { onAway });
      if (stored === undefined) throw leaseLost(lease);
      found.decisions.set(text, stored);
      return stored as T;
    },
    decided: async <T extends JsonValue>(key: DecisionKey) =>
      found.decisions.get(decisionKeyText(key)) as T | undefined,

    async log(entry: LoggedDecision) {
      const { iteration, kind } = entry;
      const place = `${kind}/${iteration}`;
      const ordinal = logged.get(place) ?? 0;
      logged.set(place, ordinal + 1);
      await log({ key: loggedKeyText(entry, ordinal), iteration, kind, value: storable(entry.value) });
    },
  };
}
