import {
  type Duplicate,
  faultAt,
  IMPORT_LIMITS,
  type ImportedExample,
  type ImportFault,
  type ImportOptions,
  type ImportOutcome,
  type ImportReport,
  placeOf,
  type SourceFile,
  type SourceRecord,
} from './import-types';
import { LabelCheck } from './label-warnings';
import { mapRecord } from './map-record';
import { openFile } from './open-file';
import { isFault, isStop } from './record-reader';

/**
 * Files into examples, all or nothing: one fault refuses the whole import with every fault named, unless bad lines
 * are to be skipped. Records that say the same as an earlier one are left out and reported. Stops after each record,
 * so that a server can do other work between two steps of a large import.
 */
export function* importInSteps(
  files: readonly SourceFile[],
  options: ImportOptions,
): Generator<void, ImportOutcome> {
  const kept = new Kept();
  const faults: ImportFault[] = [];
  const read: ImportReport['files'][number][] = [];
  let total = 0;
  for (const file of files) {
    const { format, records } = openFile(file, options.format, options.list);
    let count = 0;
    for (const record of records) {
      count += 1;
      if (total + count > IMPORT_LIMITS.records) return stopped(tooMany(file), options);
      if (isStop(record)) return stopped(record.stop, options);
      const fault = take(kept, record, options);
      if (fault !== undefined) faults.push(fault);
      yield;
    }
    read.push({ name: file.name, format, records: count });
    total += count;
  }
  if (total === 0)
    faults.push(
      faultAt({ file: files[0]?.name ?? 'the import', line: null, row: 1 }, 'There is nothing to import.'),
    );
  return outcomeOf(kept, { faults: inFileOrder(faults, files), read, options });
}

function take(
  kept: Kept,
  record: SourceRecord | ImportFault,
  options: ImportOptions,
): ImportFault | undefined {
  if (isFault(record)) return record;
  const result = mapRecord(record, options);
  const where = placeOf(record.file, record.line, record.row);
  const message = result.ok ? kept.take(result.example, where) : result.message;
  return message === undefined ? undefined : faultAt(record, message);
}

function tooMany(file: SourceFile): ImportFault {
  const message = `With this file there are more than ${IMPORT_LIMITS.records} records, the most that one import takes.`;
  return faultAt({ file: file.name, line: 1, row: 1 }, message);
}

/** Not a bad line that could be skipped: what would be left out is unknown. */
function stopped(fault: ImportFault, { skipBadLines: _skip, ...options }: ImportOptions): ImportOutcome {
  return outcomeOf(new Kept(), {
    faults: [fault],
    read: [],
    options: { ...options, skipBadLines: false },
  });
}

interface Reading {
  readonly faults: readonly ImportFault[];
  readonly read: ImportReport['files'];
  readonly options: ImportOptions;
}

function outcomeOf(kept: Kept, { faults, read, options }: Reading): ImportOutcome {
  const accepted = kept.examples.length > 0 && (faults.length === 0 || options.skipBadLines);
  return {
    accepted,
    examples: accepted ? kept.examples : [],
    faults,
    duplicates: kept.duplicates,
    report: {
      preset: options.preset,
      mapping: options.mapping,
      files: read,
      examples: accepted ? kept.examples.length : 0,
      duplicateCount: kept.duplicates.length,
      duplicates: kept.duplicates.slice(0, IMPORT_LIMITS.duplicatesKept),
      faultCount: faults.length,
      faults: faults.slice(0, IMPORT_LIMITS.faultsKept),
      labels: kept.labels.warnings(),
    },
  };
}

/** The examples so far, with the place of each: an id is used once, and equal content is kept once. */
class Kept {
  readonly examples: ImportedExample[] = [];
  readonly duplicates: Duplicate[] = [];
  readonly labels = new LabelCheck();
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
    this.labels.take(example, where);
    return undefined;
  }
}

function inFileOrder(faults: readonly ImportFault[], files: readonly SourceFile[]): ImportFault[] {
  const rank = new Map(files.map((file, index) => [file.name, index]));
  return [...faults].sort(
    (a, b) => (rank.get(a.file) ?? 0) - (rank.get(b.file) ?? 0) || (a.line ?? 0) - (b.line ?? 0),
  );
}

/** Runs the steps to their end. */
export function withoutStops<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
