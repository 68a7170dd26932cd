import { boxedContent } from './boxed-content';
import { numberText } from './number-text';
import { isRecord, parseTolerantJson } from './tolerant-json';

/**
 * The final answer in a generator's reply, or null where there is none.
 *
 * A reply that is a JSON object is taken at its word: no `final_answer` in it means no answer. Any other text is
 * searched in a fixed order, from the most explicit form to the vaguest, and the last mention of a form wins, since
 * models correct themselves as they go. The order and the forms are those of the published scorer, so that the same
 * reply gets the same score here (including that prose cuts "12.5" at its point: ask for JSON).
 */
export function extractAnswer(reply: string): string | null {
  const parsed = parseTolerantJson(reply, numberText);
  if (isRecord(parsed)) {
    return Object.hasOwn(parsed, 'final_answer') ? answerText(parsed.final_answer) : null;
  }
  return answerInText(reply);
}

/** Numbers have become texts by now. A list is what a task with several parts asks for: its parts, by comma. */
function answerText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((part) => answerText(part) ?? '').join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** From the most explicit form to the vaguest; the first that occurs at all decides. */
function answerInText(reply: string): string | null {
  return (
    lastGroup(/Finish\[([^\n]*?)\]/g, reply) ??
    lastGroup(/"final_answer"\s*:\s*"([^"]*)"/g, reply) ??
    lastGroup(/'final_answer'\s*:\s*'([^']*)'/g, reply) ??
    lastGroup(/['"]final_answer['"]\s*:\s*([^,}]+)/g, reply)?.trim() ??
    boxedAfterAnnouncement(reply) ??
    announced(reply)
  );
}

/** "The final answer is \boxed{…}": the first announcement, and only when the box holds something. */
function boxedAfterAnnouncement(reply: string): string | null {
  const at = reply.search(/[Tt]he final answer is:?\s*\$?\\boxed\{/);
  const content = at === -1 ? null : boxedContent(reply.slice(at));
  return content === '' ? null : content;
}

/** "The final answer is …": the last announcement up to the end of its line or sentence, without its ornaments. */
function announced(reply: string): string | null {
  const found = lastGroup(/[Tt]he final answer is:?\s*([^\n.]+)/g, reply)?.trim();
  const plain = found
    ?.replace(/^\$?\\boxed\{([^}]+)\}\$?$/, '$1')
    .replaceAll('$', '')
    .trim();
  return plain === undefined || plain === '' ? null : plain;
}

function lastGroup(pattern: RegExp, text: string): string | null {
  let last: string | null = null;
  for (const match of text.matchAll(pattern)) last = match[1] ?? '';
  return last;
}
