import { isSpace, stripped } from '@/lib/methods/gepa/strip-text';

const FENCE = '```';

/**
 * The published reader, case by case: everything from the first fence to the last, without the word behind the first;
 * with one fence only, what is left without it; with none, the whole reply. Nothing of ours adopts what it gives.
 */
export function peerInstructionOf(reply: string): string {
  const start = reply.indexOf(FENCE) + FENCE.length;
  const end = reply.lastIndexOf(FENCE);
  return start < end ? stripped(withoutFirstWord(reply.slice(start, end))) : withoutLoneFence(reply);
}

/** The first line goes where it is one word or empty: the name of a language, or nothing. */
function withoutFirstWord(content: string): string {
  const lineEnd = content.indexOf('\n');
  return lineEnd !== -1 && isOneWord(content.slice(0, lineEnd)) ? content.slice(lineEnd + 1) : content;
}

function withoutLoneFence(reply: string): string {
  const text = stripped(reply);
  if (text.startsWith(FENCE)) {
    // White space before the fence keeps it: the published code looks for it at the very start only.
    if (!reply.startsWith(FENCE)) return text;
    const rest = reply.slice(FENCE.length);
    const word = [...rest].findIndex((character) => !isOneWord(character));
    if (word === -1) return '';
    const after = [...rest].slice(word).join('');
    return stripped(after.startsWith('\n') ? after.slice(1) : after);
  }
  return text.endsWith(FENCE) ? stripped(text.slice(0, -FENCE.length)) : text;
}

/** Whether a text holds no white space at all; the word behind an opening fence is such a one. */
function isOneWord(text: string): boolean {
  return ![...text].some(isSpace);
}
