'use client';

import { useState } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { PromptDiff } from '@/components/diff/prompt-diff';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { Segmented } from '@/components/ui/segmented';
import { SkeletonRows } from '@/components/ui/skeleton';
import { shortHash } from '@/lib/view/numbers';
import { useVersionText } from './use-run-details';

interface LineageDifferenceProps {
  readonly runId: string;
  /** The child; null while none is chosen. */
  readonly hash: string | null;
  readonly parentHashes: readonly string[];
  readonly onClose: () => void;
}

/** Differences of a candidate of the pool from its parent; a merge has two, one beside the other to choose from. */
export function LineageDifference({ runId, hash, parentHashes, onClose }: LineageDifferenceProps) {
  return (
    <Dialog
      shape="wide"
      open={hash !== null}
      onOpenChange={onClose}
      title={`What did ${shortHash(hash ?? '')} change?`}
      description={parentHashes.length > 1 ? 'A merge of two parents.' : undefined}
    >
      {hash === null ? null : parentHashes.length === 0 ? (
        <Notice>It has no parent in the pool: the run began with it.</Notice>
      ) : (
        <Edges key={hash} runId={runId} hash={hash} parentHashes={parentHashes} />
      )}
    </Dialog>
  );
}

type EdgesProps = Pick<LineageDifferenceProps, 'runId' | 'parentHashes'> & { readonly hash: string };

function Edges({ runId, hash, parentHashes }: EdgesProps) {
  const [chosen, choose] = useState(parentHashes[0] ?? '');
  const before = useVersionText(runId, { hash: chosen, text: null });
  const after = useVersionText(runId, { hash, text: null });
  const error = before.error ?? after.error;
  return (
    <div className="flex flex-col gap-3">
      {parentHashes.length > 1 ? (
        <Segmented
          label="Parent"
          value={chosen}
          onChange={choose}
          options={parentHashes.map((parent) => ({ value: parent, label: `From ${shortHash(parent)}` }))}
        />
      ) : (
        <p className="text-[0.8125rem] text-ink-faint">
          From its parent <span className="font-mono text-xs">{shortHash(chosen)}</span>.
        </p>
      )}
      {error ? (
        <ProblemNotice error={error} onRetry={() => void Promise.all([before.refetch(), after.refetch()])} />
      ) : before.text === null || after.text === null ? (
        <SkeletonRows label="Reading both prompts" rows={6} />
      ) : (
        <PromptDiff before={before.text} after={after.text} />
      )}
    </div>
  );
}
