'use client';

import { CloudAlert } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

/** A page that broke. The digest is what the server's log knows it by. */
export function ErrorView({ digest, onRetry }: { digest: string | undefined; onRetry: () => void }) {
  return (
    <div role="alert" className="flex min-h-[60dvh] items-center justify-center">
      <EmptyState
        icon={CloudAlert}
        isPage
        title="This page could not be shown"
        action={
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        Nothing was lost: runs go on without this page.
        {digest ? (
          <span className="mt-1 block font-mono text-xs">
            Give this number to the operator of Waggle: {digest}
          </span>
        ) : null}
      </EmptyState>
    </div>
  );
}
