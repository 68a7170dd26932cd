import { ChevronRight } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { CodeBlock } from '@/components/ui/code-block';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { ReferenceField, ReferenceOperation } from '@/lib/view/api-reference';
import type { Tone } from '@/lib/view/tone';

const TONES: Readonly<Record<string, Tone>> = {
  GET: 'info',
  POST: 'good',
  PUT: 'honey',
  PATCH: 'honey',
  DELETE: 'bad',
};

/** Closed it says what it is for; open, all that a caller has to know. */
export function OperationCard({ operation }: { operation: ReferenceOperation }) {
  const fields = [...operation.inputs, ...operation.body];
  return (
    <details
      id={operation.id}
      className="group min-w-0 scroll-mt-16 rounded-lg border border-line bg-surface shadow-card"
    >
      <summary className="flex list-none flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2.5">
        <ChevronRight
          className="size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
          aria-hidden
        />
        <span className="shrink-0 sm:w-16">
          <Badge tone={TONES[operation.method] ?? 'neutral'} className="font-mono">
            {operation.method}
          </Badge>
        </span>
        <code className="min-w-0 flex-1 basis-40 wrap-anywhere font-mono text-xs sm:flex-none sm:basis-auto">
          {operation.path}
        </code>
        <span className="min-w-0 basis-full text-[0.8125rem] text-ink-faint sm:ml-auto sm:basis-auto">
          {operation.summary}
        </span>
      </summary>
      <div className="flex flex-col gap-4 border-line border-t px-3.5 py-3.5">
        {operation.description ? (
          <p className="text-[0.8125rem] text-ink-soft">{operation.description}</p>
        ) : null}
        {fields.length > 0 ? <FieldTable operation={operation} fields={fields} /> : null}
        <CodeBlock text={operation.curl} what="the request as curl" />
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
          {operation.responses.map((response) => (
            <li key={response.status} className="text-ink-faint">
              <span className="font-medium font-mono text-ink-soft">{response.status}</span> {response.text}
            </li>
          ))}
        </ul>
        <Schema title="Schema of the body" text={operation.bodySchema} />
        <Schema title="Schema of the answer" text={operation.responseSchema} />
      </div>
    </details>
  );
}

function FieldTable(props: { operation: ReferenceOperation; fields: readonly ReferenceField[] }) {
  return (
    <div className="overflow-hidden rounded-md border border-line">
      <Table caption={`Input of ${props.operation.id}`}>
        <TableHead>
          <HeadCell>Name</HeadCell>
          <HeadCell>In</HeadCell>
          <HeadCell>Type</HeadCell>
          <HeadCell>Note</HeadCell>
        </TableHead>
        <TableBody>
          {props.fields.map((field) => (
            <Row key={`${field.where}-${field.name}`}>
              <Cell className="whitespace-nowrap font-mono text-xs">
                {field.name}
                {field.required ? <span className="ml-1.5 font-sans text-bad">required</span> : null}
              </Cell>
              <Cell className="text-ink-faint">{field.where}</Cell>
              <Cell className="max-w-72 break-words font-mono text-xs">{field.type}</Cell>
              <Cell className="text-ink-faint">{field.note}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function Schema({ title, text }: { title: string; text: string | null }) {
  if (text === null) return null;
  return (
    <details className="text-xs">
      <summary className="text-ink-faint hover:text-ink">{title}</summary>
      <CodeBlock className="mt-1.5" text={text} what={title.toLowerCase()} />
    </details>
  );
}
