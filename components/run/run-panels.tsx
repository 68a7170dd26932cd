'use client';

import dynamic from 'next/dynamic';
import { Button } from '@/components/ui/button';
import { SkeletonRows } from '@/components/ui/skeleton';
import { RunFact } from './run-fact';

/**
 * The parts of a run, each fetched when its tab is opened: the first load holds none of their charts and tables. None
 * is drawn on the server: what the page around it has read by the time it arrives would differ from that drawing.
 */
function Opening() {
  return <SkeletonRows label="Opening this part of the run" rows={8} />;
}

export const OverviewPanel = dynamic(() => import('./overview-panel').then((part) => part.OverviewPanel), {
  ssr: false,
  loading: Opening,
});
export const IterationsPanel = dynamic(
  () => import('./iterations-panel').then((part) => part.IterationsPanel),
  { ssr: false, loading: Opening },
);
export const SearchPanel = dynamic(() => import('./search-panel').then((part) => part.SearchPanel), {
  ssr: false,
  loading: Opening,
});
export const PromptTab = dynamic(() => import('./prompt-tab').then((part) => part.PromptTab), {
  ssr: false,
  loading: Opening,
});
export const RolloutsPanel = dynamic(() => import('./rollouts-panel').then((part) => part.RolloutsPanel), {
  ssr: false,
  loading: Opening,
});
export const TimelinePanel = dynamic(() => import('./timeline-panel').then((part) => part.TimelinePanel), {
  ssr: false,
  loading: Opening,
});
export const SchedulingPanel = dynamic(
  () => import('./scheduling-panel').then((part) => part.SchedulingPanel),
  { ssr: false, loading: Opening },
);
export const DiversityPanel = dynamic(() => import('./diversity-panel').then((part) => part.DiversityPanel), {
  ssr: false,
  loading: Opening,
});
export const SurvivalPanel = dynamic(() => import('./survival-panel').then((part) => part.SurvivalPanel), {
  ssr: false,
  loading: Opening,
});
export const CostPanel = dynamic(
  () => import('@/components/cost/cost-panel').then((part) => part.CostPanel),
  { ssr: false, loading: Opening },
);
export const LedgerPanel = dynamic(() => import('./ledger-panel').then((part) => part.LedgerPanel), {
  ssr: false,
  loading: Opening,
});
export const ManifestPanel = dynamic(() => import('./manifest-panel').then((part) => part.ManifestPanel), {
  ssr: false,
  loading: Opening,
});

/** Parts of the header that can wait, or are seldom there. */
export const AgainstSerial = dynamic(() => import('./against-serial').then((part) => part.AgainstSerial), {
  ssr: false,
  loading: () => <RunFact name="Against serial">{null}</RunFact>,
});
export const CollapseNotice = dynamic(() => import('./collapse-notice').then((part) => part.CollapseNotice), {
  ssr: false,
});
export const NoRunnerNotice = dynamic(
  () => import('./no-runner-notice').then((part) => part.NoRunnerNotice),
  { ssr: false },
);
export const NextOfExploratory = dynamic(
  () => import('./next-of-exploratory').then((part) => part.NextOfExploratory),
  { ssr: false },
);
export const ConfoundingNotice = dynamic(() =>
  import('./confounding-notice').then((part) => part.ConfoundingNotice),
);
export const ChangedDefaultsBadge = dynamic(
  () => import('@/components/fact/stated-inputs-card').then((part) => part.ChangedDefaultsBadge),
  { ssr: false },
);
export const ConfirmDialog = dynamic(
  () => import('@/components/ui/confirm-dialog').then((part) => part.ConfirmDialog),
  { ssr: false },
);
export const MakeReportButton = dynamic(
  () => import('@/components/report/make-report-button').then((part) => part.MakeReportButton),
  { ssr: false, loading: () => <Button disabled>Report</Button> },
);

/** The tab that a page opens with: fetched while its numbers are on their way. */
export function fetchOverview(): void {
  void import('./overview-panel');
}

export const TagEditor = dynamic(() => import('@/components/list/tag-editor').then((part) => part.TagEditor));
