/**
 * A prompt as the lines that can say something: bullets of a playbook without their ids and counters, other lines as
 * they are, long ones sentence by sentence. Knows no method; headers and blank lines say nothing.
 */
export interface PromptLine {
  /** The bullet's id where it has one, else `line` and its number from 1. */
  readonly name: string;
  readonly text: string;
}

const BULLET = /^\[([^\]\s]+-\d+)\]\s*helpful=\d+\s*harmful=\d+\s*::\s*(.*)$/;
const HEADER = /^(?:#|<<component )/;
/** A paragraph is no line: what it says, it says by the sentence. */
const SENTENCE_FROM = 200;

export function promptLines(prompt: string): readonly PromptLine[] {
  return prompt.split('\n').flatMap((raw, index) => {
    const line = raw.trim();
    if (line === '' || HEADER.test(line)) return [];
    const bullet = BULLET.exec(line);
    if (bullet !== null) return [{ name: bullet[1] ?? '', text: bullet[2] ?? '' }];
    return sentencesOf(line).map((text) => ({ name: `line ${index + 1}`, text }));
  });
}

function sentencesOf(line: string): readonly string[] {
  if (line.length < SENTENCE_FROM) return [line.replace(/^[-*•]\s+/, '')];
  return line
    .split(/(?<=[.!?;])\s+/)
    .map((sentence) => sentence.replace(/^[-*•]\s+/, ''))
    .filter((sentence) => sentence !== '');
}

/** One spelling for all that differs in blanks, case and the last full stop only. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/[.!;\s]+$/, '');
}
