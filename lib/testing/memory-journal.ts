import { AppError } from '@/lib/errors/app-error';
import {
  type AnswerRecord,
  callKeyText,
  decisionKeyText,
  type Journal,
  type JsonValue,
  loggedKeyText,
  type SentRequest,
} from '@/lib/ports/journal';

/**
 * What outlives a worker. Opening a journal on it takes the lease: journals opened earlier are refused from then on,
 * just as a database refuses a worker whose fence is old.
 */
export interface JournalStore {
  fence: number;
  readonly calls: Map<string, StoredCall>;
  readonly decisions: Map<string, JsonValue>;
  /** What was logged, under keys that sort as it was numbered. */
  readonly logged: Map<string, JsonValue>;
}

export interface StoredCall {
  readonly iteration: number;
  request: SentRequest;
  dispatches: number;
  /** Fence of the process that sent it last: only another process's sending counts as one more dispatch. */
  sentBy: number;
  answer: AnswerRecord | null;
}

/** Stands for the sender of a call that was withdrawn: whoever sends it next is a new one. */
const NOBODY = 0;

/** A second call of the same process adds to what may be lost; what was reserved once is never forgotten. */
function withMoreRoom(known: SentRequest, again: SentRequest): SentRequest {
  return {
    ...known,
    reservedTokens: Math.max(known.reservedTokens, again.reservedTokens),
    reservedUsd: Math.max(known.reservedUsd, again.reservedUsd),
  };
}

export function journalStore(): JournalStore {
  return { fence: 0, calls: new Map(), decisions: new Map(), logged: new Map() };
}

/** The journal's fake. Same contract suite as the one on Postgres. */
export function memoryJournal(
  store: JournalStore = journalStore(),
): Journal & { readonly store: JournalStore } {
  store.fence += 1;
  const fence = store.fence;
  const before = [...store.calls].filter(([, call]) => call.answer !== null);
  const answeredBefore = new Set(before.map(([key]) => key));
  const lost = [...store.calls.values()].flatMap((call) =>
    Array.from({ length: call.answer === null ? call.dispatches : call.dispatches - 1 }, () => call.request),
  );

  const assertLease = () => {
    if (store.fence !== fence) throw new AppError('LEASE_LOST', 'Another worker carries this run now.');
  };
  const withOrigin = (key: string, answer: AnswerRecord) => ({
    ...answer,
    replayed: answeredBefore.has(key),
  });

  return {
    store,
    resumedAt: store.calls.size === 0 ? null : Math.max(...[...store.calls.values()].map((c) => c.iteration)),
    lostInFlight: {
      calls: lost.length,
      reservedTokens: lost.reduce((sum, request) => sum + request.reservedTokens, 0),
      reservedUsd: lost.reduce((sum, request) => sum + request.reservedUsd, 0),
    },
    async answered(key) {
      const text = callKeyText(key);
      const answer = store.calls.get(text)?.answer;
      return answer ? withOrigin(text, answer) : undefined;
    },
    async recordSent(key, request) {
      assertLease();
      const known = store.calls.get(callKeyText(key));
      if (known && known.sentBy !== fence) known.dispatches += 1;
      if (known) {
        known.sentBy = fence;
        known.request = withMoreRoom(known.request, request);
      } else
        store.calls.set(callKeyText(key), {
          iteration: key.iteration,
          request,
          dispatches: 1,
          sentBy: fence,
          answer: null,
        });
    },
    async withdraw(key) {
      assertLease();
      const call = store.calls.get(callKeyText(key));
      if (!call || call.answer !== null || call.sentBy !== fence) return;
      call.dispatches -= 1;
      call.sentBy = NOBODY;
    },
    async recordAnswer(key, answer) {
      assertLease();
      const text = callKeyText(key);
      const call = store.calls.get(text);
      if (!call) throw new AppError('INVARIANT_BROKEN', `The call ${text} was answered but never sent.`);
      call.answer ??= answer;
      return withOrigin(text, call.answer);
    },
    async decide<T extends JsonValue>(key: Parameters<Journal['decide']>[0], make: () => T | Promise<T>) {
      assertLease();
      const text = decisionKeyText(key);
      if (!store.decisions.has(text)) {
        const made = await make();
        assertLease();
        if (!store.decisions.has(text)) store.decisions.set(text, made);
      }
      return store.decisions.get(text) as T;
    },
    async decided<T extends JsonValue>(key: Parameters<Journal['decide']>[0]) {
      return store.decisions.get(decisionKeyText(key)) as T | undefined;
    },
    async log(entry) {
      assertLease();
      let ordinal = 0;
      while (store.logged.has(loggedKeyText(entry, ordinal))) ordinal += 1;
      store.logged.set(loggedKeyText(entry, ordinal), entry.value);
    },
  };
}
