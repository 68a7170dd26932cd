import type { ApprovalView } from '@/lib/contracts/approvals';
import type { CanaryView } from '@/lib/contracts/canary-shapes';
import type { InboxView } from '@/lib/contracts/mentions';
import type { RunPlanView } from '@/lib/contracts/run-plans';
import type { RunView } from '@/lib/contracts/run-shapes';
import { GRANTS, type Permission, type Role } from '@/lib/domain/actor';

/** One decision that waits for a person, with the page where it is made. */
export interface DecisionLine {
  readonly href: string;
  /** Noun of the decision, as on a badge. */
  readonly kind: 'Review' | 'Approval' | 'Plan';
  readonly title: string;
  readonly by: string;
  /** Moment since which it waits, as known. */
  readonly since: string;
}

type Canary = Pick<CanaryView, 'id' | 'slot' | 'challenger' | 'createdBy' | 'startedAt' | 'createdAt'>;
type Plan = Pick<RunPlanView, 'experimentId' | 'experimentName' | 'status' | 'createdBy' | 'createdAt'>;

interface Waiting {
  readonly reviews: InboxView['waiting'];
  readonly canaries: readonly Canary[];
  readonly plans?: readonly Plan[];
}

/**
 * Decisions that a person with this role can make, oldest first. A stopped plan waits for the choice of a way to continue. A
 * review was requested from the person, so it waits whatever the role.
 */
export function decisionLines(
  role: Role,
  { reviews, canaries, plans = [] }: Waiting,
): readonly DecisionLine[] {
  const granted: readonly Permission[] = GRANTS[role];
  const approvals = granted.includes('review') ? canaries : [];
  const stopped = granted.includes('experiment') ? plans.filter(({ status }) => status === 'stopped') : [];
  const lines: DecisionLine[] = [
    ...reviews.map(({ reportId, reportTitle, version, askedBy, askedAt }) => ({
      href: `/reports/${reportId}`,
      kind: 'Review' as const,
      title: `${reportTitle}, version ${version}`,
      by: askedBy,
      since: askedAt,
    })),
    ...approvals.map(({ id, slot, challenger, createdBy, startedAt, createdAt }) => ({
      href: `/canaries/${id}`,
      kind: 'Approval' as const,
      title: `Version ${challenger.version} in ${slot.name}`,
      by: createdBy,
      since: startedAt ?? createdAt,
    })),
    ...stopped.map(({ experimentId, experimentName, createdBy, createdAt }) => ({
      href: `/experiments/${experimentId}`,
      kind: 'Plan' as const,
      title: `Stopped plan of ${experimentName}`,
      by: createdBy,
      since: createdAt,
    })),
  ];
  return lines.toSorted((a, b) => a.since.localeCompare(b.since));
}

/** The reader may approve the canary or let an approved one go live. */
export const waitsForReader = ({ whyNot }: Pick<ApprovalView, 'whyNot'>): boolean =>
  whyNot.approve === null || whyNot.goLive === null;

const PLANS_MAX = 3;

/** The newest plan of each experiment, as known from the newest runs; an older plan was replaced. */
export function newestPlanIds(runs: readonly Pick<RunView, 'experimentId' | 'planId'>[]): readonly string[] {
  const planned = runs.filter(({ planId }) => planId !== null);
  const newest = planned.filter(
    (run, index) => planned.findIndex(({ experimentId }) => experimentId === run.experimentId) === index,
  );
  return newest.flatMap(({ planId }) => planId ?? []).slice(0, PLANS_MAX);
}
