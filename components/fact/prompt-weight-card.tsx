'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { usePromptWeight } from '@/components/queries/use-prompt-weight';
import { Card } from '@/components/ui/card';
import { DefinitionList } from '@/components/ui/definition-list';
import { SkeletonRows } from '@/components/ui/skeleton';
import { weightLines } from '@/lib/view/prompt-weight-words';

interface PromptWeightCardProps {
  readonly runId: string;
  readonly hash: string;
  /** Held-out measurements of the run so far. */
  readonly measurements: number;
}

/**
 * The weight of a prompt version: its addition to each later call, compared with the run's original prompt.
 */
export function PromptWeightCard({ runId, hash, measurements }: PromptWeightCardProps) {
  const weight = usePromptWeight({ runId, hash }, measurements);
  return (
    <Card
      title="Prompt weight"
      description="Each later call of the best prompt pays this on top of the original prompt."
    >
      {weight.isPending ? <SkeletonRows label="Loading the prompt weight" rows={2} /> : null}
      {weight.isError ? <ProblemNotice error={weight.error} onRetry={() => weight.refetch()} /> : null}
      {weight.data ? <DefinitionList items={weightLines(weight.data)} /> : null}
    </Card>
  );
}
