import { editText } from '@/lib/combee/diversity/trace-edits';
import type { WrittenLine } from './find-insights';
import type { ReflectionRecord, WrittenUpdate } from './iteration-record';
import { type Wording, wordingOf } from './likeness';
import { plainText, promptLines } from './prompt-lines';

/** Lines of updates and prompts, in the form in which insights are searched for. */

/** Remembers what it has seen: groups and the final update, one iteration and the next, mostly hold the same lines. */
export interface Reader {
  wording(text: string): Wording;
  /** An update's edits, or the lines of its text that its base does not have. */
  written(update: WrittenUpdate, base: string, read: readonly ReflectionRecord[]): readonly WrittenLine[];
  prompt(text: string): readonly WrittenLine[];
  /** Forgets all but what was asked for since the last call. */
  forget(): void;
}

export function makeReader(): Reader {
  let known = new Map<string, Wording>();
  let fresh = new Map<string, Wording>();
  const wording = (text: string): Wording => {
    const one = fresh.get(text) ?? known.get(text) ?? wordingOf(text);
    fresh.set(text, one);
    return one;
  };
  const prompt = (text: string) =>
    promptLines(text).map(({ name, text: line }) => ({ wording: wording(line), from: [], name }));
  return {
    wording,
    prompt,
    written({ edits, text, cause }, base, read) {
      if (cause !== null) return [];
      const added = edits.flatMap((edit) => {
        const line = editText(edit);
        if (line === null || edit.type === 'remove') return [];
        return [{ wording: wording(withoutBulletMarks(line)), from: edit.from ?? [] }];
      });
      if (text === null || isEcho(text, read)) return added;
      const stood = new Set(promptLines(base).map((line) => plainText(line.text)));
      return [...added, ...prompt(text).filter((line) => !stood.has(line.wording.plain))];
    },
    forget() {
      known = fresh;
      fresh = new Map();
    },
  };
}

/** A bullet is one line, and a content that is a whole bullet line is what that line says, as when it is applied. */
function withoutBulletMarks(content: string): string {
  const line = content.replace(/\s+/g, ' ').trim();
  return promptLines(line)[0]?.name.startsWith('line ') === false
    ? (promptLines(line)[0]?.text ?? line)
    : line;
}

/** Shorter lines ("None.") come back by chance. */
const TELLING_FROM = 20;
const ECHO_SHARE = 0.5;

/**
 * Whether a rewritten text brings back what surrounds the insights in its input: then it repeats its prompt, and what
 * it holds of them has not been learned. At least half of the other lines of the reflections, and at least two.
 */
function isEcho(text: string, read: readonly ReflectionRecord[]): boolean {
  const whole = plainText(text);
  const around = new Set(
    read.flatMap(({ text: reflection, insights }) =>
      reflection
        .split('\n')
        .map(plainText)
        .filter((line) => line.length >= TELLING_FROM)
        .filter((line) => !insights.some((insight) => line.endsWith(plainText(insight)))),
    ),
  );
  const back = [...around].filter((line) => whole.includes(line)).length;
  return back >= 2 && back >= ECHO_SHARE * around.size;
}
