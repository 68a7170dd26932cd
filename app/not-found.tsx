import { SearchX } from 'lucide-react';
import type { Metadata } from 'next';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-[70dvh] max-w-2xl items-center justify-center">
      <EmptyState
        icon={SearchX}
        isPage
        title="Nothing is at this address"
        action={
          <Button asChild variant="primary">
            <Link href="/">Go to the overview</Link>
          </Button>
        }
      >
        It may have been archived, or the link is incomplete.
      </EmptyState>
    </main>
  );
}
