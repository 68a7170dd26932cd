import { InjectionBadge } from '@/components/trajectory/injection-badge';
import { Badge } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link';
import type { RolloutOfAgentView } from '@/lib/contracts/rollout-of-agent';
import { plural } from '@/lib/view/numbers';
import { LIMIT_WORDS, SEEN_MEANING, seenWords, worstInjection } from '@/lib/words/rollout';

/** Facts of an agent's rollout, in badges: a state only if it needs attention. */
export function AgentBadges({ agent }: { readonly agent: RolloutOfAgentView }) {
  const worst = worstInjection(agent.injection);
  return (
    <>
      <span
        className="numbers shrink-0 whitespace-nowrap text-ink-faint text-xs"
        title="Model calls of the agent"
      >
        {plural(agent.modelCalls, 'call')}
      </span>
      {worst === 'failed' || worst === 'unproven' ? <InjectionBadge state={worst} /> : null}
      {agent.limit === null ? null : (
        <Badge tone="honey" title="A limit of the rollout ended it.">
          Limit: {LIMIT_WORDS[agent.limit]}
        </Badge>
      )}
    </>
  );
}

/** The way to the trajectory, with steps, failed tools and the proof of each component. */
export function AgentSection({ agent }: { readonly agent: RolloutOfAgentView }) {
  return (
    <section aria-label="Agent" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-[0.8125rem]">
      <Link href={`/rollouts/${agent.rolloutId}`} className="text-honey-text underline underline-offset-2">
        {agent.hasTrajectory ? 'Trajectory' : 'Rollout of the agent'}
      </Link>
      <AgentBadges agent={agent} />
      {agent.toolErrors === 0 ? null : (
        <span className="numbers text-bad text-xs">{plural(agent.toolErrors, 'failed tool call')}</span>
      )}
      {agent.attempts > 1 ? (
        <span className="numbers text-ink-faint text-xs">{plural(agent.attempts, 'attempt')}</span>
      ) : null}
    </section>
  );
}

/** "Saw 31 %": how much of the trajectory the reflection read. */
export function SeenBadge({ share }: { readonly share: number }) {
  return (
    <Badge tone={isLittle(share) ? 'honey' : 'neutral'} title={SEEN_MEANING}>
      {seenWords(share)}
    </Badge>
  );
}

/** The same in a line of a list; nothing where the share is unknown. */
export function SeenShare({ share }: { readonly share: number | null }) {
  if (share === null) return null;
  return (
    <span
      title={SEEN_MEANING}
      className={classNames(
        'numbers shrink-0 whitespace-nowrap',
        isLittle(share) ? 'text-honey-text' : 'text-ink-faint',
      )}
    >
      {seenWords(share)}
    </span>
  );
}

const isLittle = (share: number) => share < 0.5;
