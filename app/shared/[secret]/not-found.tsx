import { Unlink } from 'lucide-react';
import type { Metadata } from 'next';
import { EmptyState } from '@/components/ui/empty-state';

export const metadata: Metadata = { title: 'No report' };

export default function SharedNotFound() {
  return (
    <main className="mx-auto flex min-h-[70dvh] max-w-2xl items-center justify-center">
      <EmptyState icon={Unlink} isPage title="This link leads to no report">
        It has expired, was revoked or is incomplete. Ask the sender for a new one.
      </EmptyState>
    </main>
  );
}
