import type { Example } from '@/lib/domain/example';
import { isMissing, type Score } from '@/lib/domain/score';
import { scoreGiven } from '@/lib/domain/score-given';
import type { Answer, MapInput, MappedExample } from '@/lib/methods/method';
import { answerUnderPrompt } from '@/lib/methods/prompting/answer-under-prompt';
import { withholding } from '@/lib/methods/prompting/evaluator-words';
import { extractJson } from '@/lib/methods/prompting/extract-json';
import { isRecord } from '@/lib/methods/prompting/tolerant-json';
import { unscoredAnswer } from '@/lib/methods/prompting/unscored-answer';
import { gepaSettings } from './gepa-settings';
import { type GepaRecord, renderFields } from './render-records';

/**
 * MAP for one example: answer and score. The reflection is a record of both, written without a model: in GEPA the
 * proposer itself reads what went wrong. Cost: one generate call. (An operator's lens has no recipient.)
 */
export async function mapExample(input: MapInput): Promise<MappedExample> {
  const { example, ordinal } = input;
  const answer = await answerUnderPrompt({ ...input, purpose: 'generate' });
  // A reply that is merely useless still shows how the model works; without a score there is no record to write.
  const score = await scoreGiven(input, answer);
  const showsTruth = gepaSettings(input.manifest).useGroundTruth;
  return {
    answer,
    score,
    reflection: {
      ordinal,
      exampleId: example.id,
      text: isMissing(score) ? '' : renderFields(recordOf({ example, answer, score, showsTruth })),
      insights: [],
      bulletTags: [],
      context: example.context === '' ? example.question : `${example.question}\n\n${example.context}`,
      invalid: isMissing(score) ? score.missing : null,
    },
    reflectionAsked: [],
  };
}

export interface RecordSource {
  readonly example: Pick<Example, 'question' | 'context' | 'expected'>;
  readonly answer: Pick<Answer, 'text' | 'trace' | 'cause'>;
  readonly score: Score;
  readonly showsTruth: boolean;
}

/** Enough to see what a question was about and how it was worked; whole filings would crowd out the other records. */
const CONTEXT_CHARACTERS_MAX = 2000;
const REASONING_CHARACTERS_MAX = 4000;

/** One record of the reflective data set. The whole question comes first: it identifies the record. */
export function recordOf({ example, answer, score, showsTruth }: RecordSource): GepaRecord {
  const reasoning = reasoningIn(answer.trace);
  return {
    Question: example.question,
    ...(example.context === '' ? {} : { Context: shortened(example.context, CONTEXT_CHARACTERS_MAX) }),
    ...(reasoning === '' ? {} : { Reasoning: shortened(reasoning, REASONING_CHARACTERS_MAX) }),
    Answer: answer.cause === null ? answer.text : '(none)',
    ...(showsTruth ? { 'Expected answer': example.expected } : {}),
    Feedback: feedbackOn(answer, score, showsTruth ? null : example.expected),
  };
}

/** The evaluator's verdict in words; its comments tell more than the number. */
function feedbackOn({ cause }: RecordSource['answer'], score: Score, withheld: string | null): string {
  if (cause !== null) return unscoredAnswer(cause);
  const { value, correct, rightParts, totalParts, sideInformation } = score;
  const parts = !correct && totalParts > 1 ? ` ${rightParts} of its ${totalParts} parts are right.` : '';
  const between = value > 0 && value < 1 ? ` Its score is ${Number(value.toFixed(3))} of 1.` : '';
  const verdict = correct ? 'The answer is right.' : 'The answer is wrong.';
  const besides =
    sideInformation === undefined || sideInformation === ''
      ? ''
      : `\n${withholding(sideInformation, withheld)}`;
  return `${verdict}${parts}${between}${besides}`;
}

/** The steps of a reply in the form that was asked for, else all of it. */
function reasoningIn(trace: string): string {
  const parsed = extractJson(trace);
  return isRecord(parsed) && typeof parsed.reasoning === 'string' ? parsed.reasoning : trace;
}

function shortened(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax)} … (shortened)`;
}
