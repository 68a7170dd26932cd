import type { Cause } from '@/lib/domain/cause';
import type { Answer, AnswerInput, Asked } from '@/lib/methods/method';
import { answerOfRollout } from '@/lib/methods/prompting/answer-of-rollout';
import { extractAnswer } from '@/lib/methods/prompting/extract-answer';
import { extractJson } from '@/lib/methods/prompting/extract-json';
import { outcomeCause } from '@/lib/methods/prompting/outcome-cause';
import { isRecord } from '@/lib/methods/prompting/tolerant-json';
import { generatorMessages } from './prompts/generator';
import { bulletIdsOf, citedBulletIds } from './read-generator-reply';

/** A further try at the same example, with what a reflection said about the try before. */
export interface Retry {
  readonly repetition: number;
  readonly earlierReflection: string;
}

/**
 * One call: the example under the candidate. What is no answer (a failed call, a reply cut off, empty or without an
 * answer in it) comes back as an empty text with its cause. Never asks again: a rollout is paid once.
 */
export async function answerExample(input: AnswerInput, retry: Retry | null = null): Promise<Answer> {
  const { manifest, candidate, example } = input;
  const asked = await input.ask({
    purpose: input.purpose,
    ordinal: input.ordinal,
    repetition: retry?.repetition ?? 0,
    subject: example.id,
    messages: generatorMessages({
      task: manifest.task,
      playbook: candidate.text,
      example,
      earlierReflection: retry?.earlierReflection ?? null,
    }),
    json: true,
  });
  return readAnswer(asked);
}

async function readAnswer(asked: Asked): Promise<Answer> {
  const { outcome } = asked;
  const ofRollout = answerOfRollout(asked, citedIn);
  if (ofRollout !== null) return ofRollout;
  const trace = outcome.ok ? outcome.text : '';
  const unusable = outcomeCause(outcome);
  if (unusable !== null) return noAnswer(asked, trace, unusable);
  const text = extractAnswer(trace);
  if (text === null) {
    return noAnswer(asked, trace, { code: 'unparseable', fault: 'noFinalAnswer' });
  }
  if (text.trim() === '') {
    return noAnswer(asked, trace, { code: 'empty', fault: 'emptyAnswer' });
  }
  return { text, cause: null, citedBulletIds: citedIn(trace), trace, asked: [asked] };
}

async function noAnswer(asked: Asked, trace: string, cause: Cause): Promise<Answer> {
  await asked.unusable?.(cause);
  return { text: '', cause, citedBulletIds: citedIn(trace), trace, asked: [asked] };
}

/** Cited ids, each once: from the JSON anywhere in the reply, else from the brackets in its text. */
function citedIn(trace: string): string[] {
  const parsed = extractJson(trace);
  const ids = isRecord(parsed) ? bulletIdsOf(parsed) : citedBulletIds(trace, 'text');
  return [...new Set(ids ?? [])];
}
