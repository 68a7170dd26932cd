/**
 * A document as a list of blocks: what a page, a Markdown file and a PDF are made from, so that the three say the same.
 * Knows nothing of how a block looks.
 */
export interface ReportDocument {
  readonly title: string;
  /** One sentence under the title: what the reader is to take away. */
  readonly lead: string;
  /** Who made it, when, of what, under which hash: lines of a term and its value. */
  readonly facts: readonly Term[];
  readonly sections: readonly DocumentSection[];
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
  /** A verdict or a warning that must not be overlooked. */
  | { readonly kind: 'notice'; readonly tone: 'good' | 'bad' | 'neutral'; readonly text: string }
  | { readonly kind: 'terms'; readonly terms: readonly Term[] }
  | { readonly kind: 'list'; readonly items: readonly string[]; readonly ordered?: boolean }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
      readonly caption?: string;
    }
  | { readonly kind: 'code'; readonly text: string; readonly language?: string }
  | CurveBlock;

/** A curve with its intervals: drawn in a PDF and on a page, a table in Markdown. */
export interface CurveBlock {
  readonly kind: 'curve';
  readonly caption: string;
  readonly xLabel: string;
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
