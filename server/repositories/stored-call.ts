import { z } from 'zod';
import { cause } from '@/lib/domain/cause-schema';
import type { JournalCall } from '@/server/db/generated/client';
import { checkStored } from '@/server/db/stored-json';

/** Calls share most of what they say, so a message is kept by the hash of its text. */
export const messageByHash = z.object({
  role: z.enum(['system', 'user', 'assistant']),
  textHash: z.string(),
});

/** Parts of an outcome that a page shows; its counts are in columns of their own. */
const outcome = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    text: z.string(),
    finishReason: z.enum(['stop', 'length', 'filtered', 'other']),
  }),
  z.object({ ok: z.literal(false), cause }),
]);

const placeOf = ({ runId, key }: Pick<JournalCall, 'runId' | 'key'>, column: string) => ({
  ...{ table: 'JournalCall', column, id: `${runId} ${key}` },
});

/** @throws AppError STORED_UNREADABLE */
export function messagesOf(row: Pick<JournalCall, 'runId' | 'key' | 'messages'>) {
  return checkStored(z.array(messageByHash), row.messages, placeOf(row, 'messages'));
}

/** Null before there is an answer. @throws AppError STORED_UNREADABLE */
export function outcomeOf(row: Pick<JournalCall, 'runId' | 'key' | 'outcome'>) {
  return row.outcome === null ? null : checkStored(outcome, row.outcome, placeOf(row, 'outcome'));
}
