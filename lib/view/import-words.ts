import type { ImportPreviewView, LabelWarningsView } from '@/lib/contracts/imports';
import { plural } from './numbers';

/** How the formats of imported files are called. */
export const FILE_FORMAT_WORDS: Readonly<Record<ImportPreviewView['files'][number]['format'], string>> = {
  jsonLines: 'JSON Lines',
  json: 'JSON',
  csv: 'CSV',
  tsv: 'TSV',
};

type Unsettled = ImportPreviewView['unsettled'][number];

/** Says that a column is a guess, or why a person has to choose it; undefined where nothing is open. */
export function openRoleWords(unsettled: Unsettled | undefined): string | undefined {
  if (unsettled === undefined) return undefined;
  const { why, proposed } = unsettled;
  if (why === 'severalKnownNames')
    return `Several column names fit. ${proposed === null ? 'Choose one.' : 'This is a guess, check it.'}`;
  return proposed === null ? 'No column name settles this. Choose one.' : 'This is a guess, check it.';
}

export interface LabelLine {
  readonly title: string;
  readonly meaning: string;
  /** The first places, a line each. */
  readonly places: readonly string[];
  readonly more: number;
}

/** Warnings about the labels before an import; empty where there are none. */
export function labelLines({ blank, conflicts }: LabelWarningsView): LabelLine[] {
  const lines: LabelLine[] = [];
  if (blank.count > 0)
    lines.push({
      title: `${plural(blank.count, 'expected value')} ${blank.count === 1 ? 'is' : 'are'} blank`,
      meaning: 'An evaluator that compares with the expected value has nothing to compare with.',
      places: blank.first,
      more: blank.count - blank.first.length,
    });
  if (conflicts.count > 0)
    lines.push({
      title: `${plural(conflicts.count, 'question')} with different expected values`,
      meaning: `No prompt can answer all of them right. ${acrossWords(conflicts.acrossSources)}`,
      places: conflicts.first.map(({ places }) => places.map(({ where }) => where).join(' and ')),
      more: conflicts.count - conflicts.first.length,
    });
  return lines;
}

function acrossWords(count: number): string {
  if (count === 0) return 'All lie within one source.';
  return `${plural(count, 'question')} ${count === 1 ? 'differs' : 'differ'} between sources, such as train and test.`;
}

/** Label conflicts of a registered split; null where no question has two labels. */
export function partedConflictWords(conflicts: {
  readonly acrossParts: number;
  readonly withinPart: number;
}): string | null {
  const { acrossParts, withinPart } = conflicts;
  if (acrossParts + withinPart === 0) return null;
  const parts = [
    acrossParts > 0 ? `${plural(acrossParts, 'question')} across parts` : '',
    withinPart > 0 ? `${plural(withinPart, 'question')} within one part` : '',
  ].filter((text) => text !== '');
  return `Different expected values for one question: ${parts.join(', ')}.`;
}
