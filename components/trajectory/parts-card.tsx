'use client';

import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { TrajectoryHeadView } from '@/lib/contracts/rollout-shapes';
import type { BrokenCall } from '@/lib/domain/trajectory';
import { formatCount, formatUsd, plural } from '@/lib/view/numbers';
import { StepText } from './step-text';

const REASONS: Readonly<Record<BrokenCall['reason'], string>> = {
  cut: 'Cut before the reply ended',
  failed: 'Failed at the provider',
  refused: 'Refused at a limit',
  stray: 'Sent after the end',
};
const BRANCHES_SHOWN = 30;

/** Branches, tools, and calls that gave no step. */
export function PartsCard({
  head,
  onStep,
}: {
  readonly head: TrajectoryHeadView;
  readonly onStep: (index: number) => void;
}) {
  const others = head.branches.filter(({ branch }) => branch !== 0);
  if (others.length + head.tools.length + head.broken.length === 0) return null;
  return (
    <Card title="Parts">
      <div className="flex flex-col gap-4 text-[0.8125rem]">
        {others.length === 0 ? null : (
          <Section title={plural(others.length, 'branch', 'branches')}>
            <ul className="flex flex-col gap-1">
              {others.slice(0, BRANCHES_SHOWN).map(({ branch, steps, first, after }) => (
                <li key={branch} className="flex items-baseline justify-between gap-2 text-xs">
                  <Button variant="link" size="inline" className="text-xs" onClick={() => onStep(first)}>
                    Branch {branch}
                  </Button>
                  <span className="numbers text-ink-faint">
                    {plural(steps, 'step')}
                    {after === null ? '' : `, from step ${formatCount(after + 1)}`}
                  </span>
                </li>
              ))}
            </ul>
          </Section>
        )}
        {head.tools.length === 0 ? null : (
          <Section title={plural(head.tools.length, 'tool')}>
            <ul className="flex flex-col gap-1">
              {head.tools.map(({ name, description, parameters }) => (
                <li key={`${name} ${description} ${parameters}`}>
                  <details>
                    <summary className="w-fit max-w-full cursor-pointer truncate font-mono text-xs">
                      {name}
                    </summary>
                    <div className="mt-1 flex flex-col gap-1 border-line border-l-2 pl-2.5 text-ink-soft">
                      {description === '' ? null : <StepText text={description} query="" />}
                      <StepText mono text={parameters} query="" />
                    </div>
                  </details>
                </li>
              ))}
            </ul>
          </Section>
        )}
        {head.broken.length === 0 ? null : (
          <Section title={plural(head.broken.length, 'call without a step', 'calls without a step')}>
            <ul className="flex flex-col gap-1">
              {head.broken.slice(0, BRANCHES_SHOWN).map((call, place) => (
                <li
                  // biome-ignore lint/suspicious/noArrayIndexKey: broken calls have no id.
                  key={place}
                  className="flex items-baseline justify-between gap-2 text-ink-soft text-xs"
                >
                  <span>
                    {REASONS[call.reason]}
                    {call.status === null ? '' : ` (${call.status})`}
                  </span>
                  <span className="numbers text-ink-faint">{formatUsd(call.metrics.costUsd)}</span>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>
    </Card>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-1.5">
      <h3 className="font-medium text-ink-faint text-xs">{title}</h3>
      {children}
    </section>
  );
}
