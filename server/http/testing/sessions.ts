import { encode } from 'next-auth/jwt';
import { config } from '@/server/config/config';
import { BASE_URL, type TestApi } from './test-api';

/** Headers that a browser sends from our own page: the cookie of a person's session and the origin. */
export async function sessionHeaders(
  { workspaceId, database }: TestApi,
  { userId, signedInAtMs }: { readonly userId: string; readonly signedInAtMs: number },
): Promise<Readonly<Record<string, string>>> {
  const { sessionEpoch: epoch } = await database.db.user.findUniqueOrThrow({ where: { id: userId } });
  const token = { sub: userId, workspaceId, epoch, signedInAtMs };
  return {
    cookie: `next-auth.session-token=${await encode({ token, secret: config().secret })}`,
    origin: BASE_URL,
    'sec-fetch-site': 'same-origin',
  };
}
