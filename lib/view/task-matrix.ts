import type { MatrixRun, TaskCell } from '@/lib/contracts/task-matrix';
import { NOT_KNOWN } from './numbers';
import type { Tone } from './tone';

/** Cells and shares of the matrix of tasks, in words. */
interface CellWords {
  readonly word: string;
  readonly tone: Tone;
  /** Why, where it is known. */
  readonly hint: string | null;
}

export function cellWords({ score, timedOut, cause }: TaskCell): CellWords {
  if (score === null) return { word: 'Missing', tone: 'neutral', hint: cause };
  if (score === 1) return { word: 'Pass', tone: 'good', hint: null };
  if (timedOut)
    return { word: score === 0 ? 'Time-out' : `Time-out, ${score.toFixed(2)}`, tone: 'honey', hint: cause };
  return score === 0
    ? { word: 'Fail', tone: 'bad', hint: cause }
    : { word: score.toFixed(2), tone: 'honey', hint: cause };
}

/** Each cause of the cells once, in the order of the cells: they are told by their numbers. */
export function causesOf(cells: readonly (TaskCell | null)[]): readonly string[] {
  return [...new Set(cells.flatMap((cell) => (cell === null ? [] : (cellWords(cell).hint ?? []))))];
}

/** "60.0 % [41.2, 76.6], 12 of 20", with the missing ones where there are any. */
export function solvedWords({ share, lower, upper, solved, measured, missing }: MatrixRun): string {
  if (share === null) return NOT_KNOWN;
  const interval = lower === null || upper === null ? '' : ` [${percent(lower)}, ${percent(upper)}]`;
  return `${percent(share)} %${interval}, ${solved} of ${measured}${missing === 0 ? '' : `, ${missing} missing`}`;
}

/** "8 failed, 2 partial, 3 timed out", without those that do not occur. Missing tasks are not among them. */
export function unsolvedWords(cells: readonly (TaskCell | null)[]): string | null {
  const counts = new Map<string, number>();
  for (const cell of cells) {
    if (cell === null || cell.score === null || cell.score === 1) continue;
    const end = cell.timedOut ? 'timed out' : cell.score === 0 ? 'failed' : 'partial';
    counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  const parts = ENDS.flatMap((end) => (counts.has(end) ? [`${counts.get(end)} ${end}`] : []));
  return parts.length === 0 ? null : parts.join(', ');
}

const ENDS = ['failed', 'partial', 'timed out'] as const;

type Completion = NonNullable<MatrixRun['appWorld']>['tasks'];

/** "73.1 %"; with missing tasks also what they could make of it. */
export function completionWords({ percent: value, missing, bounds }: Completion): string {
  if (value === null) return NOT_KNOWN;
  return missing === 0 || bounds === null
    ? `${value.toFixed(1)} %`
    : `${value.toFixed(1)} %, ${missing} missing (${bounds[0].toFixed(1)} to ${bounds[1].toFixed(1)} %)`;
}

const percent = (share: number) => (100 * share).toFixed(1);
