import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import type { AgentRolloutView, RolloutComparisonView } from '@/lib/contracts/rollout-shapes';
import { formatCount, formatScore, formatUsd, shortHash } from '@/lib/view/numbers';
import { ROLLOUT_PURPOSE_WORDS } from '@/lib/words/rollout';
import { RolloutStatusBadge } from './rollout-status-badge';
import { StepText } from './step-text';

/** Heads of the two rollouts above their steps: state, reward, figures, and the components whose texts differ. */
export function ComparedHead({
  comparison: { left, right },
}: {
  readonly comparison: RolloutComparisonView;
}) {
  const differing = left.components
    .map(({ name, text }) => ({ name, left: text, right: textOf(right, name) }))
    .filter((one) => one.left !== one.right);
  return (
    <div className="flex flex-col gap-2 py-3">
      <div className="grid md:grid-cols-2 md:divide-x md:divide-line">
        <Head name="Left" rollout={left} />
        <Head name="Right" rollout={right} />
      </div>
      {left.question === right.question ? null : (
        <p className="px-4 text-bad text-xs">
          These rollouts are of two tasks, so their steps may not match.
        </p>
      )}
      {differing.map(({ name, ...texts }) => (
        <details key={name} className="px-4 text-[0.8125rem]">
          <summary className="w-fit cursor-pointer text-ink-soft text-xs">
            The component <span className="font-mono">{name}</span> differs
          </summary>
          <div className="mt-2 grid gap-3 text-ink-soft md:grid-cols-2">
            <StepText mono text={texts.left} query="" />
            <StepText mono text={texts.right} query="" />
          </div>
        </details>
      ))}
    </div>
  );
}

const textOf = ({ components }: AgentRolloutView, name: string) =>
  components.find((one) => one.name === name)?.text ?? '';

function Head({ name, rollout }: { readonly name: string; readonly rollout: AgentRolloutView }) {
  const attempt = rollout.attempts.at(-1);
  return (
    <div className="flex min-w-0 flex-col gap-1.5 px-4 py-1.5 text-[0.8125rem]">
      <p className="flex flex-wrap items-center gap-2">
        <Link href={`/rollouts/${rollout.id}`} className="font-medium underline underline-offset-2">
          {name} rollout
        </Link>
        {attempt ? <RolloutStatusBadge status={attempt.status} /> : null}
        <Badge>{ROLLOUT_PURPOSE_WORDS[rollout.purpose]}</Badge>
      </p>
      {attempt ? (
        <p className="numbers flex flex-wrap gap-x-3 text-ink-faint text-xs">
          <span>candidate {shortHash(rollout.candidateHash)}</span>
          {attempt.reward === null ? null : (
            <span>
              {attempt.reward.selfReported ? 'self-reported reward' : 'reward'}{' '}
              {formatScore(attempt.reward.value)}
            </span>
          )}
          <span>{formatCount(attempt.modelCalls)} calls</span>
          <span>{formatCount(attempt.tokensIn + attempt.tokensOut)} tokens</span>
          <span>{formatUsd(attempt.costUsd)}</span>
        </p>
      ) : null}
    </div>
  );
}
