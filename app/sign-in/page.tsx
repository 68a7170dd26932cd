import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SignInView } from '@/components/account/sign-in-view';
import { currentActor } from '@/server/http/current-actor';

export const metadata: Metadata = { title: 'Sign in' };
export const dynamic = 'force-dynamic';

interface SignInPageProps {
  readonly searchParams: Promise<{ readonly next?: string; readonly error?: string }>;
}

/** Back to a page of ours, and nowhere else. */
function safeTarget(given: string | undefined): string {
  return given && /^\/(?![/\\])/.test(given) ? given : '/';
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { next, error } = await searchParams;
  const target = safeTarget(next);
  if ((await currentActor()) !== null) redirect(target);
  return <SignInView target={target} failed={error !== undefined} />;
}
