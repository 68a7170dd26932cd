import type { NextRequest } from 'next/server';
import { gatePage } from '@/server/http/page-gate';

/** Runs before every page; the API, static files and machine doors look after themselves. */
export function proxy(request: NextRequest) {
  return gatePage(request);
}

export const config = {
  matcher: [
    '/((?!api/|_next/|metrics$|ofrep/|gateway/|v1/|icon|favicon|apple-icon|robots\\.txt|.*\\.(?:svg|png|ico|webmanifest)$).*)',
  ],
};
