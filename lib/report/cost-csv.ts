/**
 * The ledger of calls as CSV: its sums, a line each, and its calls, a line each. Adding up a column gives the number
 * that the page shows. Unknown values are words; every line names the source of its numbers. Knows nothing
 * of files.
 */
import type { CauseCounts } from '@/lib/domain/cause';
import type { CostRow } from '@/lib/domain/cost-row';
import type { CsvValue } from '@/lib/domain/csv-line';
import { priceTable } from './cost-report';
import { totalsOf } from './cost-rows';
import type { RunRecord } from './run-record';

type Line = Readonly<Record<string, CsvValue>>;
type Origin = Pick<RunRecord, 'runId' | 'manifest' | 'practice'>;

const NOT_KNOWN = 'not known';
const NO_FAILURE = 'none';
const NOT_MEASURED = 'not measured';
const NO_PRICE_DATE = 'no price entered';

export function costTableLines(rows: readonly CostRow[], { runId, manifest, practice }: Origin): Line[] {
  const prices = priceTable(manifest);
  return rows.map((row) => {
    const { twiceUsdMax, gpuSeconds, costUsd, spendUsd } = totalsOf([row]);
    const price = prices.find(({ model }) => model === row.model);
    return {
      runId,
      iteration: row.iteration,
      role: row.role,
      model: row.model,
      purpose: row.purpose,
      calls: row.calls,
      unanswered: row.unanswered,
      failures: row.failures,
      causes: causesText(row.causes),
      refused: row.refused,
      cached: row.cached,
      possiblyPaidTwice: row.possiblyPaidTwice,
      tokensIn: row.tokensIn,
      tokensOut: row.tokensOut,
      tokensCached: row.tokensCached,
      gpuSeconds: gpuSeconds ?? NOT_MEASURED,
      costUsd: costUsd ?? NOT_KNOWN,
      spendUsd: spendUsd ?? NOT_KNOWN,
      twiceUsdMax,
      pricedAt: price?.pricedAt ?? NO_PRICE_DATE,
      hardware: price?.hardware ?? manifest.models.serving.hardware,
      practice,
    };
  });
}

/** "timedOut 1; unparseable 3", in the order of the codes. */
function causesText(causes: CauseCounts): string {
  const counts = Object.entries(causes).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return counts.length === 0 ? NO_FAILURE : counts.map(([code, calls]) => `${code} ${calls}`).join('; ');
}

/** A call as the journal holds it. */
export interface JournaledCall {
  readonly key: string;
  readonly iteration: number;
  readonly role: string;
  readonly model: string;
  readonly purpose: string;
  readonly subject: string;
  readonly promptHash: string;
  readonly sentAt: string;
  readonly answeredAt: string | null;
  readonly ok: boolean | null;
  /** Code of the cause, where there is no usable reply. */
  readonly cause: string | null;
  readonly attempts: number;
  readonly dispatches: number;
  readonly cached: boolean;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly tokensCached: number;
  readonly delayMs: number | null;
  readonly costUsd: number | null;
  readonly spendUsd: number | null;
}

export function callLine(call: JournaledCall, { runId, practice }: Origin): Line {
  const { ok, ...rest } = call;
  const answered = ok && call.cause !== null ? 'not readable' : ok ? 'answered' : 'failed';
  const outcome = ok === null ? 'not answered' : answered;
  return {
    runId,
    ...rest,
    answeredAt: call.answeredAt ?? 'not answered',
    outcome,
    cause: call.cause ?? NO_FAILURE,
    delayMs: call.delayMs ?? NOT_MEASURED,
    costUsd: call.costUsd ?? NOT_KNOWN,
    spendUsd: call.spendUsd ?? NOT_KNOWN,
    practice,
  };
}
