'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { PromptDiff } from '@/components/diff/prompt-diff';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { RunView } from '@/lib/contracts/run-shapes';
import { useCandidateText } from './use-pairs';

interface PromptDifferenceDialogProps {
  readonly before: RunView;
  readonly after: RunView;
  readonly onClose: () => void;
}

/** The best prompts of two runs against each other, without leaving the list that they were chosen in. */
export function PromptDifferenceDialog({ before, after, onClose }: PromptDifferenceDialogProps) {
  const bare = [before, after].find(({ summary }) => summary.bestCandidateHash === null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      shape="wide"
      title="Prompt difference"
      description={`From “${before.label}” to “${after.label}”, each with the prompt that was best on held-out.`}
    >
      {bare === undefined ? (
        <Difference before={before} after={after} />
      ) : (
        <Notice>“{bare.label}” has measured no prompt yet. Wait for its first held-out score.</Notice>
      )}
    </Dialog>
  );
}

function Difference({ before, after }: Omit<PromptDifferenceDialogProps, 'onClose'>) {
  const from = useCandidateText(before.id, before.summary.bestCandidateHash ?? '');
  const to = useCandidateText(after.id, after.summary.bestCandidateHash ?? '');
  const error = from.error ?? to.error;
  if (error)
    return <ProblemNotice error={error} onRetry={() => void Promise.all([from.refetch(), to.refetch()])} />;
  if (!from.data || !to.data) return <SkeletonRows label="Reading both prompts" rows={6} />;
  return <PromptDiff before={from.data.text} after={to.data.text} />;
}
