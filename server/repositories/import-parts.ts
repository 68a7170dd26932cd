import type pg from 'pg';
import { AppError } from '@/lib/errors/app-error';

/** The pieces of one uploaded file in their order, one at a time. */
export async function* readImportParts(
  client: pg.Client,
  importId: string,
  { file, parts }: { readonly file: number; readonly parts: number },
): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < parts; part += 1) {
    const { rows } = await client.query<{ bytes: Buffer }>(
      'SELECT bytes FROM "ImportPart" WHERE "importId" = $1 AND file = $2 AND part = $3',
      [importId, file, part],
    );
    const [row] = rows;
    // The table is not logged, so a crash of the database empties it.
    if (row === undefined)
      throw new AppError('IMPORT_REJECTED', 'The uploaded files were lost. Send them again.');
    yield row.bytes;
  }
}
