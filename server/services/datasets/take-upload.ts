import { ulid } from 'ulid';
import { z } from 'zod';
import type { DatasetImportView } from '@/lib/contracts/dataset-imports';
import {
  type DatasetDetail,
  type ImportDatasetInput,
  importDatasetOptions,
  UPLOAD_BYTES_MAX,
} from '@/lib/contracts/datasets';
import { FILES_MAX, optionsText, type UploadPart } from '@/lib/contracts/upload-body';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import {
  addImportPart,
  createImportRow,
  dropImportRow,
  queueImportRow,
} from '@/server/repositories/dataset-imports';
import { certainMapping } from './certain-mapping';
import { headOf, SMALL_BYTES } from './file-heads';
import { importDataset } from './import-dataset';
import { importView } from './large-imports';
import { assertNameIsFree } from './name-is-free';
import { assertOwnNames, nameOf } from './uploaded-files';

/**
 * An upload as it arrives, part by part. What unpacks to at most a megabyte is imported at once; anything larger is put
 * aside in pieces for a worker. Which column is which is decided from the head of the first file, before the rest of it
 * is read. Memory: a megabyte and a piece.
 */
export type TakenUpload =
  | { readonly kind: 'imported'; readonly dataset: DatasetDetail }
  | { readonly kind: 'queued'; readonly import: DatasetImportView };

/** A worker holds a piece several times over while it arrives: as text, as bytes, as records. */
const PIECE_BYTES = 250_000;

export async function takeUpload(
  actor: Actor<'experiment'>,
  parts: AsyncIterable<UploadPart>,
): Promise<TakenUpload> {
  const upload = new Upload(actor);
  try {
    for await (const part of parts) await upload.take(part);
    return await upload.end();
  } catch (error) {
    // Nothing is left of an upload that is refused or breaks off.
    await upload.drop();
    throw error;
  }
}

interface HeldFile {
  readonly name: string;
  /** The beginning of it, from which its columns are told. */
  readonly head: Uint8Array<ArrayBuffer>[];
  headBytes: number;
  parts: number;
}

class Upload {
  private readonly files: HeldFile[] = [];
  private options: ImportDatasetInput | undefined;
  private importId: string | undefined;
  private bytes = 0;

  constructor(private readonly actor: Actor<'experiment'>) {}

  async take(part: UploadPart): Promise<void> {
    if (part.kind === 'file') await this.takeFile(part);
    else if (part.name === 'options') this.options = readOptions(part.value);
  }

  async end(): Promise<TakenUpload> {
    if (this.files.length === 0) throw noFiles();
    assertOwnNames(this.files);
    const options = this.options ?? importDatasetOptions.parse({});
    const heads = await this.heads();
    if (this.importId === undefined && heads.every(({ isHead }) => !isHead)) {
      const files = this.files.map(({ name, head }) => new File(head, name));
      return { kind: 'imported', dataset: await importDataset(this.actor, { files, options }) };
    }
    const settled = { ...options, ...certainMapping(heads, options) };
    const name = options.name ?? heads[0]?.name.replace(/\.[a-z]+$/i, '').slice(0, 120) ?? 'Data set';
    await assertNameIsFree(this.actor.workspaceId, name);
    const id = await this.putAside();
    const row = await queueImportRow(id, {
      name,
      options: JSON.parse(JSON.stringify(settled)),
      files: heads.map((head) => head.name),
    });
    return { kind: 'queued', import: importView(row) };
  }

  async drop(): Promise<void> {
    if (this.importId !== undefined) await dropImportRow(this.importId);
  }

  private async takeFile({ name, bytes }: Extract<UploadPart, { kind: 'file' }>): Promise<void> {
    if (this.files.length >= FILES_MAX) throw noFiles();
    const file: HeldFile = { name: nameOf(name, this.files.length), head: [], headBytes: 0, parts: 0 };
    this.files.push(file);
    for await (const piece of inPieces(bytes)) {
      this.bytes += piece.byteLength;
      if (this.bytes > UPLOAD_BYTES_MAX)
        throw new AppError(
          'BODY_TOO_LARGE',
          `The files are larger than ${UPLOAD_BYTES_MAX / 1e9} GB, the most that one import takes. Import them in parts.`,
        );
      if (file.headBytes < SMALL_BYTES) {
        file.head.push(piece);
        file.headBytes += piece.byteLength;
      }
      if (this.importId === undefined && this.bytes > SMALL_BYTES) await this.becomeLarge();
      else if (this.importId !== undefined) await this.store(file, piece);
    }
  }

  /** From here on pieces are put aside as they arrive; a column that has to be chosen is asked for first. */
  private async becomeLarge(): Promise<void> {
    const [first] = this.files;
    if (this.options !== undefined && first !== undefined)
      certainMapping([await headOf(first.name, first.head, false)], this.options);
    await this.putAside();
  }

  private async putAside(): Promise<string> {
    if (this.importId !== undefined) return this.importId;
    const id = `imp_${ulid()}`;
    this.importId = id;
    const { workspaceId, name: startedBy } = this.actor;
    await createImportRow({ id, workspaceId, startedBy, name: this.options?.name ?? '' });
    for (const file of this.files) for (const piece of file.head) await this.store(file, piece);
    return id;
  }

  private async store(file: HeldFile, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const number = this.files.indexOf(file);
    await addImportPart(this.importId ?? '', { file: number, part: file.parts, bytes });
    file.parts += 1;
  }

  private heads() {
    const isWhole = ({ parts, head }: HeldFile) => parts <= head.length;
    return Promise.all(this.files.map((file) => headOf(file.name, file.head, isWhole(file))));
  }
}

/** Faults are named as fields of the form. */
const optionsShape = z.object({ options: optionsText.pipe(importDatasetOptions) });

function readOptions(text: string): ImportDatasetInput {
  return optionsShape.parse({ options: text }).options;
}

/** Regroups chunks of any size into pieces of one size. */
async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    held.push(chunk);
    size += chunk.byteLength;
    if (size < PIECE_BYTES) continue;
    yield joined(held, size);
    held = [];
    size = 0;
  }
  if (size > 0) yield joined(held, size);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

function noFiles(): AppError {
  const message = `Send 1 to ${FILES_MAX} files under the name "files".`;
  return new AppError('INPUT_INVALID', message, { fields: [{ path: 'files', message }] });
}
