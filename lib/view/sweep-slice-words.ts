/** A mark of a slice, with the names of its place and its series. */
export interface SliceMark {
  readonly place: string;
  readonly series: string;
  readonly y: number;
}

export interface SliceUnit {
  readonly unit: string;
  /** The factor that is neither axis nor series: what is left to scatter. */
  readonly rest: 'seed' | 'arm' | 'batch size';
}

/** More would be a table in a sentence. */
const NAMED_MAX = 4;

/** A slice in words, from marks in the order of the axis and of the series. */
export function wordsOfSlice(marks: readonly SliceMark[], shown: SliceUnit): readonly string[] {
  if (marks.length === 0) return ['No cell that has this result is done yet.'];
  return [...changesOf(marks, shown), scatterOf(marks, shown)];
}

/** The mean of each series at its first and last place; where they are many, of those that change most. */
function changesOf(marks: readonly SliceMark[], { unit }: SliceUnit): readonly string[] {
  const changes = [...grouped(marks, ({ series }) => series)].flatMap(([series, own]) => {
    const means = [...grouped(own, ({ place }) => place)].map(([place, at]) => ({ place, y: meanOf(at) }));
    const [first, last] = [means[0], means.at(-1)];
    return first && last && first !== last ? [{ series, first, last, by: Math.abs(last.y - first.y) }] : [];
  });
  if (changes.length === 0) return [];
  const most = changes.toSorted((a, b) => b.by - a.by).slice(0, NAMED_MAX);
  const said = changes
    .filter((change) => most.includes(change))
    .map(
      ({ series, first, last }) =>
        `${series} from ${digits(first.y)}${unit} (${first.place}) to ${digits(last.y)}${unit} (${last.place})`,
    );
  const of = said.length < changes.length ? `, the ${said.length} of ${changes.length} that change most` : '';
  return [`Means${of}: ${said.join('; ')}.`];
}

/** The widest gap between marks that share their place and their series. */
function scatterOf(marks: readonly SliceMark[], { unit, rest }: SliceUnit): string {
  const [widest] = [...grouped(marks, ({ place, series }) => `${place}, ${series}`)]
    .filter(([, own]) => own.length > 1)
    .map(([group, own]) => ({ group, ...rangeOf(own) }))
    .sort((a, b) => b.high - b.low - (a.high - a.low));
  if (widest !== undefined)
    return `The ${rest}s lie furthest apart for ${widest.group}: ${digits(widest.low)} to ${digits(widest.high)}${unit}.`;
  return rest === 'seed'
    ? 'One seed each so far: nothing can be said of their agreement.'
    : `One ${rest} each: nothing else was varied.`;
}

const rangeOf = (marks: readonly SliceMark[]) => ({
  low: Math.min(...marks.map(({ y }) => y)),
  high: Math.max(...marks.map(({ y }) => y)),
});

const meanOf = (marks: readonly SliceMark[]): number =>
  marks.reduce((sum, { y }) => sum + y, 0) / marks.length;

const digits = (value: number): string => Number(value.toPrecision(3)).toLocaleString('en-US');

function grouped(
  marks: readonly SliceMark[],
  nameOf: (mark: SliceMark) => string,
): ReadonlyMap<string, readonly SliceMark[]> {
  const groups = new Map<string, SliceMark[]>();
  for (const mark of marks) groups.set(nameOf(mark), [...(groups.get(nameOf(mark)) ?? []), mark]);
  return groups;
}
