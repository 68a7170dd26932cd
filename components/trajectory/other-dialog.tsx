'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { Badge } from '@/components/ui/badge';
import { Dialog } from '@/components/ui/dialog';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import { formatScore, plural, shortHash } from '@/lib/view/numbers';
import { ROLLOUT_PURPOSE_WORDS } from '@/lib/words/rollout';
import { RolloutStatusBadge } from './rollout-status-badge';
import { useAlike } from './use-rollout';

/** Other rollouts of the same task, to compare with. */
export function OtherDialog({
  rolloutId,
  onClose,
}: {
  readonly rolloutId: string;
  readonly onClose: () => void;
}) {
  const alike = useAlike(rolloutId, true);
  const items = alike.data?.items ?? [];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      shape="wide"
      title="Compare with"
      description="Other rollouts of this task, newest first."
    >
      {alike.isPending ? <SkeletonRows label="Loading rollouts…" rows={4} /> : null}
      {alike.isError ? <ProblemNotice error={alike.error} onRetry={() => alike.refetch()} /> : null}
      {alike.isSuccess && items.length === 0 ? (
        <p className="text-[0.8125rem] text-ink-faint">
          No other rollout of this task yet. Run it again with an edited prompt to get one.
        </p>
      ) : null}
      <ul className="flex flex-col divide-y divide-line">
        {items.map((item) => (
          <li key={item.id}>
            <Link
              href={`/rollouts/compare?a=${rolloutId}&b=${item.id}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded px-2 py-2.5 text-[0.8125rem] hover:bg-hover"
            >
              <RolloutStatusBadge status={item.status} />
              <span>{ROLLOUT_PURPOSE_WORDS[item.purpose]}</span>
              <span className="font-mono text-ink-faint text-xs">
                candidate {shortHash(item.candidateHash)}
              </span>
              {item.isSameCandidate ? <Badge>Same prompt</Badge> : null}
              <span className="numbers ml-auto flex flex-wrap gap-x-3 text-ink-faint text-xs">
                {item.reward === null ? null : (
                  <span>
                    {item.reward.selfReported ? 'self-reported reward' : 'reward'}{' '}
                    {formatScore(item.reward.value)}
                  </span>
                )}
                <span>{plural(item.modelCalls, 'model call')}</span>
                <Time at={item.startedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
