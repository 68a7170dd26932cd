'use client';

import { Bot, GitBranch, Quote, Settings2, TriangleAlert, User } from 'lucide-react';
import { memo } from 'react';
import { Badge } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import { keptFigures } from '@/components/ui/kept-figures';
import type { CitedLine, ShownStep } from '@/lib/contracts/rollout-shapes';
import { isAgentStep } from '@/lib/domain/trajectory';
import { formatCount, formatDuration } from '@/lib/view/numbers';
import { hasFailedTool, SOURCE_WORDS, stepFigures } from '@/lib/view/trajectory-step';
import { StepText } from './step-text';
import { StepTools } from './step-tools';

const ICONS = { system: Settings2, user: User, agent: Bot } as const;

interface StepCardProps {
  readonly shown: ShownStep;
  readonly query: string;
  readonly isCurrent: boolean;
  /** Text of a line of the prompt. */
  readonly lineText: (line: CitedLine) => string;
  readonly onChoose: (index: number) => void;
}

/** One step: what was said, the tools called with their results, its figures, and the lines of the prompt it cites. */
export const StepCard = memo(function StepCard(props: StepCardProps) {
  const { shown, query, isCurrent, onChoose } = props;
  const { index, step } = shown;
  const Icon = ICONS[step.source];
  return (
    <article
      aria-label={`Step ${index + 1}, ${SOURCE_WORDS[step.source]}`}
      aria-current={isCurrent ? 'step' : undefined}
      className={classNames(
        'flex min-w-0 flex-col gap-2 border-l-2 px-4 py-3',
        isCurrent ? 'border-l-honey bg-hover' : 'border-l-transparent',
      )}
    >
      <header className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
        <button
          type="button"
          onClick={() => onChoose(index)}
          className="numbers flex min-h-6 items-center gap-1.5 rounded font-medium text-ink hover:underline"
          aria-label={`Link to step ${index + 1}`}
        >
          <Icon className="size-3.5 text-ink-faint" aria-hidden />
          {formatCount(index + 1)} {SOURCE_WORDS[step.source]}
        </button>
        {step.branch === 0 ? null : (
          <Badge icon={GitBranch} tone="info" title="A conversation of its own within the rollout">
            Branch {step.branch}
          </Badge>
        )}
        {hasFailedTool(step) ? (
          <Badge icon={TriangleAlert} tone="bad">
            Tool failed
          </Badge>
        ) : null}
        <span className="numbers ml-auto flex flex-wrap justify-end gap-x-3 text-ink-faint">
          {stepFigures(step).map((figure) => (
            <span key={figure}>{keptFigures(figure)}</span>
          ))}
          {step.atMs === null ? null : (
            <span title="Since the rollout began">at {formatDuration(step.atMs)}</span>
          )}
        </span>
      </header>
      <Body shown={shown} query={query} />
      <Cites cites={shown.cites} lineText={props.lineText} />
    </article>
  );
});

function Body({ shown: { step }, query }: Pick<StepCardProps, 'shown' | 'query'>) {
  if (!isAgentStep(step)) return <StepText text={step.text} query={query} />;
  const isReasoningHit =
    query.trim() !== '' && step.reasoning.toLowerCase().includes(query.trim().toLowerCase());
  return (
    <>
      {step.reasoning === '' ? null : (
        <details open={isReasoningHit} className="text-ink-soft">
          <summary className="w-fit cursor-pointer text-ink-faint text-xs">
            Reasoning, {formatCount(step.reasoning.length)} characters
          </summary>
          <div className="mt-1 border-line border-l-2 pl-3">
            <StepText text={step.reasoning} query={query} />
          </div>
        </details>
      )}
      {step.text === '' ? null : <StepText text={step.text} query={query} />}
      <StepTools step={step} query={query} />
      {step.text === '' && step.reasoning === '' && step.toolCalls.length === 0 ? (
        <p className="text-ink-faint text-xs">The model answered with nothing.</p>
      ) : null}
    </>
  );
}

function Cites({
  cites,
  lineText,
}: {
  readonly cites: readonly CitedLine[];
  readonly lineText: StepCardProps['lineText'];
}) {
  if (cites.length === 0) return null;
  return (
    <ul aria-label="Cited lines of the prompt" className="flex min-w-0 flex-col gap-0.5">
      {cites.map((line) => (
        <li
          key={`${line.component}/${line.line}`}
          className="flex min-w-0 items-baseline gap-1.5 text-honey-text text-xs"
        >
          <Quote className="size-3 shrink-0 translate-y-0.5" aria-hidden />
          <span className="shrink-0">
            Cites {line.component}, line {line.line + 1}:
          </span>
          <span className="truncate text-ink-soft">{lineText(line)}</span>
        </li>
      ))}
    </ul>
  );
}
