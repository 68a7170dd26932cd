import type { RunManifest } from '@/lib/domain/manifest';
import type { RunKind } from '@/lib/domain/run';
import type { AppError } from '@/lib/errors/app-error';
import type { KnownDiagnosis } from './diagnosis';
import { EXPLORATORY_STAYS, EXPLORATORY_UNQUOTED, EXPLORES_UNDECIDED } from './rules/exploratory';
import { refusal } from './rules/rule';

/**
 * An exploratory run: what a parallel run does before a diagnosis can decide. It starts on an undecided diagnosis or on
 * collected traces, and nothing that it learns or measures is promoted, confirmed or quoted.
 */
/**
 * Why it may not start on the newest diagnosis of its scope; null = it may. Collected traces are there before any rollout,
 * so what they teach may be explored before there is a diagnosis, too.
 */
export function exploratoryFault(
  newest: Pick<KnownDiagnosis, 'id' | 'verdict' | 'reason'> | null,
  { traces }: Pick<RunManifest, 'traces'> = {},
): AppError | null {
  if (newest?.verdict === 'undecided' || (newest === null && traces !== undefined)) return null;
  if (newest === null) return refusal(EXPLORES_UNDECIDED);
  const verdict = newest.verdict === 'go' ? 'go' : 'no-go';
  return refusal(EXPLORES_UNDECIDED, {
    found: `The last one says ${verdict}: ${newest.reason}`,
    context: { diagnosisId: newest.id },
  });
}

/** @throws AppError EXPLORATORY_STAYS */
export function assertPromotable({ kind }: { readonly kind: RunKind }): void {
  if (kind === 'exploratory') throw refusal(EXPLORATORY_STAYS);
}

/** @throws AppError EXPLORATORY_UNQUOTED */
export function assertQuotable({ kind }: { readonly kind: RunKind }): void {
  if (kind === 'exploratory') throw refusal(EXPLORATORY_UNQUOTED);
}
