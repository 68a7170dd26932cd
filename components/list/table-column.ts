import type { ReactNode } from 'react';
import { type DataField, figure, word } from '@/lib/view/list-rows';
import { formatCount, NOT_KNOWN } from '@/lib/view/numbers';

/** A column of a table within a card: its head, its cells, and what a file holds of it. It is never sorted nor hidden by hand. */
export interface TableColumn<Row> {
  readonly label: string;
  /** The head is for screen readers only: the cells speak for themselves. */
  readonly isSilent?: boolean;
  /** Custom head; the label still names the column. */
  readonly head?: ReactNode;
  /** Explanation of the head, in one sentence. */
  readonly hint?: string | undefined;
  readonly numeric?: boolean;
  /** Left out on narrower screens. */
  readonly hiddenBelow?: 'sm' | 'md';
  /** Class of the cells. */
  readonly className?: string;
  /** Empty where the cells hold nothing but buttons or links. */
  readonly data: readonly DataField<Row>[];
  readonly cell: (row: Row) => ReactNode;
}

interface ColumnWords
  extends Pick<TableColumn<never>, 'label' | 'isSilent' | 'hint' | 'hiddenBelow' | 'className'> {
  /** Its name in a file, with its unit; left out, the label. */
  readonly file?: string;
}

interface FigureOptions<Row> extends ColumnWords {
  readonly of: (row: Row) => number | null;
  /** Left out, a count. */
  readonly show?: (value: number) => ReactNode;
  /** Instead of a number that is not known. */
  readonly none?: string;
}

/** A number: as it is read in the cell, as exact as it is in a file. */
export function figureColumn<Row>(options: FigureOptions<Row>): TableColumn<Row> {
  const { file, of, show = formatCount, none = NOT_KNOWN, ...words } = options;
  return {
    ...words,
    numeric: true,
    data: [figure(file ?? words.label.toLowerCase(), of)],
    cell: (row) => {
      const value = of(row);
      return value === null ? none : show(value);
    },
  };
}

/** A text that says the same in the cell and in a file. */
export function wordColumn<Row>(
  options: ColumnWords & { readonly of: (row: Row) => string | null },
): TableColumn<Row> {
  const { file, of, ...words } = options;
  return {
    ...words,
    data: [word(file ?? words.label.toLowerCase(), of)],
    cell: (row) => of(row) ?? NOT_KNOWN,
  };
}

interface Measured {
  readonly mean: number;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly n?: number;
  readonly missing?: number | undefined;
}

/** Fields of a measurement in a file: never the mean alone. */
export function measuredData<Row>(
  name: string,
  of: (row: Row) => Measured | null,
): readonly DataField<Row>[] {
  const part = (key: keyof Measured) => (row: Row) => of(row)?.[key] ?? null;
  return [
    figure(`${name}, share`, part('mean')),
    figure(`${name}, lower`, part('lower')),
    figure(`${name}, upper`, part('upper')),
    figure(`${name}, n`, part('n')),
    figure(`${name}, missing`, (row) => (of(row) === null ? null : (of(row)?.missing ?? 0))),
  ];
}
