/**
 * A plan or a report as a document: the same lines on the page, in Markdown and in the PDF. The order comes from the
 * table of sections, since a database may reorder the members of stored JSON. Knows nothing of how a block looks.
 */
import type {
  Block,
  DocumentSection,
  DocumentSummary,
  ReportDocument,
  Term,
} from '@/lib/domain/report-document';
import { momentWords } from '../document/moment';
import { SECTIONS, type Statement } from './sections';
import { type StrategyContent, type StrategySummary, strategyHash } from './strategy-content';
import { basisWords, PRACTICE, shortHash } from './words';

/** Facts in the row of a version that its content lacks. */
export interface VersionFacts {
  readonly version: number;
  readonly createdBy: string;
  /** ISO. */
  readonly createdAt: string;
}

export function strategyTitle({ kind, subject, practice }: StrategyContent): string {
  const of = subject.run === null ? subject.experiment : `${subject.run}, ${subject.experiment}`;
  return `${kind === 'plan' ? 'Plan' : 'Report'}: ${of}${practice ? ` (${PRACTICE})` : ''}`;
}

export function strategyDocument(content: StrategyContent, version: VersionFacts): ReportDocument {
  return {
    title: strategyTitle(content),
    lead: leadOf(content),
    ...(content.summary === undefined ? {} : { summary: summaryBlock(content, content.summary) }),
    facts: factsOf(content, version),
    sections: SECTIONS.map(({ number, key, fields }) => {
      const section = content.sections.find((one) => one.key === key);
      const blocks = Object.entries<string>(fields).flatMap(([name, label]) => {
        const statement = section?.fields[name];
        return statement === undefined ? [] : [lineOf(label, statement, content.practice)];
      });
      return sectionOf(content, { heading: `${number}. ${section?.title ?? ''}`, lines: blocks, number });
    }),
  };
}

function summaryBlock(
  { practice, headlineBlockedBy, confounded }: StrategyContent,
  { verdict, tone, recommendation, ...said }: StrategySummary,
): DocumentSummary {
  const termOf = (term: string, statement: Statement): Term => ({
    term,
    value: `${statement.says} [${basisWords(statement, practice)}]`,
  });
  return {
    verdict,
    tone,
    terms: [
      termOf('Gain', said.gain),
      termOf('Cost', said.cost),
      termOf('Time', said.time),
      { term: 'Recommendation', value: recommendation },
    ],
    warnings: [...new Set([...headlineBlockedBy, ...(confounded === undefined ? [] : [confounded])])],
  };
}

/** The headline with what keeps it from being one. */
export function leadOf({ headline, headlineBlockedBy, practice, confounded }: StrategyContent): string {
  const blocked =
    headlineBlockedBy.length === 0 ? '' : ` Not to be used as a headline: ${headlineBlockedBy.join(' ')}`;
  // Acknowledged, it keeps nothing from being said and is said with it.
  const roles = confounded === undefined || headlineBlockedBy.includes(confounded) ? '' : ` ${confounded}`;
  return `${headline.says} [${basisWords(headline, practice)}]${blocked}${roles}`;
}

function factsOf(content: StrategyContent, { version, createdBy, createdAt }: VersionFacts): Term[] {
  const { hashes, subject, practice, hardware } = content;
  return [
    { term: 'Experiment', value: subject.experiment },
    ...(subject.run === null ? [] : [{ term: 'Run', value: subject.run }]),
    { term: 'Version', value: `${version}` },
    { term: 'Made', value: `${momentWords(createdAt)} by ${createdBy}` },
    {
      term: 'Hardware',
      value: practice && !hardware.includes(PRACTICE) ? `${hardware} (${PRACTICE})` : hardware,
    },
    ...(content.confounded === undefined ? [] : [{ term: 'Confounded', value: content.confounded }]),
    { term: 'Split', value: shortHash(hashes.split) },
    { term: 'Configuration', value: shortHash(hashes.configuration) },
    ...(hashes.manifest === null ? [] : [{ term: 'Manifest', value: shortHash(hashes.manifest) }]),
    ...(hashes.run === null ? [] : [{ term: 'Run hash', value: shortHash(hashes.run) }]),
    { term: 'Content hash', value: strategyHash(content) },
  ];
}

interface Line {
  readonly term: Term;
  readonly blocks: readonly Block[];
}

function lineOf(label: string, statement: Statement, practice: boolean): Line {
  return {
    term: { term: label, value: `${statement.says} [${basisWords(statement, practice)}]` },
    blocks: statement.blocks ?? [],
  };
}

/** Lines without a block of their own share one list of terms. */
function sectionOf(
  content: StrategyContent,
  {
    heading,
    lines,
    number,
  }: { readonly heading: string; readonly lines: readonly Line[]; readonly number: number },
): DocumentSection {
  const blocks: Block[] = number === COST_SECTION ? [headlineNotice(content)] : [];
  let terms: Term[] = [];
  for (const { term, blocks: below } of lines) {
    terms.push(term);
    if (below.length === 0) continue;
    blocks.push({ kind: 'terms', terms }, ...below);
    terms = [];
  }
  if (terms.length > 0) blocks.push({ kind: 'terms', terms });
  return { heading, blocks };
}

const COST_SECTION = 9;

function headlineNotice(content: StrategyContent): Block {
  // A price is neither good nor bad, and may be "no improvement"; that it must not be used is what must be seen.
  const tone = content.headlineBlockedBy.length === 0 ? 'neutral' : 'bad';
  return { kind: 'notice', tone, text: leadOf(content) };
}
