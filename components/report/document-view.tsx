import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { DefinitionList } from '@/components/ui/definition-list';
import { keptFigures } from '@/components/ui/kept-figures';
import { Notice } from '@/components/ui/notice';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import {
  type Block,
  isNumberColumn,
  type ReportDocument,
  type TableBlock,
} from '@/lib/domain/report-document';
import { DocumentCurve } from './document-curve';
import { TermList } from './term-list';

interface DocumentViewProps {
  readonly document: ReportDocument;
  /** Content under the section with this number, counted from 1: its comments, for instance. */
  readonly beneath?: (section: number, heading: string) => ReactNode;
}

/** A document on a page: facts, then a card a section. Title and lead are the page's own head. */
export function DocumentView({ document, beneath }: DocumentViewProps) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {document.facts.length === 0 ? null : (
        <Card>
          <DefinitionList items={document.facts} />
        </Card>
      )}
      {document.sections.map((section, at) => (
        <Card key={section.heading} title={section.heading}>
          <div className="flex min-w-0 flex-col gap-3">
            {section.blocks.map((block, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no name and never change their order.
              <BlockView key={index} block={block} section={section.heading} />
            ))}
            {beneath?.(at + 1, section.heading)}
          </div>
        </Card>
      ))}
    </div>
  );
}

const TEXT = 'max-w-prose whitespace-pre-line break-words text-[0.8125rem] text-ink-soft leading-relaxed';

function BlockView({ block, section }: { block: Block; section: string }) {
  switch (block.kind) {
    case 'paragraph':
      return <p className={TEXT}>{keptFigures(block.text)}</p>;
    case 'notice':
      return (
        <Notice tone={block.tone}>
          <span className="whitespace-pre-line font-medium text-ink">{keptFigures(block.text)}</span>
        </Notice>
      );
    case 'terms':
      return <TermList terms={block.terms} />;
    case 'list':
      return <ListView items={block.items} ordered={block.ordered ?? false} />;
    case 'table':
      return <TableView table={block} section={section} />;
    case 'code':
      return <CodeBlock text={block.text} what={`Text of ${section}`} wrap />;
    case 'curve':
      return <DocumentCurve curve={block} />;
  }
}

function ListView({ items, ordered }: { items: readonly string[]; ordered: boolean }) {
  const List = ordered ? 'ol' : 'ul';
  return (
    <List className={`${TEXT} ml-5 ${ordered ? 'list-decimal' : 'list-disc'} space-y-1`}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two items may read the same.
        <li key={index}>{keptFigures(item)}</li>
      ))}
    </List>
  );
}

function TableView({ table, section }: { table: TableBlock; section: string }) {
  const columns = table.head.map((name, at) => ({ name, at, numeric: isNumberColumn(table, at) }));
  return (
    <div className="min-w-0">
      {table.caption === undefined ? null : (
        <p className="mb-1.5 font-medium text-[0.8125rem] text-ink">{table.caption}</p>
      )}
      <Table caption={table.caption ?? section}>
        <TableHead>
          {columns.map(({ name, at, numeric }) => (
            <HeadCell key={at} numeric={numeric}>
              {name}
            </HeadCell>
          ))}
        </TableHead>
        <TableBody>
          {table.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name and never change their order.
            <Row key={index}>
              {columns.map(({ at, numeric }) => (
                <Cell key={at} numeric={numeric} className="whitespace-pre-line align-top">
                  {row[at] ?? ''}
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
