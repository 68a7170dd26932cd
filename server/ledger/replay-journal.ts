import type pg from 'pg';
import type { JsonValue } from '@/lib/domain/json';
import { AppError } from '@/lib/errors/app-error';
import { type AnswerRecord, callKeyText, decisionKeyText, type Journal } from '@/lib/ports/journal';
import { readJournal } from './journal-sql';

/**
 * A run's journal, read only, for a replay. It calls no model and writes nothing, so a question that the run
 * never asked is a difference between the run and its replay, and ends it. Takes no lease: a run may be replayed while
 * people look at it.
 */
export async function openReplayJournal(pool: pg.Pool, runId: string): Promise<Journal> {
  return replayJournal(await readJournal(pool, runId));
}

/** Input of a replay: answers and decisions by the text of their keys. */
export interface ReplayedAnswers {
  readonly answers: ReadonlyMap<string, AnswerRecord>;
  readonly decisions: ReadonlyMap<string, JsonValue>;
}

export function replayJournal(found: ReplayedAnswers): Journal {
  return {
    async answered(key) {
      const answer = found.answers.get(callKeyText(key));
      return answer ? { ...answer, replayed: true } : undefined;
    },
    async recordSent(key) {
      throw missing(`the call ${callKeyText(key)}`);
    },
    async recordAnswer(key) {
      throw missing(`the call ${callKeyText(key)}`);
    },
    async decide<T extends JsonValue>(key: Parameters<Journal['decide']>[0]) {
      const text = decisionKeyText(key);
      const known = found.decisions.get(text);
      if (known === undefined) throw missing(`the decision ${text}`);
      return known as T;
    },
    async decided<T extends JsonValue>(key: Parameters<Journal['decide']>[0]) {
      return found.decisions.get(decisionKeyText(key)) as T | undefined;
    },
    // Answered calls do not wait, so a replay packs no batches; the run has logged every line already.
    log: async () => undefined,
  };
}

const missing = (what: string) =>
  new AppError('STATE_CONFLICT', `The journal does not hold ${what}: this replay left the run's path.`, {
    howToProceed: [
      'Replay with the version of the code that the run was started with; its manifest names it.',
    ],
  });
