import type { Actor } from '@/lib/domain/actor';

/**
 * What a browser needs to hear before a page of another origin may read an answer. Answers are given to pages that a
 * browser key names; refusals to any, because they say nothing and a client has to understand them.
 */
const ALLOWED_HEADERS = 'authorization, content-type, if-none-match, x-api-key';
const EXPOSED_HEADERS = 'etag, retry-after';
const PREFLIGHT_SECONDS = 600;

/** No key comes with the question whether one may ask, so it is answered alike for every page. */
export function preflight(request: Request, allow: string): Response {
  const origin = request.headers.get('origin');
  const headers = new Headers({ allow });
  if (origin !== null) {
    headers.set('access-control-allow-origin', origin);
    headers.set('access-control-allow-methods', allow);
    headers.set('access-control-allow-headers', ALLOWED_HEADERS);
    headers.set('access-control-max-age', String(PREFLIGHT_SECONDS));
    headers.set('vary', 'Origin');
  }
  return new Response(null, { status: 204, headers });
}

export function withCors(response: Response, request: Request, isReadable: boolean): Response {
  const origin = request.headers.get('origin');
  if (origin === null || !isReadable) return response;
  response.headers.set('access-control-allow-origin', origin);
  response.headers.set('access-control-expose-headers', EXPOSED_HEADERS);
  response.headers.append('vary', 'Origin');
  return response;
}

/** A key that is no browser's must not work in one. */
export function isReadableFor({ slotKey }: Actor): boolean {
  return slotKey?.isBrowser === true;
}
