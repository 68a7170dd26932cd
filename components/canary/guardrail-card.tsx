import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { keptFigures } from '@/components/ui/kept-figures';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import type { GuardrailReading } from '@/lib/domain/canary';
import { GUARDRAIL_STATE_WORDS, WHEN_BROKEN_WORDS } from '@/lib/view/canary/canary-words';
import { ReadAt } from './read-at';

const ICONS = { kept: ShieldCheck, broken: ShieldAlert, open: ShieldQuestion, unmeasured: ShieldQuestion };

interface GuardrailCardProps {
  readonly readings: readonly GuardrailReading[];
  readonly isAnyRegistered: boolean;
  readonly readAt: CanaryDetail['readAt'];
}

export function GuardrailCard({ readings, isAnyRegistered, readAt }: GuardrailCardProps) {
  return (
    <Card
      title="Guardrails"
      description={
        <>
          Each has its own margin and its own test. <ReadAt readAt={readAt} />
        </>
      }
    >
      {readings.length === 0 ? (
        <p className="text-[0.8125rem] text-ink-faint">
          {isAnyRegistered ? 'Guardrails are read from the first look on.' : 'No guardrail was registered.'}
        </p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {readings.map(({ name, state, sentence, whenBroken }) => (
            <li
              key={name}
              className="flex flex-wrap items-start gap-x-3 gap-y-1 py-2 text-[0.8125rem] first:pt-0 last:pb-0"
            >
              <Badge className="min-w-24" tone={GUARDRAIL_STATE_WORDS[state].tone} icon={ICONS[state]}>
                {GUARDRAIL_STATE_WORDS[state].word}
              </Badge>
              <span className="numbers min-w-0 flex-1 basis-52 break-words">
                {keptFigures(sentence)}
                <span className="block text-ink-faint text-xs">{WHEN_BROKEN_WORDS[whenBroken]}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
