import { Card } from '@/components/ui/card';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { ImportPreviewView } from '@/lib/contracts/imports';
import { FILE_FORMAT_WORDS } from '@/lib/view/import-words';

export function PreviewTable({ preview }: { preview: ImportPreviewView }) {
  return (
    <Card
      flush
      title="What would the first examples be?"
      description={preview.files
        .map((file) => `${file.name}: ${file.records} records, ${FILE_FORMAT_WORDS[file.format]}`)
        .join(' · ')}
    >
      <Table caption="First examples">
        <TableHead>
          <HeadCell>Id</HeadCell>
          <HeadCell>Question</HeadCell>
          <HeadCell>Expected</HeadCell>
          <HeadCell>Group</HeadCell>
          <HeadCell>Source</HeadCell>
        </TableHead>
        <TableBody>
          {preview.examples.map((example) => (
            <Row key={example.id}>
              <Cell className="max-w-40 truncate font-mono text-xs">{example.id}</Cell>
              <Cell className="min-w-64 max-w-xl">
                <span className="line-clamp-2">{example.question}</span>
              </Cell>
              <Cell className="max-w-56">
                <span className="line-clamp-2 font-mono text-xs">{example.expected}</span>
              </Cell>
              <Cell className="text-ink-faint">{example.groupKey ?? '–'}</Cell>
              <Cell className="text-ink-faint">{example.sourceSplit}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
