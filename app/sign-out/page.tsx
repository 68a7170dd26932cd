import type { Metadata } from 'next';
import { SignOutView } from '@/components/account/sign-out-view';

export const metadata: Metadata = { title: 'Sign out' };

export default function SignOutPage() {
  return <SignOutView />;
}
