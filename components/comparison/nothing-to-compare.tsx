import { GitCompareArrows } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';

/** Why there is no comparison, and where to get one. Without a reason the address names no runs. */
export function NothingToCompare({ reason }: { reason?: string }) {
  return (
    <EmptyState
      icon={GitCompareArrows}
      isPage
      title={reason === undefined ? 'Nothing to compare yet' : 'These runs cannot be compared'}
      action={
        <Button asChild>
          <Link href="/runs">To the runs</Link>
        </Button>
      }
    >
      {reason ?? 'Choose two to ten finished runs in the list of runs, then press “Compare them”.'}
    </EmptyState>
  );
}
