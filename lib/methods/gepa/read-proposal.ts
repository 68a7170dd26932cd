import type { Readable } from '@/lib/methods/prompting/readable';
import { restored } from '@/lib/methods/prompting/tagged-parts';
import { isOneWord, stripped } from './strip-text';

/**
 * The new text in the reply of a proposer or combiner. Two readers: ours refuses what it cannot be sure of, the
 * published one takes something out of every reply and is kept for whole runs that are checked against it.
 */
const FENCE = '```';

/**
 * Our reader: the text between the first fence line and the last one, so that a text may hold fenced code of its own.
 * Refused: no fence, one that is not closed (an odd number of fence lines: somewhere a text ends too early), and one
 * with nothing in it. A refused reply is asked again and then dropped with its cause; it never becomes a prompt.
 */
export function proposalOf(reply: string): Readable<string> {
  const lines = reply.split(/\r?\n/);
  const first = lines.findIndex((line) => fenceOf(line) !== null);
  const opening = fenceOf(lines[first] ?? '');
  if (opening === null) return refused('The reply holds no text in a fence.');
  // A longer fence is closed by one as long, so that shorter ones inside it are part of the text.
  const fences = lines.flatMap((line, index) => {
    const fence = fenceOf(line);
    return fence !== null && fence.marks >= opening.marks ? [{ index, ...fence }] : [];
  });
  const last = fences.at(-1);
  if (last === undefined || fences.length % 2 === 1 || last.word !== '') {
    return refused('The fence in the reply is not closed.');
  }
  const text = stripped(lines.slice(first + 1, last.index).join('\n'));
  if (text === '') return refused('The fence in the reply is empty.');
  // The model read closing tags of ours in their harmless spelling and copies them so.
  return { ok: true, value: restored(text) };
}

interface Fence {
  readonly marks: number;
  /** The word after the backticks, such as the name of a language. */
  readonly word: string;
}

/** A line of three backticks or more, and at most a word behind them; text with backticks in it is none. */
function fenceOf(line: string): Fence | null {
  const match = /^ {0,3}(`{3,})[ \t]*([^`\s]*)[ \t]*$/.exec(line);
  return match === null ? null : { marks: (match[1] ?? '').length, word: match[2] ?? '' };
}

const refused = (fault: string): Readable<string> => ({ ok: false, fault });

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
