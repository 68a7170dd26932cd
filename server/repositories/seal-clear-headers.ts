import { db } from '@/server/db/client';
import { type ProviderHeaders, sealedHeaders } from './provider-headers';

/** Seals headers of rows from before they were sealed, at a start. Gives the number of rows that were in clear. */
export async function sealClearHeaders(): Promise<number> {
  const rows = await db().provider.findMany({
    where: { headersCiphertext: null, NOT: { headers: { equals: {} } } },
    select: { id: true, headers: true },
  });
  for (const { id, headers } of rows)
    await db().provider.update({ where: { id }, data: sealedHeaders(id, headers as ProviderHeaders) });
  return rows.length;
}
