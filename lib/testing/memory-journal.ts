import type { CauseCode } from '@/lib/domain/cause';
import type { JsonValue } from '@/lib/domain/json';
import type { CallPurpose } from '@/lib/domain/model-role';
import { AppError } from '@/lib/errors/app-error';
import {
  type AdoptedCalls,
  type AnswerRecord,
  callKeyText,
  decisionKeyText,
  type Journal,
  loggedKeyText,
  type SentRequest,
} from '@/lib/ports/journal';

/**
 * The part of a journal that outlives a worker. Opening a journal on it takes the lease: journals opened
 * earlier are refused from then on, just as a database refuses a worker with an old fence.
 */
export interface JournalStore {
  fence: number;
  /** Processes that have opened it. */
  opened: number;
  readonly calls: Map<string, StoredCall>;
  readonly decisions: Map<string, JsonValue>;
  /** Logged entries, under keys that sort by their number. */
  readonly logged: Map<string, JsonValue>;
}

export interface StoredCall {
  readonly iteration: number;
  request: SentRequest;
  dispatches: number;
  /** The process that sent it last: only a send by another process counts as one more dispatch. */
  sentBy: number;
  answer: AnswerRecord | null;
  unusable: CauseCode | null;
}

const unanswered = ({ answer, dispatches }: StoredCall) => (answer === null ? dispatches : dispatches - 1);

/** Sender of a withdrawn call: the process that sends it next counts as a new one. */
const NO_PROCESS = 0;

/**
 * A second call of the same process increases the possible loss; an earlier reservation is never forgotten.
 */
function withMoreRoom(known: SentRequest, again: SentRequest): SentRequest {
  return {
    ...known,
    reservedTokens: Math.max(known.reservedTokens, again.reservedTokens),
    reservedUsd: Math.max(known.reservedUsd, again.reservedUsd),
  };
}

export function journalStore(): JournalStore {
  return { fence: 0, opened: 0, calls: new Map(), decisions: new Map(), logged: new Map() };
}

/**
 * In-memory fake of the journal, under the same contract suite as the one on Postgres. `joins` simulates a
 * helper that writes under the lease of the run's holder.
 */
export function memoryJournal(
  store: JournalStore = journalStore(),
  opening: 'takes' | 'joins' = 'takes',
): Journal & { readonly store: JournalStore } {
  if (opening === 'takes') store.fence += 1;
  const fence = store.fence;
  store.opened += 1;
  const self = store.opened;
  const before = [...store.calls].filter(([, call]) => call.answer !== null);
  // A helper charges itself only for answers that it adopts.
  const answeredBefore = new Set(opening === 'takes' ? before.map(([key]) => key) : []);
  const lost = [...store.calls.values()].flatMap((call) =>
    Array.from({ length: unanswered(call) }, () => call.request),
  );

  const lostBefore = new Map(
    (opening === 'takes' ? [...store.calls] : []).map(([key, call]) => [key, unanswered(call)]),
  );
  const adopted = new Set<string>();

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
    async adopt({ iteration, calls }) {
      const answers: AdoptedCalls['answers'][number][] = [];
      const lost = { calls: 0, reservedTokens: 0, reservedUsd: 0 };
      for (const [key, call] of store.calls) {
        const [at, purpose, ordinal] = key.split('/');
        const isOfPlace = calls.some((one) => one.purpose === purpose && `${one.ordinal}` === ordinal);
        if (`${iteration}` !== at || !isOfPlace || adopted.has(key)) continue;
        adopted.add(key);
        if (call.answer !== null && !answeredBefore.has(key)) {
          answers.push({ purpose: purpose as CallPurpose, answer: call.answer });
        }
        const newlyLost = unanswered(call) - (lostBefore.get(key) ?? 0);
        lost.calls += newlyLost;
        lost.reservedTokens += newlyLost * call.request.reservedTokens;
        lost.reservedUsd += newlyLost * call.request.reservedUsd;
      }
      return { answers, lost };
    },
    async recordSent(key, request) {
      assertLease();
      const known = store.calls.get(callKeyText(key));
      if (known && known.sentBy !== self) known.dispatches += 1;
      if (known) {
        known.sentBy = self;
        known.request = withMoreRoom(known.request, request);
      } else
        store.calls.set(callKeyText(key), {
          iteration: key.iteration,
          request,
          dispatches: 1,
          sentBy: self,
          answer: null,
          unusable: null,
        });
    },
    async withdraw(key) {
      assertLease();
      const call = store.calls.get(callKeyText(key));
      if (!call || call.answer !== null || call.sentBy !== self) return;
      call.dispatches -= 1;
      call.sentBy = NO_PROCESS;
    },
    async recordAnswer(key, answer) {
      assertLease();
      const text = callKeyText(key);
      const call = store.calls.get(text);
      if (!call) throw new AppError('INVARIANT_BROKEN', `The call ${text} was answered but never sent.`);
      call.answer ??= answer;
      return withOrigin(text, call.answer);
    },
    async markUnusable(key, cause) {
      assertLease();
      const call = store.calls.get(callKeyText(key));
      if (call?.answer?.outcome.ok) call.unusable ??= cause;
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
