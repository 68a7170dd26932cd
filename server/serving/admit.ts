import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { authorize } from '@/lib/policy/roles';
import { bearerOf } from '@/server/accounts/bearer';
import { peerAddress } from '@/server/accounts/peer-address';
import type { Asking } from './exchange';
import type { Serving } from './serving';

/**
 * Who asks a slot, and whether they may: a key as `Authorization: Bearer` or `X-API-Key`, its scope, its rate, and for a
 * browser key the page that it is used on. Works while Postgres is away for every key that was used before.
 */
export async function admitCaller(
  request: Pick<Asking, 'headers'>,
  { keys, limits }: Pick<Serving, 'keys' | 'limits'>,
  permission: 'evaluate' | 'ingest' | 'runRollouts' | 'sendTraces' = 'evaluate',
): Promise<Actor> {
  const address = peerAddress(request.headers.get('x-forwarded-for'));
  const secret = keyOf(request);
  if (secret === null) {
    await limits.askAsStranger(address);
    throw new AppError(
      'SIGN_IN_REQUIRED',
      'Send a key of the slot as "Authorization: Bearer wgl_…" or "X-API-Key".',
    );
  }
  // A bad key counts against its address only once it has turned out to be bad: a valid one next to it is answered.
  const actor = await keys.actorOf(secret).catch(async (error: unknown) => {
    if (AppError.is(error, 'KEY_INVALID')) await limits.askAsStranger(address);
    throw error;
  });
  await limits.ask(actor, address);
  authorize(actor, permission);
  assertOrigin(request, actor);
  return actor;
}

export function keyOf(request: Pick<Asking, 'headers'>): string | null {
  return request.headers.get('x-api-key') ?? bearerOf(request);
}

/** A browser states a page's origin truthfully; other clients can state any, and a key in a page is no secret. */
function assertOrigin(request: Pick<Asking, 'headers'>, { slotKey }: Actor): void {
  const origin = request.headers.get('origin');
  if (!slotKey?.isBrowser || origin === null || slotKey.origins.includes(origin)) return;
  throw new AppError('ROLE_FORBIDDEN', `This browser key may not be used on pages of ${origin}.`, {
    howToProceed: ['Make a browser key that names this origin.'],
  });
}
