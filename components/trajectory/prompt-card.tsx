'use client';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type {
  AgentRolloutView,
  RolloutAttemptView,
  TrajectoryHeadView,
} from '@/lib/contracts/rollout-shapes';
import { formatCount, plural, shortHash } from '@/lib/view/numbers';
import { InjectionBadge } from './injection-badge';
import { StepText } from './step-text';

/** Steps that are named for a cited line; the rest is a number. */
const STEPS_SHOWN = 12;

interface PromptCardProps {
  readonly rollout: AgentRolloutView;
  readonly attempt: RolloutAttemptView;
  readonly head: TrajectoryHeadView | null;
  readonly onStep: (index: number) => void;
}

/** The components of the candidate with the proof of each, and the lines that steps cite. */
export function PromptCard({ rollout, attempt, head, onStep }: PromptCardProps) {
  return (
    <Card title="Prompt" description={`Candidate ${shortHash(rollout.candidateHash)}`}>
      <div className="flex flex-col gap-4">
        {rollout.components.map(({ name, text }) => {
          const state = attempt.injection?.[name];
          const cited = head?.cited.filter(({ component }) => component === name) ?? [];
          return (
            <section key={name} aria-label={`Component ${name}`} className="flex min-w-0 flex-col gap-2">
              <h3 className="flex flex-wrap items-center gap-2 text-[0.8125rem]">
                <span className="font-mono text-xs">{name}</span>
                {state === undefined ? (
                  <Badge title="Known when the attempt has ended.">Not checked yet</Badge>
                ) : (
                  <InjectionBadge state={state} />
                )}
              </h3>
              {text === '' ? (
                <p className="text-ink-faint text-xs">This component has no text.</p>
              ) : (
                <details>
                  <summary className="w-fit cursor-pointer text-ink-faint text-xs">
                    Text, {formatCount(text.length)} characters
                  </summary>
                  <div className="mt-1 rounded-md border border-line bg-sunken p-2.5 text-ink-soft">
                    <StepText mono text={text} query="" />
                  </div>
                </details>
              )}
              {cited.length === 0 ? null : (
                <ul aria-label={`Cited lines of ${name}`} className="flex flex-col gap-2">
                  {cited.map((line) => (
                    <li
                      key={line.line}
                      className="flex min-w-0 flex-col gap-0.5 border-honey-line border-l-2 pl-2.5"
                    >
                      <span className="line-clamp-2 break-words text-ink-soft text-xs">
                        Line {line.line + 1}: {line.text.trim()}
                      </span>
                      <span className="flex flex-wrap items-center gap-x-2 text-ink-faint text-xs">
                        {plural(line.steps.length, 'step')}:
                        {line.steps.slice(0, STEPS_SHOWN).map((step) => (
                          <Button
                            key={step}
                            variant="link"
                            size="inline"
                            className="numbers text-xs"
                            aria-label={`Step ${step + 1}, which cites line ${line.line + 1}`}
                            onClick={() => onStep(step)}
                          >
                            {formatCount(step + 1)}
                          </Button>
                        ))}
                        {line.steps.length > STEPS_SHOWN ? '…' : null}
                      </span>
                    </li>
                  ))}
                </ul>
              )}
            </section>
          );
        })}
        {head !== null && head.steps > 0 && head.cited.length === 0 ? (
          <p className="text-ink-faint text-xs">No step cites a line of the prompt.</p>
        ) : null}
      </div>
    </Card>
  );
}
