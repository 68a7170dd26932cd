'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { CodeBlock } from '@/components/ui/code-block';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { ReferenceField, ReferenceOperation } from '@/lib/view/api-reference';
import { useOperation } from './use-operation';

/** All that a caller of one operation has to know, read out of the OpenAPI document when its card is opened. */
export function OperationDetails({ id }: { id: string }) {
  const operation = useOperation(id);
  if (operation.isPending) return <SkeletonRows label="Reading the OpenAPI document" rows={4} />;
  if (operation.isError)
    return (
      <div className="border-line border-t p-3.5">
        <ProblemNotice error={operation.error} onRetry={() => operation.refetch()} />
      </div>
    );
  if (operation.data === null)
    return (
      <p className="border-line border-t p-3.5 text-[0.8125rem] text-ink-soft">
        The server no longer has this operation: reload the page.
      </p>
    );
  return <Details operation={operation.data} />;
}

function Details({ operation }: { operation: ReferenceOperation }) {
  const fields = [...operation.inputs, ...operation.body];
  return (
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
