import { z } from 'zod';
import { operation } from './operation';
import { uploadBody } from './upload-body';

/** Files of traces: what other tools exported or recorded. */
const UPLOAD_BYTES_MAX = 50_000_000;

export const traceImport = z
  .object({
    /** Traces that the files hold. */
    read: z.int(),
    stored: z.int(),
    /** Traces that the workspace has already, or that the files hold twice. */
    doubles: z.int(),
    saw: z
      .array(z.object({ file: z.string(), format: z.string(), documents: z.int() }))
      .describe('Detected formats of each file, and how many documents it has of each.'),
    refused: z
      .array(z.object({ file: z.string(), reason: z.string() }))
      .describe('Parts that were left out, each with its line and field.'),
  })
  .meta({ id: 'TraceImport', description: 'What became of the traces in files.' });
export type TraceImportView = z.output<typeof traceImport>;

export const importTraces = operation({
  id: 'importTraces',
  method: 'POST',
  path: '/api/v1/traces/import',
  tag: 'Traces',
  summary: 'Import traces from files; importing a file again adds nothing',
  description:
    'Files: JSON or JSONL, each optionally gzipped, or zip files of them. Known are OTLP JSON, exports of Langfuse, batches of the OpenAI Agents SDK, ATIF, SWE-agent, tau-bench, session logs and lists of messages. Personal data is treated as the policy of the workspace says.',
  permission: 'experiment',
  scope: 'workspace',
  bodyType: 'multipart',
  maxBodyBytes: UPLOAD_BYTES_MAX,
  body: uploadBody(z.strictObject({})),
  response: traceImport,
});
