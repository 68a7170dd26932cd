import type { Content, TableLayout } from 'pdfmake/interfaces';
import { isNumberColumn, type TableBlock } from '@/lib/domain/report-document';
import type { Letters } from './letters';
import { COLOURS, PAGE } from './look';

/** A table that keeps its head on every page and never grows wider than the page: long words break. */
const PADDING = 5;

export function tableContent(block: TableBlock, letters: Letters): Content {
  if (block.head.length === 0) return { text: '' };
  const size = fontSize(block.head.length);
  const numeric = block.head.map((_, column) => isNumberColumn(block, column));
  const cell = (text: string, column: number, isHead: boolean) => ({
    text: letters.pieces(text).map((piece) => ({ ...piece })),
    alignment: numeric[column] ? ('right' as const) : ('left' as const),
    ...(isHead ? { bold: true, color: COLOURS.soft, fillColor: COLOURS.sunken } : {}),
  });
  return {
    fontSize: size,
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: block.rows.every((row) => row.every((text) => text.length < LONG_CELL)),
      widths: columnWidths(block, size),
      body: [
        block.head.map((text, column) => cell(text, column, true)),
        ...block.rows.map((row) => block.head.map((_, column) => cell(row[column] ?? '', column, false))),
      ],
    },
    layout: LINES,
    margin: [0, 0, 0, 9],
  };
}

/** A cell that may be longer than a page has to break. */
const LONG_CELL = 1200;

const fontSize = (columns: number) => (columns > 10 ? 6 : columns > 7 ? 7 : 8.5);

const LINES: TableLayout = {
  hLineWidth: (row) => (row === 1 ? 0.8 : 0.5),
  vLineWidth: () => 0,
  hLineColor: (row) => (row === 1 ? COLOURS.strong : COLOURS.line),
  paddingLeft: () => PADDING,
  paddingRight: () => PADDING,
  paddingTop: () => 3,
  paddingBottom: () => 3,
};

/** Each column gets what its longest word needs, and of the rest a part by the length of its texts. */
function columnWidths({ head, rows }: TableBlock, size: number): number[] {
  const letter = size * 0.58;
  const room = PAGE.width - head.length * 2 * PADDING;
  const asks = head.map((name, column) => {
    const texts = [name, ...rows.map((row) => row[column] ?? '')];
    const word = Math.max(...texts.flatMap((text) => text.split(/\s+/).map((part) => part.length)));
    const whole = Math.max(...texts.map((text) => text.length));
    return { least: Math.min(word, LONG_WORD) * letter + 2, wish: Math.min(whole, LONG_TEXT) * letter + 2 };
  });
  const least = asks.reduce((sum, ask) => sum + ask.least, 0);
  const wish = asks.reduce((sum, ask) => sum + ask.wish, 0);
  if (least >= room) return asks.map((ask) => (ask.least / least) * room);
  const share = Math.min(1, (room - least) / Math.max(1, wish - least));
  const given = asks.map((ask) => ask.least + (ask.wish - ask.least) * share);
  const rest = room - given.reduce((sum, width) => sum + width, 0);
  return given.map((width) => width + rest / head.length);
}

const LONG_WORD = 18;
const LONG_TEXT = 60;
