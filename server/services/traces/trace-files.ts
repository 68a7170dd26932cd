import type { AssembledTrace } from '@/lib/domain/collected-trace';
import { AppError } from '@/lib/errors/app-error';
import { readTraceFile } from '@/lib/traces/files/read-trace-file';
import { readUploadedFiles } from '@/server/services/datasets/uploaded-files';
import { isZip, unzip } from './unzip';

/** Traces of uploaded files: JSON or JSONL, gzipped or not, or zip files of them. */
export interface ReadTraceFiles {
  readonly found: readonly { readonly file: string; readonly trace: AssembledTrace }[];
  readonly refused: readonly { readonly file: string; readonly reason: string }[];
  /** Detected formats of each file. */
  readonly saw: readonly { readonly file: string; readonly format: string; readonly documents: number }[];
}

const UNZIPPED_BYTES_MAX = 64_000_000;

export async function readTraceFiles(uploaded: readonly File[]): Promise<ReadTraceFiles> {
  const files = (await Promise.all(uploaded.map(unpacked))).flat();
  const found: ReadTraceFiles['found'][number][] = [];
  const refused: ReadTraceFiles['refused'][number][] = [];
  const seen: ReadTraceFiles['saw'][number][] = [];
  for (const { name: file, text } of await readUploadedFiles(files)) {
    try {
      const { traces, problems, saw } = readTraceFile(text);
      for (const trace of traces) found.push({ file, trace });
      for (const reason of problems) refused.push({ file, reason });
      for (const [format, documents] of Object.entries(saw)) seen.push({ file, format, documents });
    } catch (error) {
      if (!AppError.is(error, 'IMPORT_REJECTED')) throw error;
      refused.push({ file, reason: error.userMessage });
    }
    // Other requests are answered between two files.
    await new Promise(setImmediate);
  }
  return { found, refused, saw: seen };
}

async function unpacked(file: File): Promise<File[]> {
  const head = await file.slice(0, 4).bytes();
  if (!isZip(head)) return [file];
  const entries = unzip(file.name, await file.bytes(), UNZIPPED_BYTES_MAX);
  return entries.map(({ name, bytes }) => new File([new Uint8Array(bytes)], name.replaceAll('/', ' ')));
}
