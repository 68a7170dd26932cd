import { GitCompareArrows } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';

/** Why there is no comparison, and where to get one. */
export function NothingToCompare({ reason }: { reason: string }) {
  return (
    <EmptyState
      icon={GitCompareArrows}
      isPage
      title="These runs cannot be compared"
      action={
        <Button asChild>
          <Link href="/experiments">To the experiments</Link>
        </Button>
      }
    >
      {reason}
    </EmptyState>
  );
}
