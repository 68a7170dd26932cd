import { extractJson } from '@/lib/methods/prompting/extract-json';
import type { Readable } from '@/lib/methods/prompting/readable';
import { isRecord } from '@/lib/methods/prompting/tolerant-json';

/** A textual gradient: the text that the optimiser reads, and the changes in it, one a line. */
export interface Criticism {
  readonly text: string;
  readonly changes: readonly string[];
}

/** Without a word on the prompt there is no gradient: what is said of the answer alone moves nothing. */
export function readCriticism(reply: string): Readable<Criticism> {
  const parsed = extractJson(reply);
  if (!isRecord(parsed)) return { ok: false, fault: 'noJsonObject' };
  const ofAnswer = linesOf(parsed.criticism_of_answer).join(' ');
  const ofPrompt = linesOf(parsed.criticism_of_prompt).join(' ');
  const changes = linesOf(parsed.changes);
  if (ofPrompt === '' && changes.length === 0) {
    return { ok: false, fault: 'saysNothing' };
  }
  const told = [
    ...(ofAnswer === '' ? [] : [`Criticism of the answer: ${ofAnswer}`]),
    ...(ofPrompt === '' ? [] : [`Criticism of the prompt: ${ofPrompt}`]),
    ...changes.map((change) => `Change: ${change}`),
  ];
  return { ok: true, value: { text: told.join('\n'), changes } };
}

/** Changes as lines: changes are counted by lines, so each must stay one line. */
function linesOf(value: unknown): string[] {
  const texts = Array.isArray(value) ? value : [value];
  return texts
    .filter((text) => typeof text === 'string')
    .flatMap((text) => text.split(/[\r\n\u2028\u2029]+/))
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
