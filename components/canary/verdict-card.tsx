import { VerdictBadge } from '@/components/fact/canary-badge';
import { Card } from '@/components/ui/card';
import { DefinitionList } from '@/components/ui/definition-list';
import { keptFigures } from '@/components/ui/kept-figures';
import { Progress } from '@/components/ui/progress';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import { VERDICT_WORDS } from '@/lib/view/canary/canary-words';
import { progressLines } from '@/lib/view/canary/progress-lines';
import { useChallengerWeight } from './use-challenger-weight';

const noVerdictYet = ({ endedAt }: CanaryDetail) =>
  endedAt === null
    ? 'There is none before the first look of this stage.'
    : 'It ended before the first look of this stage.';

/** The last verdict with its reasons in words, and how far the stage is. */
export function VerdictCard({ canary }: { canary: CanaryDetail }) {
  const { verdict, plan, pairs } = canary;
  const weight = useChallengerWeight(canary);
  return (
    <Card
      title="Verdict"
      description={verdict === null ? noVerdictYet(canary) : VERDICT_WORDS[verdict.kind].meaning}
      actions={verdict === null ? null : <VerdictBadge verdict={verdict.kind} />}
    >
      {verdict === null ? null : (
        <ul className="mb-4 list-disc space-y-1 pl-5 text-[0.8125rem]" aria-label="Reasons">
          {verdict.reasons.map(({ code, sentence }) => (
            <li key={`${code} ${sentence}`} className="numbers break-words">
              {keptFigures(sentence)}
            </li>
          ))}
        </ul>
      )}
      {plan === null || canary.state !== 'shadow' ? null : (
        <Progress label="Pairs that are in" value={pairs} max={plan.pairsPlanned} className="mb-4" />
      )}
      <DefinitionList items={[...progressLines(canary), ...weight]} />
    </Card>
  );
}
