import type { ReportDocument } from '@/lib/domain/report-document';
import { renderMarkdown } from '@/lib/report/document/markdown';
import { pdfSetter } from '@/server/adapters/pdf/set-pdf';

/** A document as the file that was asked for. Here, as with models, port and adapter meet; services hand out blocks. */
export type DocumentFormat = 'md' | 'pdf' | 'json';

const CONTENT_TYPES: Readonly<Record<DocumentFormat, string>> = {
  md: 'text/markdown; charset=utf-8',
  pdf: 'application/pdf',
  json: 'application/json',
};

export interface AskedFile {
  readonly format: DocumentFormat;
  /** Without its ending. */
  readonly name: string;
  /** The caller's signal: no file is set for a caller who is gone. */
  readonly signal: AbortSignal;
}

/** The answer to a caller who is gone is read by no client; its status is for the counters of requests. */
const CALLER_GONE = 499;

export async function documentFile(
  document: ReportDocument,
  { format, name, signal }: AskedFile,
): Promise<Response> {
  const body = await write(document, format, signal).catch((error: unknown) => {
    if (signal.aborted) return null;
    throw error;
  });
  if (body === null) return new Response(null, { status: CALLER_GONE });
  return new Response(typeof body === 'string' ? body : Buffer.from(body), {
    headers: {
      'content-type': CONTENT_TYPES[format],
      'content-disposition': `attachment; filename="${name.replaceAll(/[^A-Za-z0-9._-]/g, '_')}.${format}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

async function write(
  document: ReportDocument,
  format: DocumentFormat,
  signal: AbortSignal,
): Promise<string | Uint8Array> {
  if (format === 'pdf') return pdfSetter().set(document, signal);
  return format === 'md' ? renderMarkdown(document) : `${JSON.stringify(document, null, 2)}\n`;
}
