'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { PromptDiff } from '@/components/diff/prompt-diff';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Fold } from '@/components/ui/fold';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { ComparedSide } from '@/lib/contracts/paired-comparisons';
import { InsightGroups } from './insight-groups';
import { useCandidateText, useComparedInsights } from './use-pairs';

interface InsightsCardProps {
  readonly baseline: ComparedSide;
  readonly other: ComparedSide;
}

/** The best prompts of two runs as insights kept, merged and lost, with the text difference on request. */
export function InsightsCard({ baseline, other }: InsightsCardProps) {
  const insights = useComparedInsights(baseline.runId, other.runId);
  return (
    <Card
      title="Insights"
      description={`From “${baseline.label}” to “${other.label}”`}
      actions={
        baseline.experimentId === other.experimentId ? null : (
          <Button asChild size="sm">
            <Link href={`/experiments/${baseline.experimentId}/difference?other=${other.experimentId}`}>
              Compare settings
            </Link>
          </Button>
        )
      }
    >
      <div className="flex min-w-0 flex-col gap-3">
        {insights.isPending ? <SkeletonRows label="Loading insights…" rows={4} /> : null}
        {insights.isError ? (
          <ProblemNotice error={insights.error} onRetry={() => insights.refetch()} />
        ) : null}
        {insights.data ? <InsightGroups difference={insights.data} /> : null}
        <Fold summary="Text difference" className="border-line border-t pt-3">
          <TextDifference baseline={baseline} other={other} />
        </Fold>
      </div>
    </Card>
  );
}

function TextDifference({ baseline, other }: InsightsCardProps) {
  const before = useCandidateText(baseline.runId, baseline.candidateHash);
  const after = useCandidateText(other.runId, other.candidateHash);
  const error = before.error ?? after.error;
  if (error)
    return (
      <ProblemNotice error={error} onRetry={() => void Promise.all([before.refetch(), after.refetch()])} />
    );
  if (!before.data || !after.data) return <SkeletonRows label="Loading prompts…" rows={4} />;
  return <PromptDiff before={before.data.text} after={after.data.text} />;
}
