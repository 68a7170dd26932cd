import type { ImportPreviewView } from '@/lib/contracts/imports';

/** How the formats of imported files are called. */
export const FILE_FORMAT_WORDS: Readonly<Record<ImportPreviewView['files'][number]['format'], string>> = {
  jsonLines: 'JSON Lines',
  json: 'JSON',
  csv: 'CSV',
  tsv: 'TSV',
};
