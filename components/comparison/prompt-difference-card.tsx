'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { PromptDiff } from '@/components/diff/prompt-diff';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { ComparedSide } from '@/lib/contracts/paired-comparisons';
import { useCandidateText } from './use-pairs';

interface PromptDifferenceCardProps {
  readonly baseline: ComparedSide;
  readonly other: ComparedSide;
}

/** Differences of the better prompt, by bullet where both are playbooks, and the way to further differences. */
export function PromptDifferenceCard({ baseline, other }: PromptDifferenceCardProps) {
  const before = useCandidateText(baseline.runId, baseline.candidateHash);
  const after = useCandidateText(other.runId, other.candidateHash);
  const error = before.error ?? after.error;
  return (
    <Card
      title="How do the two prompts differ?"
      description={`From “${baseline.label}” to “${other.label}”, each with the prompt that was best on held-out.`}
      actions={
        baseline.experimentId === other.experimentId ? null : (
          <Button asChild size="sm">
            <Link href={`/experiments/${baseline.experimentId}/difference?other=${other.experimentId}`}>
              What else differs
            </Link>
          </Button>
        )
      }
    >
      {error ? (
        <ProblemNotice error={error} onRetry={() => void Promise.all([before.refetch(), after.refetch()])} />
      ) : null}
      {before.isPending || after.isPending ? <SkeletonRows label="Reading both prompts" rows={6} /> : null}
      {before.data && after.data ? <PromptDiff before={before.data.text} after={after.data.text} /> : null}
    </Card>
  );
}
