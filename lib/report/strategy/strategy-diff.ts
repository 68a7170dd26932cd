/**
 * Changes between two versions, section by section and line by line, so that a reviewer who has read one need not
 * read the other. Text only; what a sentence or a table says is compared as a reader would see it.
 */
import { diffWordsWithSpace } from 'diff';
import type { Block } from '@/lib/domain/report-document';
import { SECTIONS, type Statement } from './sections';
import type { StrategyContent } from './strategy-content';
import { leadOf } from './strategy-document';
import { basisWords } from './words';

export interface DiffPart {
  readonly text: string;
  readonly mark: 'same' | 'added' | 'removed';
}

export interface LineChange {
  readonly label: string;
  readonly parts: readonly DiffPart[];
}

export interface SectionChange {
  readonly number: number;
  readonly title: string;
  readonly lines: readonly LineChange[];
}

export interface StrategyDiff {
  readonly headline: readonly DiffPart[] | null;
  /** Sections that differ; the others say the same. */
  readonly sections: readonly SectionChange[];
}

export function strategyDiff(before: StrategyContent, after: StrategyContent): StrategyDiff {
  const sections = SECTIONS.map(({ number, key, title, fields }) => {
    const of = (content: StrategyContent) =>
      content.sections.find((section) => section.key === key)?.fields ?? {};
    const [old, now] = [of(before), of(after)];
    const lines = Object.entries<string>(fields).flatMap(([name, label]) => {
      const parts = changeOf(textOf(old[name], before.practice), textOf(now[name], after.practice));
      return parts === null ? [] : [{ label, parts }];
    });
    return { number, title, lines };
  });
  return {
    headline: changeOf(leadOf(before), leadOf(after)),
    sections: sections.filter(({ lines }) => lines.length > 0),
  };
}

function changeOf(before: string, after: string): readonly DiffPart[] | null {
  if (before === after) return null;
  return diffWordsWithSpace(before, after).map(({ value, added, removed }) => ({
    text: value,
    mark: added ? 'added' : removed ? 'removed' : 'same',
  }));
}

function textOf(statement: Statement | undefined, practice: boolean): string {
  if (statement === undefined) return '';
  const blocks = (statement.blocks ?? []).map(blockText);
  return [`${statement.says} [${basisWords(statement, practice)}]`, ...blocks].join('\n');
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n');
    case 'table':
      return [block.head, ...block.rows].map((row) => row.join(' | ')).join('\n');
    case 'terms':
      return block.terms.map(({ term, value }) => `${term}: ${value}`).join('\n');
    case 'curve':
      return block.series
        .map(
          ({ name, points }) =>
            `${name}: ${points.map(({ x, y }) => `${x} ${(y * 100).toFixed(1)} %`).join(', ')}`,
        )
        .join('\n');
    default:
      return block.text;
  }
}
