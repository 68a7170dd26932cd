import { readTar } from '@/lib/environments/tar-read';
import type { ArchivedFile } from '@/lib/environments/task-folders';
import { AppError } from '@/lib/errors/app-error';
import { isGzip } from '@/server/services/datasets/unpack';
import { unpackedWithin } from '@/server/services/datasets/uploaded-files';

/** All files of uploaded tar archives together; what they unpack to is capped. Links and devices are left out. */
const UNPACKED_BYTES_MAX = 500_000_000;
const FILES_MAX = 50_000;

/** @throws AppError IMPORT_REJECTED, BODY_TOO_LARGE */
export async function readArchives(uploads: readonly File[]): Promise<ArchivedFile[]> {
  const found: ArchivedFile[] = [];
  let room = UNPACKED_BYTES_MAX;
  for (const upload of uploads) {
    const packed = new Uint8Array(await upload.arrayBuffer());
    const bytes = isGzip(packed) ? await unpackedWithin(upload.name, packed, room) : packed;
    room -= bytes.byteLength;
    if (room < 0) throw tooLarge(upload.name);
    const content = readTar(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    if (content === null) throw notAnArchive(upload.name);
    found.push(...content.files);
    if (found.length > FILES_MAX) throw tooLarge(upload.name);
  }
  return found;
}

function tooLarge(name: string): AppError {
  return new AppError(
    'BODY_TOO_LARGE',
    `With ${name} the archives hold more than ${UNPACKED_BYTES_MAX / 1e6} MB or ${FILES_MAX} files. Import them in parts.`,
  );
}

function notAnArchive(name: string): AppError {
  return new AppError('IMPORT_REJECTED', `${name} is no whole tar archive.`, {
    howToProceed: [
      'Pack the folder of the tasks with tar, or its repository with git archive --format=tar.gz.',
    ],
  });
}
