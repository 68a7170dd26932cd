import type { Metadata } from 'next';
import { ArmsView } from '@/components/comparison/arms-view';
import { CurvesCard } from '@/components/comparison/curves-card';
import { Differences } from '@/components/comparison/differences';
import { NothingToCompare } from '@/components/comparison/nothing-to-compare';
import { TaskMatrixCard } from '@/components/comparison/task-matrix-card';
import { PAIRED_MAX } from '@/components/comparison/use-compared-pair';
import { WinnerCard } from '@/components/comparison/winner-card';
import { compareArmsQuery } from '@/lib/contracts/comparisons';
import { AppError } from '@/lib/errors/app-error';
import { requireActor } from '@/server/http/current-actor';
import { compareArms } from '@/server/services/comparisons/compare-arms';
import { comparePairs } from '@/server/services/comparisons/compare-pairs';

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
  // In the order of the arms: the serial arm is the first, so that the others are measured against it.
  const ordered = found.rows.flatMap((row) => row.runIds);
  const runs = [...ordered, ...query.data.runs.filter((id) => !ordered.includes(id))];
  // Read with the page, so that the result is there at once; a refusal is shown by the card that asks again.
  const pairs =
    runs.length < 2 ? null : await comparePairs(actor, { runs: runs.slice(0, PAIRED_MAX) }).catch(() => null);
  return (
    <ArmsView comparison={found}>
      <WinnerCard runIds={runs} initial={pairs} isApartSaid={found.warning !== null} />
      <CurvesCard runIds={ordered} hasOnePace={found.warning === null} />
      <Differences runIds={runs} initial={pairs} />
      <TaskMatrixCard runIds={runs} />
    </ArmsView>
  );
}
