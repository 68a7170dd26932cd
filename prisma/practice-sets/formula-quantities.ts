/**
 * The quantities that bundled word problems are made of, and one small maker for each kind of quantity and answer.
 */
export type QuantityKind = 'money' | 'factor' | 'count' | 'percent' | 'years' | 'days';

export interface Quantity {
  readonly label: string;
  readonly kind: QuantityKind;
  readonly low: number;
  readonly high: number;
  readonly step: number;
}

export interface PracticeFormula {
  readonly name: string;
  readonly answerIn: 'a plain ratio' | 'percent' | 'dollars' | 'days' | 'years' | 'units';
  readonly inputs: readonly Quantity[];
  /** Percents come as they are written: 4.5 for 4.5 %. */
  readonly compute: (...values: number[]) => number;
}

export const money = (label: string, lowThousands: number, highThousands: number): Quantity => ({
  label,
  kind: 'money',
  low: lowThousands * 1000,
  high: highThousands * 1000,
  step: 500,
});
export const price = (label: string, low: number, high: number): Quantity => ({
  label,
  kind: 'money',
  low,
  high,
  step: 0.25,
});
export const count = (label: string, low: number, high: number): Quantity => ({
  label,
  kind: 'count',
  low,
  high,
  step: Math.max(1, low / 100),
});
export const factor = (label: string, low: number, high: number): Quantity => ({
  label,
  kind: 'factor',
  low,
  high,
  step: 0.05,
});
export const percent = (label: string, low: number, high: number): Quantity => ({
  label,
  kind: 'percent',
  low,
  high,
  step: 0.25,
});
export const years = (label: string, low: number, high: number): Quantity => ({
  label,
  kind: 'years',
  low,
  high,
  step: 1,
});
export const days = (label: string, low: number, high: number): Quantity => ({
  label,
  kind: 'days',
  low,
  high,
  step: 1,
});

const inUnit =
  (answerIn: PracticeFormula['answerIn']) =>
  (name: string, inputs: readonly Quantity[], compute: PracticeFormula['compute']): PracticeFormula => ({
    name,
    answerIn,
    inputs,
    compute,
  });
export const ratio = inUnit('a plain ratio');
export const share = inUnit('percent');
export const units = inUnit('units');
export const amount = inUnit('dollars');
export const spanDays = inUnit('days');
export const spanYears = inUnit('years');
