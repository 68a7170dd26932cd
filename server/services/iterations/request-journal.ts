import { AppError } from '@/lib/errors/app-error';
import { type AnswerRecord, callKeyText, type Journal } from '@/lib/ports/journal';
import { storable } from '@/server/ledger/storable';
import { type Claim, type StoredRequest, storeCall } from '@/server/repositories/iteration-requests';

/**
 * The journal of one in-request iteration, kept in its row: sent before dispatch, answered before use, as in a run.
 * Contract: lib/ports/journal. There is nothing here for time to decide, so `decide` keeps nothing.
 */
export function requestJournal(claim: Claim, stored: StoredRequest): Journal {
  const answers = new Map<string, AnswerRecord>();
  for (const [key, call] of Object.entries(stored.calls ?? {})) {
    const { answer } = call as { readonly answer?: AnswerRecord };
    if (answer) answers.set(key, answer);
  }
  const write = async (key: string, call: unknown) => {
    if (await storeCall(claim, key, call)) return;
    throw new AppError('LEASE_LOST', 'Another request with the same key has taken over. Send yours again.');
  };
  return {
    async answered(callKey) {
      const answer = answers.get(callKeyText(callKey));
      return answer && { ...answer, replayed: true };
    },
    async recordSent(callKey, { model, reservedTokens }) {
      await write(callKeyText(callKey), { model, reservedTokens, sentAtMs: Date.now() });
    },
    async recordAnswer(callKey, answer) {
      const key = callKeyText(callKey);
      const first = answers.get(key);
      if (first) return { ...first, replayed: true };
      const kept = storable(answer);
      await write(key, { answer: kept });
      answers.set(key, kept);
      return { ...kept, replayed: false };
    },
    decide: async (_key, make) => make(),
  };
}
