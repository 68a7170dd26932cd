import { GitCompare } from 'lucide-react';
import type { Metadata } from 'next';
import { z } from 'zod';
import { CompareView } from '@/components/trajectory/compare-view';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { identifier } from '@/lib/contracts/identifier';
import { requireActor } from '@/server/http/current-actor';

export const metadata: Metadata = { title: 'Compare rollouts' };

const query = z.object({ a: identifier, b: identifier });

interface ComparePageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function CompareRolloutsPage({ searchParams }: ComparePageProps) {
  await requireActor();
  const named = query.safeParse(await searchParams);
  if (named.success) return <CompareView left={named.data.a} right={named.data.b} />;
  return (
    <EmptyState
      isPage
      icon={GitCompare}
      title="Choose two rollouts"
      action={
        <Button asChild>
          <Link href="/runs">Open runs</Link>
        </Button>
      }
    >
      Open a rollout of a run, then press Compare there.
    </EmptyState>
  );
}
