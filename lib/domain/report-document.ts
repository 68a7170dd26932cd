/**
 * A document as a list of blocks: what a page, a Markdown file and a PDF are made from, so that the three say the same.
 * Knows nothing of how a block looks. Every text may come from a user: the renderer escapes it.
 */
export interface ReportDocument {
  readonly title: string;
  /** One sentence under the title: what the reader is to take away. */
  readonly lead: string;
  /** The half page on top; absent = a document of another kind, or made before there was one. */
  readonly summary?: DocumentSummary;
  /** Who made it, when, of what, under which hash: lines of a term and its value. */
  readonly facts: readonly Term[];
  readonly sections: readonly DocumentSection[];
  /** ISO time for the properties of a file; the same document is the same file to the byte. */
  readonly madeAt?: string;
}

export interface DocumentSummary {
  /** One word. */
  readonly verdict: string;
  readonly tone: 'good' | 'honey' | 'bad' | 'neutral';
  readonly terms: readonly Term[];
  /** Reasons why its numbers must not be quoted. */
  readonly warnings: readonly string[];
}

export interface DocumentSection {
  readonly heading: string;
  readonly blocks: readonly Block[];
}

export interface Term {
  readonly term: string;
  readonly value: string;
}

export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  | NoticeBlock
  | { readonly kind: 'terms'; readonly terms: readonly Term[] }
  | { readonly kind: 'list'; readonly items: readonly string[]; readonly ordered?: boolean }
  | TableBlock
  | { readonly kind: 'code'; readonly text: string; readonly language?: string }
  | CurveBlock;

/** A verdict or a warning that must not be overlooked. */
export interface NoticeBlock {
  readonly kind: 'notice';
  readonly tone: 'good' | 'bad' | 'neutral';
  readonly text: string;
}

export interface TableBlock {
  readonly kind: 'table';
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly caption?: string;
}

/** A curve with its intervals: drawn in a PDF and on a page, a table in Markdown. */
export interface CurveBlock {
  readonly kind: 'curve';
  readonly caption: string;
  readonly xLabel: string;
  /** Names the unit of y; values are drawn as they are. */
  readonly yLabel: string;
  readonly series: readonly CurveSeries[];
  /** A horizontal line with its name: the original prompt, a target. */
  readonly lines?: readonly { readonly name: string; readonly y: number }[];
}

export interface CurveSeries {
  readonly name: string;
  readonly points: readonly CurvePoint[];
}

export interface CurvePoint {
  readonly x: number;
  readonly y: number;
  readonly lower: number | null;
  readonly upper: number | null;
}

const NUMBER = /^[+\-−]?\s?[$€]?\d[\d\s,.]*(?:\s?(?:%|s|ms|min|h|pt|points?|USD|tokens?|x|×))?$/;
const NOTHING = /^(?:|—|–|-|n\/a)$/;

/** Columns of numbers are set flush right, as they are read. */
export function isNumberColumn({ rows }: TableBlock, column: number): boolean {
  const cells = rows.map((row) => row[column]?.trim() ?? '').filter((cell) => !NOTHING.test(cell));
  return cells.length > 0 && cells.every((cell) => NUMBER.test(cell));
}

/** Range of a curve with its intervals and lines; null without a point. */
export function curveRange(curve: CurveBlock): CurveRange | null {
  const points = curve.series.flatMap((series) => series.points);
  if (points.length === 0) return null;
  const xs = points.map(({ x }) => x);
  const ys = [
    ...points.flatMap(({ y, lower, upper }) => [y, lower ?? y, upper ?? y]),
    ...(curve.lines ?? []).map(({ y }) => y),
  ];
  return { x: [Math.min(...xs), Math.max(...xs)], y: [Math.min(...ys), Math.max(...ys)] };
}

export interface CurveRange {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

/** As the points of a curve are written in a table: no more digits than are read. */
export function curveNumber(value: number): string {
  return String(Number(value.toFixed(Math.abs(value) < 1 ? 4 : 2)));
}
