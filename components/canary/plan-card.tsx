import { Lock } from 'lucide-react';
import { Card } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { DefinitionList } from '@/components/ui/definition-list';
import { Time } from '@/components/ui/time';
import type { CanaryPlan } from '@/lib/domain/canary';
import { planLines } from '@/lib/view/canary/plan-lines';

interface PlanCardProps {
  readonly plan: CanaryPlan;
  readonly planHash: string;
  readonly registeredBy: string;
  readonly registeredAt: string;
}

/** The plan as it was sealed: nothing of it can be changed any more, by anybody. */
export function PlanCard({ plan, planHash, registeredBy, registeredAt }: PlanCardProps) {
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <Lock className="size-4 text-ink-faint" aria-hidden /> The registered plan
        </span>
      }
      description={
        <>
          Sealed before the data by {registeredBy}, <Time at={registeredAt} />. It does not move; another plan
          is a new canary.
        </>
      }
    >
      <DefinitionList items={planLines(plan)} />
      <p className="mt-3 flex min-w-0 items-center gap-2 text-ink-faint text-xs">
        <span className="shrink-0">Hash</span>
        <code className="min-w-0 wrap-anywhere font-mono">{planHash}</code>
        <CopyButton text={planHash} what="the hash of the plan" />
      </p>
    </Card>
  );
}
