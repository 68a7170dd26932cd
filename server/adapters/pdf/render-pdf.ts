import pdfMake from 'pdfmake';
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import type { Block, DocumentSection, DocumentSummary, ReportDocument } from '@/lib/domain/report-document';
import { blockContent, spans, termsContent } from './blocks';
import { fonts } from './fonts';
import { type Letters, letters as newLetters } from './letters';
import { COLOURS, PAGE } from './look';

/**
 * A document as a PDF to be mailed: A4, with page numbers, a head on every page, tables that break, curves as vectors.
 * Same document, same bytes. Reads its fonts from packages and fetches nothing. Knows nothing of requests.
 */
export async function renderPdf(document: ReportDocument): Promise<Uint8Array> {
  const { files } = fonts();
  const ours = new Set<string>(Object.values(files).flatMap((family) => Object.values(family)));
  pdfMake.setFonts(structuredClone(files));
  // Only our own fonts are ever read: a document holds texts of users, who must not reach a file or an address.
  pdfMake.setLocalAccessPolicy((file) => ours.has(file));
  pdfMake.setUrlAccessPolicy(() => false);
  return new Uint8Array(await pdfMake.createPdf(definition(document, newLetters())).getBuffer());
}

function definition(document: ReportDocument, letters: Letters): TDocumentDefinitions {
  const content: Content[] = [
    { text: spans(document.title, letters), style: 'title' },
    { text: spans(document.lead, letters), style: 'lead' },
    ...(document.summary === undefined ? [] : summaryContent(document.summary, letters)),
    termsContent(document.facts, letters),
    ...document.sections.flatMap((section) => sectionContent(section, letters)),
  ];
  const note: Content[] = letters.missing() === 0 ? [] : [{ text: missingNote(letters), style: 'note' }];
  const title = spans(cut(document.title), letters);
  return {
    content: [...content, ...note],
    pageSize: 'A4',
    pageMargins: PAGE.margins,
    defaultStyle: { font: 'sans', fontSize: 9.2, lineHeight: 1.2, color: COLOURS.ink },
    styles: STYLES,
    language: 'en',
    displayTitle: true,
    info: { title: document.title, creator: 'Waggle', producer: 'Waggle', creationDate: madeAt(document) },
    header: (page) => (page === 1 ? '' : { text: title.map((span) => ({ ...span })), ...HEAD_LINE }),
    footer: (page, pages) => ({
      columns: [{ text: 'Waggle' }, { text: `${page} / ${pages}`, alignment: 'right' }],
      fontSize: 8,
      color: COLOURS.faint,
      margin: [48, 14, 48, 0],
    }),
    // A heading that would be the last thing on its page goes over to the next with what it is about.
    pageBreakBefore: (node, { getFollowingNodesOnPage }) =>
      node.headlineLevel !== undefined && getFollowingNodesOnPage().length === 0,
  };
}

function summaryContent({ verdict, terms, warnings }: DocumentSummary, letters: Letters): Content[] {
  return [
    { text: spans(verdict, letters), style: 'heading' },
    termsContent(terms, letters),
    ...warnings.map((text) => blockContent({ kind: 'notice', tone: 'bad', text }, letters)),
  ];
}

const HEAD_LINE = {
  fontSize: 8,
  color: COLOURS.faint,
  margin: [48, 22, 48, 0] as [number, number, number, number],
};

const STYLES: NonNullable<TDocumentDefinitions['styles']> = {
  title: { fontSize: 19, bold: true, lineHeight: 1.1, margin: [0, 0, 0, 5] },
  lead: { fontSize: 11, color: COLOURS.soft, margin: [0, 0, 0, 10] },
  heading: { fontSize: 12, bold: true, margin: [0, 6, 0, 4] },
  note: { fontSize: 7.5, color: COLOURS.faint, margin: [0, 10, 0, 0] },
};

function sectionContent({ heading, blocks }: DocumentSection, letters: Letters): Content[] {
  const title: Content = { text: spans(heading, letters), style: 'heading', headlineLevel: 1 };
  const [first, ...rest] = blocks.map((block) => blockContent(block, letters));
  if (first === undefined) return [title];
  // A heading is never left alone at the foot of a page.
  const begin: Content[] = isShort(blocks[0])
    ? [{ stack: [title, first], unbreakable: true }]
    : [title, first];
  return [...begin, ...rest];
}

const LINES_TOGETHER = 12;

function isShort(block: Block | undefined): boolean {
  switch (block?.kind) {
    case 'notice':
    case 'curve':
      return true;
    case 'paragraph':
      return block.text.length < 800;
    case 'terms':
      return block.terms.length <= LINES_TOGETHER;
    case 'list':
      return block.items.length <= LINES_TOGETHER;
    default:
      return false;
  }
}

/** Without a time in the document the file names the beginning of time, rather than the moment of the download. */
function madeAt({ madeAt: time }: ReportDocument): Date {
  const date = new Date(time ?? 0);
  return Number.isNaN(date.getTime()) ? new Date(0) : date;
}

const missingNote = (letters: Letters) =>
  `${letters.missing()} letters of a script that this file's fonts lack are shown as a replacement mark; the Markdown and JSON files hold them.`;

const TITLE_MAX = 90;
const cut = (title: string) => (title.length > TITLE_MAX ? `${title.slice(0, TITLE_MAX - 1)}…` : title);
