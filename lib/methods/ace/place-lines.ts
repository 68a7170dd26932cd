import { sectionOfHeader } from './section-slug';

/** A new line and the normalised name of the section that it belongs to. */
export interface PlacedLine {
  readonly section: string;
  readonly line: string;
}

const OTHERS_HEADER = '## OTHERS';

/**
 * Puts new lines at the end of their sections: right before the next header, so behind an empty line where a section
 * ends with one. Where a section occurs twice, the first takes them. Lines whose section has no header go right
 * below the header of the others, or to the very end where there is none.
 */
export function placeLines(
  lines: readonly string[],
  added: readonly PlacedLine[],
  sectionOf: (line: string) => string | null = sectionOfHeader,
): string[] {
  const placed: string[] = [];
  let waiting = added;
  let current: string | null = null;

  const closeSection = () => {
    // A header without a name takes nothing.
    if (current === null || current === '') return;
    for (const { section, line } of waiting) if (section === current) placed.push(line);
    waiting = waiting.filter(({ section }) => section !== current);
  };

  for (const line of lines) {
    const section = sectionOf(line);
    if (section !== null) {
      closeSection();
      current = section;
    }
    placed.push(line);
  }
  closeSection();

  const others = placed.findIndex((line) => line.trim() === OTHERS_HEADER);
  const homeless = waiting.map(({ line }) => line);
  if (others === -1) return [...placed, ...homeless];
  return [...placed.slice(0, others + 1), ...homeless, ...placed.slice(others + 1)];
}
