import { createHash } from 'node:crypto';
import type { LeftOut } from '@/lib/domain/imported-run';
import type { RunFile } from '@/lib/evaluation/imported-run/findings';
import { isGzip } from '@/server/services/datasets/unpack';
import { unpackedWithin, uploadTooLarge } from '@/server/services/datasets/uploaded-files';

/**
 * A run's uploaded files as texts under their paths, each with its sha256. A directory holds more than texts: what is
 * no text is named and left alone. Pickled state is never opened, since reading it can run what it holds.
 */
export interface ReadRunFiles {
  readonly files: readonly RunFile[];
  readonly hashes: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
  readonly unread: readonly LeftOut[];
}

/** Over all files together, after unpacking: a small file can unpack to an enormous one. */
const INFLATED_BYTES_MAX = 64_000_000;

export async function readRunFiles(uploaded: readonly File[]): Promise<ReadRunFiles> {
  const files: RunFile[] = [];
  const hashes: { name: string; bytes: number; sha256: string }[] = [];
  const unread: LeftOut[] = [];
  const names = new Set<string>();
  let room = INFLATED_BYTES_MAX;
  for (const [index, file] of uploaded.entries()) {
    const packed = new Uint8Array(await file.arrayBuffer());
    const name = ownName(pathOf(file.name, index), names);
    hashes.push({
      name,
      bytes: packed.byteLength,
      sha256: createHash('sha256').update(packed).digest('hex'),
    });
    const bytes = isGzip(packed) ? await unpackedWithin(name, packed, room) : packed;
    room -= bytes.byteLength;
    if (room < 0) throw uploadTooLarge(name);
    const read = readText(name, bytes);
    if ('text' in read) files.push({ name: name.replace(/\.gz$/i, ''), text: read.text });
    else unread.push({ what: name, why: read.why });
  }
  return { files, hashes, unread };
}

function readText(name: string, bytes: Uint8Array): { readonly text: string } | { readonly why: string } {
  const [first = 0, second = 0] = bytes;
  const isPickled = first === 0x80 && second >= 2 && second <= 5;
  if (isPickled || /\.(?:bin|pkl|pickle)$/i.test(name))
    return { why: 'Pickled state is never read, since opening it can run code. Send the run’s JSON parts.' };
  if (first === 0x50 && second === 0x4b) return { why: 'It is a zip archive. Unpack it and send its files.' };
  if (new TextDecoder('latin1').decode(bytes.subarray(257, 262)) === 'ustar')
    return { why: 'It is a tar archive. Unpack it and send its files.' };
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return { why: 'It is UTF-16. Save it as UTF-8 and send it again.' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    // A picture among the files is no failure; the sentence is shown with the file's name.
    return { why: 'It is no UTF-8 text. If it holds scores, save it as UTF-8 and send it again.' };
  }
}

/** The path as a person wrote it, with "/" and without what could lead out of it or cannot be shown. */
function pathOf(given: string, index: number): string {
  const parts = given.split(/[\\/]/).map((part) => part.replace(/[\p{C}]/gu, '').trim());
  const path = parts.filter((part) => part !== '' && part !== '.' && part !== '..').join('/');
  return path === '' ? `file-${index + 1}` : path.slice(-PATH_LENGTH_MAX);
}

const PATH_LENGTH_MAX = 300;

/** Two files of one name would be told apart by nothing. */
function ownName(path: string, taken: Set<string>): string {
  let name = path;
  for (let copy = 2; taken.has(name); copy += 1) name = `${copy}/${path}`;
  taken.add(name);
  return name;
}
