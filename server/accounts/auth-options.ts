import { randomUUID } from 'node:crypto';
import type { NextAuthOptions, Profile, User } from 'next-auth';
import CredentialsProvider from 'next-auth/providers/credentials';
import { config } from '@/server/config/config';
import { endTokenSession } from './end-session';
import { peerAddress } from './peer-address';
import { actorOfToken, SESSION_S, type SessionToken, secureCookies } from './session';
import { type SignedIn, signInByInvitation, signInWithPassword } from './sign-in';

/** How people sign in: e-mail and password always, the organisation's identity provider where it is configured. */

/** Told of each sign-in before its session begins; a session that it refuses to note does not begin. */
export type OnSignIn = (person: SignedIn, by: string) => Promise<void>;

export function authOptions(onSignIn: OnSignIn): NextAuthOptions {
  const { secret, oidc } = config();
  return {
    secret,
    session: { strategy: 'jwt', maxAge: SESSION_S },
    useSecureCookies: secureCookies(),
    pages: { signIn: '/sign-in', error: '/sign-in' },
    providers: [passwordProvider(), ...(oidc ? [oidcProvider(oidc)] : [])],
    // The library would print whole errors, tokens included; failures show in the access log.
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
    callbacks: { signIn, jwt: jwtWith(onSignIn), session, redirect },
    // The library's own address to sign out: without this it would drop the cookie and leave the session open.
    events: { signOut: ({ token }) => endTokenSession(token as SessionToken) },
  };
}

function passwordProvider() {
  return CredentialsProvider({
    name: 'Password',
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
    authorize: async (given, request) => {
      if (typeof given?.email !== 'string' || typeof given.password !== 'string') return null;
      return signInWithPassword(given.email, given.password, addressOf(request.headers));
    },
  });
}

function oidcProvider(
  oidc: NonNullable<ReturnType<typeof config>['oidc']>,
): NextAuthOptions['providers'][number] {
  return {
    id: 'oidc',
    name: oidc.name,
    type: 'oauth',
    wellKnown: `${oidc.issuer}/.well-known/openid-configuration`,
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    authorization: { params: { scope: 'openid email profile' } },
    profile: (profile: OidcProfile) => ({
      id: profile.sub ?? '',
      email: profile.email ?? '',
      name: profile.name ?? '',
    }),
  };
}

interface OidcProfile extends Profile {
  readonly email_verified?: boolean | string;
}

type Callbacks = NonNullable<NextAuthOptions['callbacks']>;

/** An identity provider's word counts only for an e-mail that it has verified and that an owner has invited. */
const signIn: NonNullable<Callbacks['signIn']> = async ({ account, profile }) => {
  if (account?.provider !== 'oidc') return true;
  const { email, email_verified: verified } = (profile ?? {}) as OidcProfile;
  if (!email || (verified !== true && verified !== 'true')) return false;
  return (await signInByInvitation(email)) !== null;
};

function jwtWith(onSignIn: OnSignIn): NonNullable<Callbacks['jwt']> {
  return async ({ token, user, account }) => {
    if (user) {
      const person = await personOf(user, account?.provider);
      await onSignIn(person, account?.provider === 'oidc' ? 'identity provider' : 'password');
      return { ...token, ...tokenOf(person) };
    }
    // Throwing makes the library drop the cookie: a voided session ends at its next look.
    if ((await actorOfToken(token as SessionToken)) === null) throw new Error('session voided');
    return token;
  };
}

const session: NonNullable<Callbacks['session']> = ({ session: current, token }) => ({
  ...current,
  user: { name: token.name ?? null, email: token.email ?? null },
});

/** Back to a page of ours, and nowhere else. */
const redirect: NonNullable<Callbacks['redirect']> = ({ url, baseUrl }) => {
  if (/^\/(?![/\\])/.test(url)) return `${baseUrl}${url}`;
  return URL.canParse(url) && new URL(url).origin === new URL(baseUrl).origin ? url : baseUrl;
};

async function personOf(user: User, provider: string | undefined): Promise<SignedIn> {
  const person =
    provider === 'oidc' ? await signInByInvitation(user.email ?? '') : (user as unknown as SignedIn);
  if (person === null) throw new Error('not invited');
  return person;
}

function tokenOf({ id, email, name, workspaceId, epoch }: SignedIn): Record<string, unknown> {
  return { sub: id, email, name, workspaceId, epoch, sid: randomUUID(), signedInAtMs: Date.now() };
}

function addressOf(headers: Readonly<Record<string, unknown>> | undefined): string {
  const forwarded = headers?.['x-forwarded-for'];
  return peerAddress(typeof forwarded === 'string' ? forwarded : null);
}
