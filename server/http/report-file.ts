import type { ReportDocument } from '@/lib/domain/report-document';
import { type AskedFile, documentFile } from './document-file';

/** A plan or a report as a file. Its JSON is the content that the hash is over, beside the document drawn from it. */
interface ReportFile {
  readonly document: ReportDocument;
  readonly content: object;
  readonly name: string;
}

export async function reportFile(
  file: ReportFile,
  { format, signal }: Omit<AskedFile, 'name'>,
): Promise<Response> {
  const { document, content, name } = file;
  const drawn = await documentFile(document, { format, name, signal });
  if (format !== 'json' || !drawn.ok) return drawn;
  return new Response(`${JSON.stringify({ ...content, document }, null, 2)}\n`, { headers: drawn.headers });
}
