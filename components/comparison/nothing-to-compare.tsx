'use client';

import { GitCompareArrows } from 'lucide-react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { itemsOf } from '@/components/api/use-pages';
import { useRuns } from '@/components/queries/use-experiments';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { SkeletonRows } from '@/components/ui/skeleton';
import { comparisonOffers } from '@/lib/view/comparison-offers';
import { plural } from '@/lib/view/numbers';

/** Comparisons on offer where the address names no runs, or runs that cannot be compared for this reason. */
export function NothingToCompare({ reason }: { reason?: string }) {
  const runs = useRuns(undefined);
  const offers = comparisonOffers(itemsOf(runs));
  return (
    <>
      <PageHeader title="Compare" actions={<ToRuns />} />
      <div className="flex flex-col gap-4">
        {reason === undefined ? null : (
          <Notice tone="honey" title="These runs cannot be compared">
            {reason}
          </Notice>
        )}
        <Card title="Experiments with two or more measured runs" flush>
          {runs.isPending ? <SkeletonRows label="Loading runs…" rows={3} /> : null}
          {runs.isError ? (
            <ProblemNotice className="m-4" error={runs.error} onRetry={() => runs.refetch()} />
          ) : null}
          {runs.isSuccess && offers.length === 0 ? (
            <EmptyState icon={GitCompareArrows} title="Nothing to compare yet">
              Comparisons need two finished runs. Select two to ten in the list of runs.
            </EmptyState>
          ) : null}
          {offers.length > 0 ? (
            <ul aria-label="Comparisons" className="divide-y divide-line border-line border-t">
              {offers.map(({ experimentId, name, runs: count, href }) => (
                <li key={experimentId}>
                  <Link
                    href={href}
                    className="flex min-w-0 items-center gap-3 px-4 py-2.5 text-[0.8125rem] hover:bg-hover"
                  >
                    <span className="min-w-0 flex-1 break-words font-medium">{name}</span>
                    <span className="numbers shrink-0 text-ink-faint text-xs">{plural(count, 'run')}</span>
                  </Link>
                </li>
              ))}
            </ul>
          ) : null}
        </Card>
      </div>
    </>
  );
}

function ToRuns() {
  return (
    <Button asChild>
      <Link href="/runs">Choose runs</Link>
    </Button>
  );
}
