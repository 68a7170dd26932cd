import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { config } from '@/server/config/config';
import { assertOwnHost, hostOf } from './own-host';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A request that changes something and is carried by a cookie must come from a page of ours; browsers send along
 * where it comes from. Keys are no cookies: a foreign page cannot make a browser send one.
 * @throws AppError CROSS_SITE_REQUEST, or HttpFault 421 where it was sent to a foreign name
 */
export function assertSameOrigin(request: Request, actor: Actor): void {
  if (actor.via !== 'session') return;
  assertOwnHost(request);
  if (SAFE_METHODS.has(request.method)) return;
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') throw crossSite();
  const origin = request.headers.get('origin');
  if (origin === null && site === null) throw crossSite();
  if (origin !== null && !ownOrigins(request).includes(origin)) throw crossSite();
}

/** The configured address, and the own host that this very request was sent to. */
function ownOrigins(request: Request): string[] {
  const host = hostOf(request);
  const configured = new URL(config().baseUrl).origin;
  return host === null ? [configured] : [configured, `http://${host}`, `https://${host}`];
}

function crossSite(): AppError {
  return new AppError('CROSS_SITE_REQUEST', 'This request does not come from a page of this installation.', {
    howToProceed: ['Do it on the page itself, or use an API key.'],
  });
}
