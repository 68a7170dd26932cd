import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { AppError } from '@/lib/errors/app-error';
import { tokenOfCookies } from '@/server/accounts/session';
import { isOwnHost, UNKNOWN_HOST, unknownHostSentence } from './own-host';
import { addressOf, assertWithinRate } from './rate-limits';

/**
 * Runs before every page: refuses a foreign host, redirects signed-out visitors to the sign-in, and gives
 * every page a content policy with its own nonce. Checks only the cookie's signature; the page itself asks
 * the database.
 */
const OPEN_PAGES = new Set(['/sign-in', '/sign-out']);
/** Pages opened by a secret in the address, which the page itself checks. */
const SHARED = /^\/shared\//;

export async function gatePage(request: NextRequest): Promise<NextResponse> {
  if (!isOwnHost(request)) return plainAnswer(unknownHostSentence(), UNKNOWN_HOST);
  const nonce = randomBytes(16).toString('base64');
  const policy = contentPolicy(nonce);
  const { pathname, search } = request.nextUrl;
  if (SHARED.test(pathname)) {
    const refused = await refuseHurry(request);
    if (refused !== null) return refused;
  } else if (!OPEN_PAGES.has(pathname)) {
    const cookies = Object.fromEntries(request.cookies.getAll().map(({ name, value }) => [name, value]));
    if ((await tokenOfCookies(cookies)) === null) return redirectToSignIn(request, `${pathname}${search}`);
  }
  const headers = new Headers(request.headers);
  // Next reads the nonce from this request header and adds it to its own scripts.
  headers.set('content-security-policy', policy);
  headers.set('x-nonce', nonce);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

/** Rate-limits unknown visitors before a page is rendered for them. */
async function refuseHurry(request: NextRequest): Promise<NextResponse | null> {
  try {
    await assertWithinRate(null, addressOf(request));
    return null;
  } catch (error) {
    if (!AppError.is(error, 'RATE_LIMITED')) throw error;
    const seconds = Math.ceil((error.retryAfterMs ?? 1000) / 1000);
    return plainAnswer(error.userMessage, 429, { 'retry-after': String(seconds) });
  }
}

function plainAnswer(sentence: string, status: number, more: Readonly<Record<string, string>> = {}) {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...more };
  return new NextResponse(sentence, { status, headers });
}

/** Relative on purpose: behind a proxy the server does not know its public address. */
function redirectToSignIn(request: NextRequest, next: string): NextResponse {
  const to = next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`;
  const response = NextResponse.redirect(new URL(to, request.url));
  response.headers.set('cache-control', 'no-store');
  return response;
}

function contentPolicy(nonce: string): string {
  // `next dev` evaluates code to reload modules; no build does.
  const development = process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : '';
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development}`,
    // Charts and toasts set styles on elements, which no nonce can cover.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
