import type { ReplyFault } from '@/lib/domain/cause';
import type { Readable } from '@/lib/methods/prompting/readable';
import { restored } from '@/lib/methods/prompting/tagged-parts';
import { stripped } from './strip-text';

/**
 * Our reader: the text between the first fence line and the last one, so that a text may hold fenced code of its own.
 * Refused: no fence, one that is not closed (an odd number of fence lines: somewhere a text ends too early), and one
 * with nothing in it. A refused reply is asked again and then dropped with its cause; it never becomes a prompt.
 */
export function proposalOf(reply: string): Readable<string> {
  const lines = reply.split(/\r?\n/);
  const first = lines.findIndex((line) => fenceOf(line) !== null);
  const opening = fenceOf(lines[first] ?? '');
  if (opening === null) return refused('noFence');
  // A longer fence is closed by one as long, so that shorter ones inside it are part of the text.
  const fences = lines.flatMap((line, index) => {
    const fence = fenceOf(line);
    return fence !== null && fence.marks >= opening.marks ? [{ index, ...fence }] : [];
  });
  const last = fences.at(-1);
  if (last === undefined || fences.length % 2 === 1 || last.word !== '') {
    return refused('openFence');
  }
  const text = stripped(lines.slice(first + 1, last.index).join('\n'));
  if (text === '') return refused('emptyFence');
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

const refused = (fault: ReplyFault): Readable<string> => ({ ok: false, fault });
