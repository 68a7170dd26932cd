/**
 * A guess which column holds the question and which the expected answer, where no name settles it: from the words of the
 * names and from the first values. A guess is what a picker shows first; no import uses it before a person chose it.
 */
export type ColumnValues = ReadonlyMap<string, readonly string[]>;

export interface GuessedColumns {
  readonly question: string | null;
  readonly expected: string | null;
}

const QUESTION_WORDS = new Set(
  'message text question input prompt query body request sentence problem instruction description utterance complaint comment content mail email inquiry statement passage'.split(
    ' ',
  ),
);
const EXPECTED_WORDS = new Set(
  'label category team expected output class intent target answer response reply gold truth reference result solution resolution department queue sentiment topic tag correct verdict'.split(
    ' ',
  ),
);
/** Names of columns that number, date or identify a record. */
const RECORD_WORDS = new Set(
  'id uid uuid guid nr no number index date time timestamp created updated url'.split(' '),
);

/** A name counts more than the values do. */
const NAME_POINTS = 2;
const VALUES_MIN = 4;
const TEXT_LENGTH_MIN = 20;
const LABEL_LENGTH_MAX = 40;
const DISTINCT_TEXTS_MIN = 0.7;
/** Share of distinct values up to which a column holds labels. */
const DISTINCT_LABELS_MAX = 0.5;

export function guessColumns(paths: readonly string[], values: ColumnValues): GuessedColumns {
  const columns = paths.map((path) => columnOf(path, values.get(path) ?? [])).filter((one) => !one.isRecord);
  const question = best(
    columns.map((one) => ({ path: one.path, points: one.question, tie: one.meanLength })),
  );
  const rest = columns.filter(({ path }) => path !== question);
  const expected = best(rest.map((one) => ({ path: one.path, points: one.expected, tie: -one.distinct })));
  return { question, expected };
}

interface Ranked {
  readonly path: string;
  readonly points: number;
  readonly tie: number;
}

/** Values alone decide only where they fit a single column. */
function best(ranked: readonly Ranked[]): string | null {
  const most = Math.max(0, ...ranked.map(({ points }) => points));
  const first = ranked.filter(({ points }) => points === most).sort((a, b) => b.tie - a.tie);
  if (most === 0 || (most < NAME_POINTS && first.length > 1)) return null;
  return first[0]?.path ?? null;
}

function columnOf(path: string, values: readonly string[]) {
  const words = wordsOf(path);
  const last = words.at(-1) ?? '';
  const filled = values.map((text) => text.trim()).filter((text) => text !== '');
  const distinct = new Set(filled).size;
  const share = distinct / Math.max(1, filled.length);
  const meanLength = filled.reduce((sum, { length }) => sum + length, 0) / Math.max(1, filled.length);
  const isEnough = filled.length >= VALUES_MIN;
  const isText = isEnough && meanLength >= TEXT_LENGTH_MIN && share >= DISTINCT_TEXTS_MIN;
  const isLabels = isEnough && meanLength <= LABEL_LENGTH_MAX && share <= DISTINCT_LABELS_MAX;
  const points = (known: ReadonlySet<string>, doValuesFit: boolean) =>
    (words.some((word) => known.has(word)) ? NAME_POINTS : 0) + (doValuesFit ? 1 : 0);
  return {
    ...{ path, distinct, meanLength },
    isRecord: RECORD_WORDS.has(last) || isRunningNumber(filled) || isNumbersOnly(filled, meanLength),
    question: isLabels ? 0 : points(QUESTION_WORDS, isText),
    expected: points(EXPECTED_WORDS, isLabels),
  };
}

/** Words of the last part of a path: "ticket.rightTeam" has "right" and "team". */
function wordsOf(path: string): string[] {
  const name = path.split('.').at(-1) ?? path;
  const spaced = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.split(/[^a-z]+/).filter((word) => word !== '');
}

/** "1, 2, 3" or "T-101, T-102": one beginning, and each number one more than the last. */
function isRunningNumber(values: readonly string[]): boolean {
  const parts = values.map((text) => /^(\D{0,12})(\d{1,12})$/.exec(text));
  return (
    values.length > 1 &&
    parts.every((part, at) => {
      const before = parts[at - 1];
      return part && (at === 0 || (part[1] === before?.[1] && Number(part[2]) === Number(before?.[2]) + 1));
    })
  );
}

/** Dates, times and long numbers. */
function isNumbersOnly(values: readonly string[], meanLength: number): boolean {
  return values.length > 0 && meanLength >= 8 && values.every((text) => /^[\d\s:.,/TZ+-]+$/.test(text));
}
