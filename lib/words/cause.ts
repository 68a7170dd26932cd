import type { Cause, CauseCode, ReplyFault, StatedCause } from '@/lib/domain/cause';
import type { ScanMode } from '@/lib/domain/iteration-facts';
import { count } from './numbers';
import { storedOr } from './stored-sentence';

/** Why a reply gave nothing usable, in two or three words for a badge. */
export const CAUSE_WORDS: Readonly<Record<CauseCode, string>> = {
  rateLimited: 'Rate limited',
  unavailable: 'Provider down',
  timedOut: 'Timed out',
  rejected: 'Refused',
  cutOff: 'Cut off',
  empty: 'Empty reply',
  unparseable: 'Not readable',
  filtered: 'Filtered',
  agentFailed: 'Agent failed',
  notInjected: 'Prompt not seen',
  rolloutLimit: 'Rollout limit',
  programFailed: 'Program failed',
  contextWindow: 'Too long',
  budget: 'Budget spent',
};

/** The same as a sentence: the adapter's account where there is one, as with a call in the journal. */
export function causeSentence({ summaries, ...cause }: Cause | StatedCause): string {
  const sentence = storedOr(cause, 'message', single);
  if (summaries === undefined) return sentence;
  const many = summaries === 1 ? 'A summary' : `${summaries} summaries`;
  return `${many} failed, and what was to be summed up is used as it is: ${sentence}`;
}

/** A cause as the API gives it. */
export const describedCause = (cause: Cause | StatedCause | null) =>
  cause && { code: cause.code, message: causeSentence(cause) };

function single({ code, fault, status, overrun }: Cause | StatedCause): string {
  if (fault !== undefined) return FAULTS[fault];
  if (overrun !== undefined) {
    const { promptTokens, replyTokens, contextTokens } = overrun;
    return `The request has ${count(promptTokens)} tokens and its reply may take ${count(replyTokens)}; the model reads ${count(contextTokens)}. It was not sent.`;
  }
  return status === undefined ? `${SENTENCES[code]}.` : `${SENTENCES[code]} (${status}).`;
}

/** Without the full stop. */
const SENTENCES: Readonly<Record<CauseCode, string>> = {
  rateLimited: 'The provider or the evaluator refused: too many requests',
  unavailable: 'The provider or the evaluator failed or could not be reached',
  timedOut: 'No answer came in time',
  rejected: 'The provider or the evaluator does not take this request',
  cutOff: 'The reply was cut off at its token limit',
  empty: 'The reply was empty',
  unparseable: 'The reply could not be read',
  filtered: "The provider's filter stopped the reply",
  agentFailed: 'The agent failed',
  notInjected: 'The prompt was not seen in the calls of the agent',
  rolloutLimit: 'The agent passed a limit of its rollout',
  programFailed: 'The program failed and gave no score',
  contextWindow: 'The request is too long for the model and was not sent',
  budget: 'A hard cap of the budget left no room for this call',
};

const FAULTS: Readonly<Record<ReplyFault, string>> = {
  noFinalAnswer: 'The reply holds no final answer.',
  emptyAnswer: 'The final answer is empty.',
  noJsonObject: 'The reply holds no JSON object.',
  saysNothing: 'The reply says nothing that could be used.',
  noReasoning: 'The reply has no "reasoning" that is a text.',
  noOperations: 'The reply has no "operations" that are a list.',
  operationNoObject: 'An operation of the reply is no object.',
  operationNoType: 'An operation of the reply has no type.',
  operationNoText: 'An operation of the reply has a part that is no text.',
  additionIncomplete: 'An operation of the reply adds without a section or a content.',
  noTaggedText: 'The reply holds no text between its tags.',
  emptyTaggedText: 'There is nothing between the tags of the reply.',
  noFence: 'The reply holds no text in a fence.',
  openFence: 'The fence in the reply is not closed.',
  emptyFence: 'The fence in the reply is empty.',
  noScore: 'The verdict holds no score from 0 to 1.',
  late: 'The deadline left no time for this call.',
};

/** These make one call and cannot split it. */
const ONE_CALL: readonly ScanMode[] = ['plainCall', 'topK', 'summary', 'hierarchicalSummary'];

/** Why an aggregation gave no update; where its one call was too long, with what makes room. The ledger keeps the rest. */
export function scanCauseWords(cause: StatedCause, mode: ScanMode): string {
  const words = causeSentence(cause);
  if (cause.code !== 'contextWindow' || !ONE_CALL.includes(mode)) return words;
  return `${words} A smaller batch or fewer reply tokens make room; Combee splits its groups by itself.`;
}

/** "Not readable 3, Timed out 1": the most frequent cause first. A dash where nothing failed. */
export function causeCounts(causes: Readonly<Record<string, number>>): string {
  const counts = Object.entries(causes).toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1));
  if (counts.length === 0) return '–';
  return counts.map(([code, calls]) => `${wordOf(code)} ${count(calls)}`).join(', ');
}

/** A newer server may know a cause that this page has no words for. */
const wordOf = (code: string) => CAUSE_WORDS[code as CauseCode] ?? code;
