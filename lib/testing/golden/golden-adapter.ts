/**
 * An adapter: the small piece that maps one golden vector file to our own functions. It knows the file's
 * shape and which of our functions answers it; it knows neither how cases are counted nor how they are printed.
 *
 * The adapter of `x.json` is `adapters/x.ts` and exports `adapter`.
 */

/** One case as written in the file: an id, inputs, and the peer's result. Never key on the id. */
export interface GoldenCase {
  readonly id: string;
  readonly [field: string]: unknown;
}

export interface GoldenFile {
  /** The file's name without `.json`. */
  readonly stem: string;
  readonly groups: Readonly<Record<string, readonly GoldenCase[]>>;
}

/** A number may differ by the greater of the two; other values must be equal. Neither given = exact. */
export interface Tolerance {
  readonly absolute?: number;
  readonly relative?: number;
}

/**
 * For a sum of products whose peer may add in another order: four units in the last place of a number of size one.
 * Absolute, since the error of such a sum has the size of its terms and not of a total in which they cancel.
 */
export const ROUNDING: Tolerance = { absolute: 4 * Number.EPSILON, relative: 4 * Number.EPSILON };

/**
 * One thing compared. `expected` may hold {"$float": "nan" | "inf" | "-inf"}. Tolerance applies to every number
 * inside `expected`, at any depth. Key order never matters, order in lists does.
 */
export interface Comparison {
  readonly what: string;
  readonly actual: unknown;
  readonly expected: unknown;
  readonly tolerance?: Tolerance;
}

/** The text of a file that a case names; throws where it is not there, so that such a case never passes unread. */
export type ReadNamed = (file: string) => string;

/**
 * All comparisons of one case, at least one. Throwing counts as failed, with the error's message. A case with an
 * `error` field says that the peer refused: compare that ours refuses too (the Python class is not compared).
 */
export type GoldenCheck = (
  testCase: GoldenCase,
  readNamed: ReadNamed,
) => readonly Comparison[] | Promise<readonly Comparison[]>;

/** The peer defects that the vectors' own README names; nothing else can be excused. */
export type PeerDefect =
  | 'formulaPythonOnlyNumbers'
  | 'finerEvaluatesModelText'
  | 'slugDoubledUnderscore'
  | 'addToMissingGeneralSection'
  | 'emptyPytestSummarySolved'
  | 'greedyDedupeSharesBullet'
  | 'mergeZeroWeights'
  | 'combeeIgnoresDuplicationBelowFour';

/** One predicate a defect, on the case's inputs. A case that passes is never excused. */
export interface GoldenExcuse {
  readonly defect: PeerDefect;
  readonly applies: (group: string, testCase: GoldenCase) => boolean;
}

export interface GoldenAdapter {
  /** Every group of the file by name. A group that is missing here counts as failed. */
  readonly groups: Readonly<Record<string, GoldenCheck>>;
  readonly excuses?: readonly GoldenExcuse[];
}
