import type { ReportDocument } from '@/lib/domain/report-document';
import { renderMarkdown } from '@/lib/report/document/markdown';

/** A document as the file that was asked for. Here, as with models, port and adapter meet; services hand out blocks. */
export type DocumentFormat = 'md' | 'pdf' | 'json';

const CONTENT_TYPES: Readonly<Record<DocumentFormat, string>> = {
  md: 'text/markdown; charset=utf-8',
  pdf: 'application/pdf',
  json: 'application/json',
};

/** `name` without its ending. */
export async function documentFile(
  document: ReportDocument,
  { format, name }: { readonly format: DocumentFormat; readonly name: string },
): Promise<Response> {
  const body = await write(document, format);
  return new Response(typeof body === 'string' ? body : Buffer.from(body), {
    headers: {
      'content-type': CONTENT_TYPES[format],
      'content-disposition': `attachment; filename="${name.replaceAll(/[^A-Za-z0-9._-]/g, '_')}.${format}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

async function write(document: ReportDocument, format: DocumentFormat): Promise<string | Uint8Array> {
  // Typesetting and its fonts are loaded when the first PDF is asked for, not with every report and run.
  if (format === 'pdf') return (await import('@/server/adapters/pdf/render-pdf')).renderPdf(document);
  return format === 'md' ? renderMarkdown(document) : `${JSON.stringify(document, null, 2)}\n`;
}
