import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { authOptions } from '@/server/accounts/auth-options';
import { config } from '@/server/config/config';
import { noteSignIn } from '@/server/services/people/note-sign-in';
import { isOwnHost, UNKNOWN_HOST, unknownHostSentence } from './own-host';

/** next-auth's own routes below /api/auth, with options that are read at the first request, not at the build. */
export async function authHandler(request: NextRequest, context: object): Promise<Response> {
  if (!isOwnHost(request)) return new Response(unknownHostSentence(), { status: UNKNOWN_HOST });
  // The library takes its public address from the environment only.
  process.env.NEXTAUTH_URL ??= config().baseUrl;
  return NextAuth(request as never, context as never, authOptions(noteSignIn));
}
