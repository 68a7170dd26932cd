'use client';

import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import type { TraceScoringView } from '@/lib/contracts/trace-scoring-shapes';
import { SCORED_TRACES_MAX } from '@/lib/domain/trace-scoring';
import { EVALUATOR_KIND_WORDS } from '@/lib/view/trace-scoring-words';

/** The fields as they are typed. */
export interface ScoringDraft {
  readonly experimentId: string | null;
  readonly count: string;
  /** Empty = no limit. */
  readonly usdMax: string;
  readonly rescore: boolean;
}

interface ScoreSettingsProps {
  readonly evaluators: readonly TraceScoringView['evaluator'][];
  readonly draft: ScoringDraft;
  readonly onChange: (change: Partial<ScoringDraft>) => void;
}

export function ScoreSettings({ evaluators, draft, onChange }: ScoreSettingsProps) {
  const chosen = evaluators.find(({ experimentId }) => experimentId === draft.experimentId);
  return (
    <Card title="Settings">
      <div className="flex flex-col gap-4">
        <Field
          id="score-evaluator"
          label="Evaluator"
          hint={chosen && `${EVALUATOR_KIND_WORDS[chosen.kind]}: ${chosen.target}`}
        >
          {(control) => (
            <Select
              {...control}
              value={draft.experimentId ?? ''}
              onChange={(event) => onChange({ experimentId: event.target.value })}
            >
              {evaluators.map(({ experimentId, name }) => (
                <option key={experimentId} value={experimentId}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field id="score-count" label="Traces at most" hint="The newest are scored first.">
          {(control) => (
            <Input
              {...control}
              type="number"
              min={1}
              max={SCORED_TRACES_MAX}
              value={draft.count}
              onChange={(event) => onChange({ count: event.target.value })}
            />
          )}
        </Field>
        <Field id="score-usd" label="Limit in dollars" optional hint="Scoring stops there. Empty: no limit.">
          {(control) => (
            <Input
              {...control}
              type="number"
              inputMode="decimal"
              min={0}
              value={draft.usdMax}
              onChange={(event) => onChange({ usdMax: event.target.value })}
            />
          )}
        </Field>
        <Checkbox
          checked={draft.rescore}
          onCheckedChange={(rescore) => onChange({ rescore })}
          hint="Replaces the earlier scores of this evaluator."
        >
          Score again
        </Checkbox>
      </div>
    </Card>
  );
}
