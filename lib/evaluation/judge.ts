import { contentHash } from '@/lib/domain/content-hash';
import type { Example } from '@/lib/domain/example';
import type { JudgeSeat } from '@/lib/domain/model-role';
import { SCORE_ZERO, type Score } from '@/lib/domain/score';
import type { Ask, Asked } from '@/lib/methods/method';
import type { ChatMessage } from '@/lib/ports/language-model';

/**
 * Scores an answer by a model that is told the rubric and the expected answer and nothing of the prompt that made
 * the answer, so that it judges blind. One call an answer. A verdict that cannot be read is score 0 with its cause
 * left on the call: it is never taken for a right answer.
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
  readonly score: Score;
  /** False: no verdict came, or none that can be read. It scores 0, and is no opinion to compare with another's. */
  readonly isReadable: boolean;
  readonly asked: Asked;
}

const SYSTEM = `You are the judge.
You score one answer against a rubric. You are not told how the answer came about, and its style does not matter.
Reply with one JSON object and nothing else: {"reasoning": string, "score": number}. The score lies between 0 (worthless)
and 1 (fully right under the rubric); use the values between only where the rubric allows partial credit.`;

/** Pinned in the manifest: another wording is another evaluator. */
export const JUDGE_PROMPT_HASH = contentHash(SYSTEM);

/** From this score on an answer counts as right, where only right and wrong are told apart. */
const RIGHT_FROM = 0.5;

export async function judgeAnswer(input: JudgeInput): Promise<Judged> {
  const asked = await input.ask({
    purpose: 'judge',
    ordinal: input.ordinal,
    repetition: input.repetition,
    subject: input.example.id,
    messages: judgeMessages(input),
    json: true,
    ...(input.seat === undefined || input.seat === 'evaluator' ? {} : { seat: input.seat }),
  });
  const value = asked.outcome.ok ? scoreOfVerdict(asked.outcome.text) : null;
  if (value === null) return { score: SCORE_ZERO, isReadable: false, asked };
  const score = { value, correct: value >= RIGHT_FROM, rightParts: value, totalParts: 1 };
  return { score, isReadable: true, asked };
}

function judgeMessages({ rubric, example, answer }: JudgeInput): ChatMessage[] {
  const part = (tag: string, text: string) =>
    `<${tag}>\n${text.replaceAll(`</${tag}`, `&lt;/${tag}`)}\n</${tag}>`;
  return [
    { role: 'system', content: `${SYSTEM}\n${part('rubric', rubric)}` },
    {
      role: 'user',
      content: [
        part('question', example.question),
        ...(example.context === '' ? [] : [part('context', example.context)]),
        part('expected', example.expected),
        part('answer', answer),
      ].join('\n'),
    },
  ];
}

/** The last `"score": number` of the reply, if it lies in 0..1. */
export function scoreOfVerdict(text: string): number | null {
  const found = [...text.matchAll(/"score"\s*:\s*(-?\d+(?:\.\d+)?)/g)].at(-1)?.[1];
  const value = found === undefined ? Number.NaN : Number(found);
  return value >= 0 && value <= 1 ? value : null;
}
