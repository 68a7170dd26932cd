import type { CostHeadlineView } from '@/lib/contracts/cost-shapes';
import type { RunCostsView } from '@/lib/contracts/costs';
import type { AgainstSerial } from '@/lib/report/cost-against';
import type { CostReport } from '@/lib/report/cost-report';
import type { CostHeadline } from '@/lib/report/headline';
import { pointView } from '@/server/services/runs/point-view';

/** The cost report as the API gives it. */
type Report = Omit<RunCostsView, 'runId' | 'label' | 'status' | 'practice' | 'hardware' | 'splitHash'>;

export function costsView(report: CostReport, recordedAt: ReadonlyMap<string, Date>): Report {
  return {
    headline: headlineView(report.headline),
    total: report.total,
    byRole: [...report.byRole],
    byPurpose: [...report.byPurpose],
    byIteration: report.byIteration.map((one) => ({
      ...one,
      byPurpose: one.byPurpose.map(({ purpose, calls, tokens, gpuSeconds, costUsd, spendUsd }) => ({
        ...{ purpose, calls, tokens, gpuSeconds, costUsd, spendUsd },
      })),
    })),
    iterations: report.iterations,
    accepted: report.accepted.map((one) => ({
      ...one,
      againstSerial: againstView(one.againstSerial),
      recordedAt: recordedAt.get(one.candidateHash)?.toISOString() ?? null,
    })),
    toTarget: report.toTarget,
    serialToTarget: report.serialToTarget,
    againstSerial: againstView(report.againstSerial),
    prices: [...report.prices],
    notes: [...report.notes],
  };
}

function headlineView(headline: CostHeadline): CostHeadlineView {
  return headline.priced
    ? { ...headline, cost: pointView(headline.cost) }
    : { ...headline, cost: headline.cost && pointView(headline.cost) };
}

function againstView(against: AgainstSerial): RunCostsView['againstSerial'] {
  if (against.kind === 'notCompared') return against;
  const { perPoint, serialPerPoint } = against;
  return { ...against, perPoint: pointView(perPoint), serialPerPoint: pointView(serialPerPoint) };
}
