import type pg from 'pg';
import { AppError } from '@/lib/errors/app-error';
import { withoutStops } from '@/lib/evaluation/import/import-examples';
import {
  type FileFormat,
  faultAt,
  IMPORT_LIMITS,
  type ImportFault,
  placeOf,
  type ReadRecord,
  type SourceRecord,
} from '@/lib/evaluation/import/import-types';
import { mapRecord } from '@/lib/evaluation/import/map-record';
import { isFault, isStop } from '@/lib/evaluation/import/record-reader';
import { Redactor } from '@/lib/evaluation/privacy/redact';
import { PrivacySurvey, redactExampleInSteps } from '@/lib/evaluation/privacy/survey';
import { assertImportIsDecided } from '@/lib/policy/personal-data';
import { readImportParts } from '@/server/repositories/import-parts';
import { type StagedExample, stageExamples } from '@/server/repositories/staged-examples';
import { importRejected } from '@/server/services/datasets/import-rejected';
import { unpacked, unpackRoom } from '@/server/services/datasets/unpack';
import type { ImportProgress, ImportWork } from './import-work';
import { readRecords } from './read-records';

/**
 * First half of a large import: reads the files into staged examples, in one pass. Memory holds one piece of a file,
 * one batch of examples and the first faults; the rest is counted.
 */
export const RECORDS_MAX = 5_000_000;
/** Placeholders stay in memory until the end. */
const STRUCK_OUT_MAX = 200_000;
const BATCH_EXAMPLES = 500;
const BATCH_CHARACTERS = 300_000;

export interface ReadImport {
  readonly faults: readonly ImportFault[];
  readonly faultCount: number;
  readonly files: readonly { readonly name: string; readonly format: FileFormat; readonly records: number }[];
  readonly survey: PrivacySurvey;
  readonly redactor: Redactor;
}

export class ImportReading {
  private readonly faults: ImportFault[] = [];
  private readonly survey = new PrivacySurvey();
  private readonly redactor = new Redactor();
  private readonly room = unpackRoom();
  private batch: StagedExample[] = [];
  private batchLength = 0;
  private staged = 0;
  private faultCount = 0;
  private bytesRead = 0;
  private records = 0;
  private mapped = 0;
  /** Places of the examples under inspection. */
  private places: string[] = [];

  constructor(
    private readonly client: pg.Client,
    private readonly work: ImportWork,
    private readonly tell: (progress: ImportProgress) => void,
  ) {}

  async read(): Promise<ReadImport> {
    const files: { name: string; format: FileFormat; records: number }[] = [];
    for (const [index, { name, parts }] of this.work.files.entries()) {
      const before = this.records;
      let format: FileFormat = 'jsonLines';
      const stored = this.counted(readImportParts(this.client, this.work.importId, { file: index, parts }));
      const bytes = unpacked(name, stored, this.room);
      const onFormat = (found: FileFormat) => {
        format = found;
      };
      const { format: chosen, list } = this.work.options;
      for await (const records of readRecords({ name, bytes, format: chosen, list, onFormat }))
        await this.take(records, index);
      files.push({ name, format, records: this.records - before });
    }
    await this.flush();
    const { faults, faultCount, survey, redactor } = this;
    return { faults, faultCount, files, survey, redactor };
  }

  private async *counted(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const part of parts) {
      yield part;
      this.bytesRead += part.byteLength;
    }
  }

  private async take(records: readonly ReadRecord[], file: number): Promise<void> {
    for (const record of records) {
      if (isStop(record)) throw importRejected([record.stop], 1);
      this.records += 1;
      if (this.records > RECORDS_MAX)
        throw importRejected(
          [faultAt({ file: this.work.files[file]?.name ?? '', line: null, row: 1 }, TOO_MANY)],
          1,
        );
      if (isFault(record)) this.note(record);
      else this.takeRecord(record, file);
      if (this.batch.length >= BATCH_EXAMPLES || this.batchLength >= BATCH_CHARACTERS) await this.flush();
    }
    const { bytesRead, faultCount } = this;
    this.assertDecided();
    this.tell({ state: 'reading', bytesRead, records: this.records, faultCount, saved: 0 });
  }

  /** Stops at the first personal data: a person has to choose before the rest is worth reading. */
  private assertDecided(): void {
    const { records, mapped, places } = this;
    const placeOf = (example: number) => places[example - 1 - (mapped - places.length)] ?? '';
    assertImportIsDecided(this.survey.findings(), this.work.options.privacy, { records, placeOf });
    this.places = [];
  }

  private takeRecord(record: SourceRecord, file: number): void {
    const { options } = this.work;
    const mapped = mapRecord(record, options);
    if (!mapped.ok) {
      this.note(faultAt(record, mapped.message));
      return;
    }
    const { example } = mapped;
    this.mapped += 1;
    this.places.push(placeOf(record.file, record.line, record.row));
    withoutStops(this.survey.takeInSteps(example));
    const kept =
      options.privacy?.choice === 'redact'
        ? withoutStops(redactExampleInSteps(example, this.redactor))
        : example;
    if (this.redactor.size > STRUCK_OUT_MAX) throw new AppError('IMPORT_REJECTED', TOO_MUCH_STRUCK_OUT);
    const { line, row } = record;
    this.batch.push({ ...kept, sourceHash: example.contentHash, place: { file, line, row } });
    this.batchLength += kept.question.length + kept.context.length + kept.expected.length;
  }

  /** Keeps the first faults and counts all. */
  private note(fault: ImportFault): void {
    this.faultCount += 1;
    if (this.faults.length < IMPORT_LIMITS.faultsKept) this.faults.push(fault);
  }

  private async flush(): Promise<void> {
    if (this.batch.length > 0) await stageExamples(this.client, this.staged, this.batch);
    this.staged += this.batch.length;
    this.batch = [];
    this.batchLength = 0;
  }
}

const TOO_MANY = `There are more than ${RECORDS_MAX / 1_000_000} million records, the most that one import takes. Import the files in parts.`;
const TOO_MUCH_STRUCK_OUT = `More than ${STRUCK_OUT_MAX} different values would have to be struck out, the most that one import takes. Import the files in parts, or strike the values out beforehand.`;
