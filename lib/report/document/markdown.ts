/**
 * A document as Markdown (CommonMark with tables), the same text for the same document. What users wrote is shown,
 * never obeyed: no markup, HTML or table cell comes out of a name or a prompt. Knows nothing of files and requests.
 */
import {
  type Block,
  type CurveBlock,
  curveNumber,
  type DocumentSummary,
  isNumberColumn,
  type NoticeBlock,
  type ReportDocument,
  type TableBlock,
  type Term,
} from '@/lib/domain/report-document';

export function renderMarkdown(document: ReportDocument): string {
  const parts = [
    `# ${line(document.title)}`,
    prose(document.lead),
    ...(document.summary === undefined ? [] : summary(document.summary)),
    terms(document.facts),
    ...document.sections.flatMap(({ heading, blocks }) => [`## ${line(heading)}`, ...blocks.map(block)]),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const summary = ({ verdict, terms: lines, warnings }: DocumentSummary): readonly string[] => [
  `**${line(verdict)}**`,
  terms(lines),
  ...warnings.map((text) => notice({ kind: 'notice', tone: 'bad', text })),
];

function block(item: Block): string {
  switch (item.kind) {
    case 'paragraph':
      return prose(item.text);
    case 'notice':
      return notice(item);
    case 'terms':
      return terms(item.terms);
    case 'list':
      return item.items
        .map((text, index) => `${item.ordered ? `${index + 1}.` : '-'} ${start(text)}`)
        .join('\n');
    case 'table':
      return table(item);
    case 'code':
      return code(item.text, item.language);
    case 'curve':
      return curve(item);
  }
}

const NOTICE_WORDS = { good: 'Good: ', bad: 'Attention: ', neutral: '' } as const;

/** The words stand for the colour that a page gives it. */
function notice({ tone, text }: NoticeBlock): string {
  return `> **${NOTICE_WORDS[tone]}${line(text)}**`;
}

const terms = (items: readonly Term[]) =>
  items.map(({ term, value }) => `- **${line(term)}:** ${line(value)}`).join('\n');

function table(item: TableBlock): string {
  const cells = (row: readonly string[]) => `| ${item.head.map((_, i) => cell(row[i] ?? '')).join(' | ')} |`;
  const rule = `| ${item.head.map((_, i) => (isNumberColumn(item, i) ? '---:' : '---')).join(' | ')} |`;
  const rows = [cells(item.head), rule, ...item.rows.map(cells)].join('\n');
  return item.caption === undefined ? rows : `**${line(item.caption)}**\n\n${rows}`;
}

/** A text file draws nothing: the points as a table, the lines beneath. */
function curve(item: CurveBlock): string {
  const several = item.series.length > 1;
  const number = (value: number | null) => (value === null ? '—' : curveNumber(value));
  const rows = item.series.flatMap(({ name, points }) =>
    points.map(({ x, y, lower, upper }) => [
      ...(several ? [name] : []),
      number(x),
      number(y),
      number(lower),
      number(upper),
    ]),
  );
  const head = [...(several ? ['series'] : []), item.xLabel, item.yLabel, 'lower bound', 'upper bound'];
  const lines = (item.lines ?? []).map(({ name, y }) => `- ${line(name)}: ${number(y)}`).join('\n');
  const points = rows.length === 0 ? 'No point was measured.' : '';
  const drawn = points || table({ kind: 'table', head, rows, caption: item.caption });
  return lines === '' ? drawn : `${drawn}\n\n${lines}`;
}

/** The fence is longer than every row of backticks inside, so that no prompt can close it. */
function code(text: string, language = ''): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language.replaceAll(/[^\w-]/g, '')}\n${plain(text).replace(/\n$/, '')}\n${fence}`;
}

/** Paragraphs stay paragraphs, and a line break stays one. */
function prose(text: string): string {
  return plain(text)
    .split(/\n{2,}/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((row) => start(row))
        .filter((row) => row !== '')
        .join('\\\n'),
    )
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

/** Escapes the start of a line, where a few more characters have a meaning. */
function start(text: string): string {
  return line(text)
    .replace(/^(#{1,6}|[-+=])/, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

/** All on one line, with nothing left that means something inside it. */
const line = (text: string) => inline(plain(text).replaceAll(/\s+/g, ' ').trim());

const cell = (text: string) =>
  plain(text)
    .trim()
    .split('\n')
    .map((row) => line(row))
    .join('<br>');

/** An underscore inside a word means nothing, and most words with one are names of settings. */
function inline(text: string): string {
  return text
    .replaceAll(/[\\`*[\]|~]/g, '\\$&')
    .replaceAll(/(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '\\_')
    .replaceAll(/&(?=#?\w+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Characters that steer a terminal or turn the reading direction have no place in a document. */
function plain(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|[\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, '');
}
