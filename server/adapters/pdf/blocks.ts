import type { Content, TableLayout } from 'pdfmake/interfaces';
import type { Block, NoticeBlock, TableBlock, Term } from '@/lib/domain/report-document';
import { curveImage } from './curve-image';
import type { Letters } from './letters';
import { COLOURS, PAGE, TONES } from './look';
import { tableContent } from './table';

/** PDF content of one block of a document. Knows nothing of pages, headers and files. */
export function blockContent(block: Block, letters: Letters): Content {
  switch (block.kind) {
    case 'paragraph':
      return { text: spans(block.text, letters), margin: [0, 0, 0, 7] };
    case 'notice':
      return notice(block, letters);
    case 'terms':
      return termsContent(block.terms, letters);
    case 'list': {
      const items = block.items.map(
        (item): Content => ({ text: spans(item, letters), margin: [0, 0, 0, 2.5] }),
      );
      return block.ordered ? { ol: items, margin: [0, 0, 0, 6] } : { ul: items, margin: [0, 0, 0, 6] };
    }
    case 'table':
      return captioned(block, tableContent(block, letters), letters);
    case 'code':
      return code(block.text, letters);
    case 'curve': {
      const svg = curveImage(block, letters);
      const drawn: Content =
        svg === null
          ? { text: 'No point was measured.', color: COLOURS.soft, margin: [0, 0, 0, 7] }
          : { svg, margin: [0, 0, 0, 8] };
      return { stack: [caption(block.caption, letters), drawn], unbreakable: true };
    }
  }
}

export interface Span {
  text: string;
  font: string;
}

export function spans(text: string, letters: Letters): Span[] {
  return letters.pieces(text).map((piece) => ({ ...piece }));
}

function captioned(block: TableBlock, table: Content, letters: Letters): Content {
  return block.caption === undefined ? table : { stack: [caption(block.caption, letters), table] };
}

function caption(text: string, letters: Letters): Content {
  return { text: spans(text, letters), bold: true, fontSize: 9, margin: [0, 3, 0, 4], headlineLevel: 2 };
}

/** Two columns of a term and its value, wide enough for a hash. */
export function termsContent(terms: readonly Term[], letters: Letters): Content {
  if (terms.length === 0) return { text: '' };
  return {
    table: {
      // Given in points throughout: a column that is free grows with its longest word, over the edge of the page.
      widths: [TERM_WIDTH, PAGE.width - TERM_WIDTH - 12],
      body: terms.map(({ term, value }) => [
        { text: spans(term, letters), color: COLOURS.faint, fontSize: 8.5 },
        { text: spans(value, letters), fontSize: 8.5 },
      ]),
      dontBreakRows: true,
    },
    layout: TERM_LINES,
    margin: [0, 0, 0, 9],
  };
}

const TERM_WIDTH = 130;

const TERM_LINES: TableLayout = {
  hLineWidth: (row, node) => (row === 0 || row === node.table.body.length ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => COLOURS.line,
  paddingLeft: () => 0,
  paddingRight: () => 6,
  paddingTop: () => 1.8,
  paddingBottom: () => 1.4,
};

function notice({ tone, text }: NoticeBlock, letters: Letters): Content {
  const { edge, wash } = TONES[tone];
  return {
    table: {
      widths: [PAGE.width - 22],
      body: [[{ text: spans(text, letters), bold: true, fillColor: wash }]],
    },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: (column) => (column === 0 ? 3 : 0),
      vLineColor: () => edge,
      paddingLeft: () => 9,
      paddingRight: () => 9,
      paddingTop: () => 4.5,
      paddingBottom: () => 4.5,
    },
    margin: [1, 1, 0, 7],
  };
}

/** Line by line, so that a long prompt breaks over pages between two lines. */
function code(text: string, letters: Letters): Content {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  return {
    table: {
      widths: [PAGE.width - 16],
      body: lines.map((line) => [
        {
          text: letters.pieces(line === '' ? ' ' : line, 'mono').map((piece) => ({ ...piece })),
          fontSize: 7.5,
          preserveLeadingSpaces: true,
          fillColor: COLOURS.sunken,
        },
      ]),
    },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: () => 0,
      paddingLeft: () => 8,
      paddingRight: () => 8,
      paddingTop: (row) => (row === 0 ? 6 : 0.5),
      paddingBottom: (row, node) => (row === node.table.body.length - 1 ? 6 : 0.5),
    },
    margin: [0, 0, 0, 9],
  };
}
