import { contentHash } from '@/lib/domain/content-hash';
import type { Example } from '@/lib/domain/example';
import type { JudgeSeat } from '@/lib/domain/model-role';
import type { Scored } from '@/lib/domain/score';
import type { Ask, Asked } from '@/lib/methods/method';
import { askUntilUsable } from '@/lib/methods/prompting/ask-until-usable';
import type { Readable } from '@/lib/methods/prompting/readable';
import type { ChatMessage } from '@/lib/ports/language-model';

/**
 * Scores an answer by a model that is told the rubric and the expected answer and nothing of the prompt that made
 * the answer, so that it judges blind. One call an answer, asked twice more where the verdict cannot be read. Without a
 * readable verdict the score is missing: the judge failed, not the answer.
 */
export interface JudgeInput {
  readonly rubric: string;
  readonly example: Example;
  readonly answer: string;
  readonly ordinal: number;
  readonly repetition: number;
  /** Whose model judges; absent = the evaluator's own. */
  readonly seat?: JudgeSeat;
  readonly ask: Ask;
}

export interface Judged {
  readonly score: Scored;
  readonly asked: readonly Asked[];
}

const SYSTEM = `You are the judge.
You score one answer against a rubric. You are not told how the answer came about, and its style does not matter.
Reply with one JSON object and nothing else: {"reasoning": string, "score": number}. The score lies between 0 (worthless)
and 1 (fully right under the rubric); use the values between only where the rubric allows partial credit.`;

/** Pinned in the manifest: another wording is another evaluator. */
export const JUDGE_PROMPT_HASH = contentHash(SYSTEM);

/** From this score on an answer counts as right, where only right and wrong are told apart. */
export const RIGHT_FROM = 0.5;

/** Rounds of an answer and second looks count up by one, so re-asks need room between them. */
const RE_ASK_STEP = 100;

export async function judgeAnswer(input: JudgeInput): Promise<Judged> {
  const verdict = await askUntilUsable({
    ask: input.ask,
    request: {
      purpose: 'judge',
      ordinal: input.ordinal,
      repetition: input.repetition,
      subject: input.example.id,
      messages: judgeMessages(input),
      json: true,
      ...(input.seat === undefined || input.seat === 'evaluator' ? {} : { seat: input.seat }),
    },
    repetitionStep: RE_ASK_STEP,
    read: readVerdict,
  });
  const { asked } = verdict;
  if (!verdict.ok) return { score: { missing: verdict.cause }, asked };
  const { value } = verdict;
  return { score: { value, correct: value >= RIGHT_FROM, rightParts: value, totalParts: 1 }, asked };
}

function readVerdict(text: string): Readable<number> {
  const value = scoreOfVerdict(text);
  return value === null ? { ok: false, fault: 'noScore' } : { ok: true, value };
}

function judgeMessages({ rubric, example, answer }: JudgeInput): ChatMessage[] {
  return [
    { role: 'system', content: `${SYSTEM}\n${taggedPart('rubric', rubric)}` },
    {
      role: 'user',
      content: [
        taggedPart('question', example.question),
        ...(example.context === '' ? [] : [taggedPart('context', example.context)]),
        taggedPart('expected', example.expected),
        taggedPart('answer', answer),
      ].join('\n'),
    },
  ];
}

/** No text within can end the part. */
export const taggedPart = (tag: string, text: string) =>
  `<${tag}>\n${text.replaceAll(`</${tag}`, `&lt;/${tag}`)}\n</${tag}>`;

/** The last `"score": number` of the reply, if it lies in 0..1. */
export function scoreOfVerdict(text: string): number | null {
  const found = [...text.matchAll(/"score"\s*:\s*(-?\d+(?:\.\d+)?)/g)].at(-1)?.[1];
  const value = found === undefined ? Number.NaN : Number(found);
  return value >= 0 && value <= 1 ? value : null;
}
