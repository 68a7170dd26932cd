import type { Actor } from '@/lib/domain/actor';
import type { Answer, Asking } from './exchange';

/**
 * What a browser needs to hear before a page of another origin may read an answer. Answers are given to pages that a
 * browser key names; refusals to any, because they say nothing and a client has to understand them.
 */
const ALLOWED_HEADERS = 'authorization, content-type, if-none-match, x-api-key';
const EXPOSED_HEADERS = 'etag, retry-after';
const PREFLIGHT_SECONDS = 600;

type Page = Pick<Asking, 'headers'>;

/** No key comes with the question whether one may ask, so it is answered alike for every page. */
export function preflight({ headers }: Page, allow: string): Answer {
  const origin = headers.get('origin');
  if (origin === null) return { status: 204, headers: { allow }, body: null };
  const told = {
    allow,
    'access-control-allow-origin': origin,
    'access-control-allow-methods': allow,
    'access-control-allow-headers': ALLOWED_HEADERS,
    'access-control-max-age': String(PREFLIGHT_SECONDS),
    vary: 'Origin',
  };
  return { status: 204, headers: told, body: null };
}

/** The headers of an answer, with what its page needs to read it. */
export function withCors(
  headers: Answer['headers'],
  asking: Page,
  isReadable: boolean,
): Record<string, string> {
  const origin = asking.headers.get('origin');
  if (origin === null || !isReadable) return headers;
  return {
    ...headers,
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED_HEADERS,
    vary: 'Origin',
  };
}

/** A key that is no browser's must not work in one. */
export function isReadableFor({ slotKey }: Actor): boolean {
  return slotKey?.isBrowser === true;
}
