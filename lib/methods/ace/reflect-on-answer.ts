import type { Score } from '@/lib/domain/score';
import type { Answer, MapInput } from '@/lib/methods/method';
import { askUntilUsable, type UsableReply } from '@/lib/methods/prompting/ask-until-usable';
import { evaluatorWords } from '@/lib/methods/prompting/evaluator-words';
import { unscoredAnswer } from '@/lib/methods/prompting/unscored-answer';
import { extractBullets } from './extract-bullets';
import { reflectorMessages } from './prompts/reflector';
import { type ReflectorReply, readReflectorReply } from './read-reflector-reply';

export interface ReflectInput extends Omit<MapInput, 'score'> {
  readonly answer: Answer;
  readonly score: Score;
  /** Which reflection on this example it is, from 0. Its re-asks have repetitions 10 and 20 higher. */
  readonly round: number;
}

/** Rounds count up by one, so re-asks need room between them to keep journal keys and seeds apart. */
const RE_ASK_STEP = 10;

/** One reflect call on one answer, asked again where the reply is of no use. Cost: 1 to 3 calls. */
export async function reflectOnAnswer(input: ReflectInput): Promise<UsableReply<ReflectorReply>> {
  const { manifest, candidate, example, answer, score } = input;
  return askUntilUsable({
    ask: input.ask,
    request: {
      purpose: 'reflect',
      ordinal: input.ordinal,
      repetition: input.round,
      subject: example.id,
      messages: reflectorMessages({
        example,
        trace: answer.trace,
        predictedAnswer: answer.text,
        groundTruth: knownAnswer(input),
        feedback: feedbackOn(answer, score, manifest.method.useGroundTruth ? null : example.expected),
        bulletsUsed: bulletsUsed(candidate.text, answer.citedBulletIds),
        ...(input.operator === undefined ? {} : { lens: input.operator }),
      }),
      json: true,
    },
    repetitionStep: RE_ASK_STEP,
    read: readReflectorReply,
  });
}

/** The expected answer, where the reflector may see it; a collected trace comes without one. */
function knownAnswer({ manifest, example }: Pick<ReflectInput, 'manifest' | 'example'>): string | null {
  return manifest.method.useGroundTruth && example.recorded === undefined ? example.expected : null;
}

/** The evaluator's verdict in words; a task with several parts learns most from the number of right parts. */
function feedbackOn(answer: Answer, score: Score, withheld: string | null): string {
  if (answer.cause !== null) return unscoredAnswer(answer.cause);
  return [verdictOn(score), ...evaluatorWords(score, withheld)].join('\n');
}

function verdictOn({ correct, rightParts, totalParts }: Score): string {
  if (correct) return 'The answer is right.';
  const parts = totalParts > 1 ? ` ${rightParts} of its ${totalParts} parts are right.` : '';
  return `The answer is wrong.${parts}`;
}

function bulletsUsed(playbook: string, ids: readonly string[]): string {
  const cited = extractBullets(playbook, ids);
  if (cited.found === 'some') return cited.text;
  return cited.found === 'noneCited' ? '(none cited)' : '(only ids that the playbook does not have)';
}
