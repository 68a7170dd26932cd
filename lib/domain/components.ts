import { AppError } from '@/lib/errors/app-error';

/**
 * A candidate of several components (a system of prompts, say) is a map from name to text, and a candidate of the
 * house is one text. This file is the way there and back, and nothing is lost on either:
 *
 *     one component without a name    the text itself
 *     else                            sections, each opened by a line of its own: <<component NAME>>
 *
 * A line of a component's own that would read as such an opening gets a backslash in front, and one backslash is
 * taken off on reading. Knows nothing of what the components are for.
 */
export type Components = ReadonlyMap<string, string>;

/** Name of the only component of a plain text. */
export const WHOLE_TEXT = '';

const OPENING = /^<<component (.+)>>$/;
const ESCAPED_OPENING = /^\\+<<component .+>>$/;

export function componentsOf(text: string): Components {
  const lines = text.split('\n');
  const openings = lines.flatMap((line, index) => {
    const name = OPENING.exec(line)?.[1];
    return name === undefined ? [] : [{ name, index }];
  });
  const names = new Set(openings.map(({ name }) => name));
  // Without an opening at its very start, or with two of one name, it is a text that happens to hold such lines.
  if (openings[0]?.index !== 0 || names.size < openings.length) return new Map([[WHOLE_TEXT, plain(lines)]]);
  return new Map(
    openings.map(({ name, index }, place) => {
      const end = openings[place + 1]?.index ?? lines.length;
      return [
        name,
        lines
          .slice(index + 1, end)
          .map(unescaped)
          .join('\n'),
      ];
    }),
  );
}

/** @throws AppError INPUT_INVALID where the map has no component or a name cannot stand on a line */
export function textOfComponents(components: Components): string {
  const whole = components.get(WHOLE_TEXT);
  if (components.size === 1 && whole !== undefined) return escapedStart(whole);
  assertNames([...components.keys()]);
  return [...components]
    .map(([name, text]) => [`<<component ${name}>>`, ...text.split('\n').map(escaped)].join('\n'))
    .join('\n');
}

/** The same with some texts replaced; names that the candidate does not have are ignored. */
export function withTexts(components: Components, texts: Components): Components {
  return new Map([...components].map(([name, text]) => [name, texts.get(name) ?? text]));
}

const escaped = (line: string) => (OPENING.test(line) || ESCAPED_OPENING.test(line) ? `\\${line}` : line);
const unescaped = (line: string) => (ESCAPED_OPENING.test(line) ? line.slice(1) : line);

/** In a plain text only the first line can be mistaken for an opening. */
function plain([first = '', ...rest]: readonly string[]): string {
  return [unescaped(first), ...rest].join('\n');
}

function escapedStart(text: string): string {
  const [first = '', ...rest] = text.split('\n');
  return [escaped(first), ...rest].join('\n');
}

function assertNames(names: readonly string[]): void {
  const unfit = names.find((name) => name === WHOLE_TEXT || name.includes('\n'));
  if (names.length > 0 && unfit === undefined) return;
  throw new AppError('INPUT_INVALID', 'Give each component of a candidate a name of its own, on one line.');
}
