import type { Metadata } from 'next';
import { ArmsView } from '@/components/comparison/arms-view';
import { CurvesCard } from '@/components/comparison/curves-card';
import { NothingToCompare } from '@/components/comparison/nothing-to-compare';
import { PairedCard } from '@/components/comparison/paired-card';
import { TaskMatrixCard } from '@/components/comparison/task-matrix-card';
import { compareArmsQuery } from '@/lib/contracts/comparisons';
import { AppError } from '@/lib/errors/app-error';
import { requireActor } from '@/server/http/current-actor';
import { compareArms } from '@/server/services/comparisons/compare-arms';

export const metadata: Metadata = { title: 'Compare arms' };

interface ComparePageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function ComparePage({ searchParams }: ComparePageProps) {
  const actor = await requireActor();
  const query = compareArmsQuery.safeParse(await searchParams);
  if (!query.success) return <NothingToCompare />;
  const found = await compareArms(actor, query.data).catch((error: unknown) => {
    if (AppError.is(error)) return error.userMessage;
    throw error;
  });
  if (typeof found === 'string') return <NothingToCompare reason={found} />;
  return (
    <ArmsView comparison={found}>
      <TaskMatrixCard runIds={query.data.runs} />
      <PairedCard runIds={query.data.runs} />
      {/* In the order of the arms, so that a run has the colour of its arm. */}
      <CurvesCard runIds={found.rows.flatMap((row) => row.runIds)} />
    </ArmsView>
  );
}
