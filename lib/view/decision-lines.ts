import type { CanaryView } from '@/lib/contracts/canary-shapes';
import type { InboxView } from '@/lib/contracts/mentions';

/** One decision that waits for a person, with the page where it is made. */
export interface DecisionLine {
  readonly href: string;
  /** Noun of the decision, as on a badge. */
  readonly kind: 'Review' | 'Approval';
  readonly title: string;
  readonly by: string;
  /** Moment since which it waits, as known. */
  readonly since: string;
}

/** Oldest first: the one that has waited longest is on top. */
export function decisionLines(
  reviews: InboxView['waiting'],
  canaries: readonly Pick<
    CanaryView,
    'id' | 'slot' | 'challenger' | 'createdBy' | 'startedAt' | 'createdAt'
  >[],
): readonly DecisionLine[] {
  const lines: DecisionLine[] = [
    ...reviews.map(({ reportId, reportTitle, version, askedBy, askedAt }) => ({
      href: `/reports/${reportId}`,
      kind: 'Review' as const,
      title: `${reportTitle}, version ${version}`,
      by: askedBy,
      since: askedAt,
    })),
    ...canaries.map(({ id, slot, challenger, createdBy, startedAt, createdAt }) => ({
      href: `/canaries/${id}`,
      kind: 'Approval' as const,
      title: `Version ${challenger.version} in ${slot.name}`,
      by: createdBy,
      since: startedAt ?? createdAt,
    })),
  ];
  return lines.toSorted((a, b) => a.since.localeCompare(b.since));
}
