import type { FileFormat } from '@/lib/evaluation/import/import-types';

/** How the formats of imported files are called. */
export const FILE_FORMAT_WORDS: Readonly<Record<FileFormat, string>> = {
  jsonLines: 'JSON Lines',
  json: 'JSON',
  csv: 'CSV',
  tsv: 'TSV',
};
