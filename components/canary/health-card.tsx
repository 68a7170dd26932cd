import { CircleCheck, CircleDashed, CircleEqual, CircleMinus, CircleX, Moon } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { keptFigures } from '@/components/ui/kept-figures';
import { Time } from '@/components/ui/time';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import type { HealthFinding } from '@/lib/domain/canary';
import { HEALTH_STATE_WORDS, HEALTH_WORDS } from '@/lib/view/canary/canary-words';
import { formatUsd, plural } from '@/lib/view/numbers';
import { ReadAt } from './read-at';

const ICONS = {
  sound: CircleCheck,
  byDesign: CircleEqual,
  waiting: CircleDashed,
  quiet: Moon,
  unmeasured: CircleMinus,
  invalid: CircleX,
};

interface HealthCardProps {
  readonly findings: readonly HealthFinding[];
  readonly readAt: CanaryDetail['readAt'];
  readonly probes: CanaryDetail['probes'];
}

export function HealthCard({ findings, readAt, probes }: HealthCardProps) {
  return (
    <Card
      title="Checks of the numbers"
      description={
        <>
          One failed check makes the canary invalid, whatever its scores. <ReadAt readAt={readAt} />
        </>
      }
    >
      {findings.length === 0 ? (
        <p className="text-[0.8125rem] text-ink-faint">The checks begin with the first look of this stage.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {findings.map(({ check, state, sentence, measuredAt }) => (
            <li
              key={check}
              className="flex flex-wrap items-start gap-x-3 gap-y-1 py-2 text-[0.8125rem] first:pt-0 last:pb-0"
            >
              <span className="min-w-28">
                <Badge tone={HEALTH_STATE_WORDS[state].tone} icon={ICONS[state]}>
                  {HEALTH_STATE_WORDS[state].word}
                </Badge>
              </span>
              <span className="min-w-0 flex-1 basis-52">
                {HEALTH_WORDS[check]}
                <span className="numbers block text-ink-faint text-xs">
                  {keptFigures(sentence)}
                  {measuredAt === undefined ? null : (
                    <>
                      {' '}
                      Last measured <Time at={measuredAt} />.
                    </>
                  )}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {probes.calls === 0 ? null : (
        <p className="numbers mt-2 text-ink-faint text-xs">
          Evaluator checks: {plural(probes.calls, 'call')}, {formatUsd(probes.usd)}
          {probes.unpriced === 0 ? '.' : ` and ${plural(probes.unpriced, 'call')} of unknown cost.`}
        </p>
      )}
    </Card>
  );
}
