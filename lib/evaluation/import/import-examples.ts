import {
  type Duplicate,
  faultAt,
  IMPORT_LIMITS,
  type ImportedExample,
  type ImportFault,
  type ImportOptions,
  type ImportOutcome,
  placeOf,
  type SourceFile,
} from './import-types';
import { mapRecord } from './map-record';
import { parseFile } from './parse-file';

/**
 * Files into examples, all or nothing: one fault refuses the whole import with every fault named, unless bad lines
 * are to be skipped. Records that say the same as an earlier one are left out and reported.
 */
export function importExamples(files: readonly SourceFile[], options: ImportOptions): ImportOutcome {
  const parsed = files.map((file) => ({ file, ...parseFile(file, options.format) }));
  const faults: ImportFault[] = parsed.flatMap((file) => file.faults);
  const kept = new Kept();
  for (const record of parsed.flatMap(({ records }) => records)) {
    const result = mapRecord(record, options);
    const message = result.ok
      ? kept.take(result.example, placeOf(record.file, record.line, record.row))
      : result.message;
    if (message !== undefined) faults.push(faultAt(record, message));
  }
  if (kept.examples.length === 0 && faults.length === 0)
    faults.push(
      faultAt({ file: files[0]?.name ?? 'the import', line: null, row: 1 }, 'There is nothing to import.'),
    );
  const ordered = inFileOrder(faults, files);
  const accepted = kept.examples.length > 0 && (ordered.length === 0 || options.skipBadLines);
  return {
    accepted,
    examples: accepted ? kept.examples : [],
    faults: ordered,
    duplicates: kept.duplicates,
    report: {
      preset: options.preset,
      mapping: options.mapping,
      files: parsed.map(({ file, format, records }) => ({
        name: file.name,
        format,
        records: records.length,
      })),
      examples: accepted ? kept.examples.length : 0,
      duplicateCount: kept.duplicates.length,
      duplicates: kept.duplicates.slice(0, IMPORT_LIMITS.duplicatesKept),
      faultCount: ordered.length,
      faults: ordered.slice(0, IMPORT_LIMITS.faultsKept),
    },
  };
}

/** The examples so far, with who stands where: an id is given once, and what says the same is kept once. */
class Kept {
  readonly examples: ImportedExample[] = [];
  readonly duplicates: Duplicate[] = [];
  private readonly placeByContent = new Map<string, string>();
  private readonly placeById = new Map<string, string>();

  /** Keeps an example or notes it as a duplicate; a sentence when its id names another content already. */
  take(example: ImportedExample, where: string): string | undefined {
    const firstWhere = this.placeByContent.get(example.contentHash);
    if (firstWhere !== undefined) {
      this.duplicates.push({ where, firstWhere });
      return undefined;
    }
    const holder = this.placeById.get(example.id);
    if (holder !== undefined) return `The id "${example.id}" names another example already, at ${holder}.`;
    this.placeByContent.set(example.contentHash, where);
    this.placeById.set(example.id, where);
    this.examples.push(example);
    return undefined;
  }
}

function inFileOrder(faults: readonly ImportFault[], files: readonly SourceFile[]): ImportFault[] {
  const rank = new Map(files.map((file, index) => [file.name, index]));
  return [...faults].sort(
    (a, b) => (rank.get(a.file) ?? 0) - (rank.get(b.file) ?? 0) || (a.line ?? 0) - (b.line ?? 0),
  );
}
