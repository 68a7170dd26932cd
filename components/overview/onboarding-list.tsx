'use client';

import { CircleCheck, CircleDashed } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { classNames } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link';
import { Progress } from '@/components/ui/progress';
import type { OnboardingStep } from '@/lib/view/onboarding';
import { useOnboardingHidden } from './use-onboarding';

/** The way to a first canary, for as long as a step is open. Put away, a line brings it back. */
export function OnboardingList({ steps }: { steps: readonly OnboardingStep[] }) {
  const [isHidden, hide] = useOnboardingHidden();
  const done = steps.filter((step) => step.done).length;
  if (isHidden)
    return (
      <div className="flex justify-end">
        <Button size="sm" variant="ghost" onClick={() => hide(false)}>
          Getting started: {done} of {steps.length} done, show the list
        </Button>
      </div>
    );
  return (
    <Card
      title="Getting started"
      description={`${done} of ${steps.length} done; each ticks itself`}
      actions={
        <Button size="sm" variant="ghost" aria-label="Hide this list" onClick={() => hide(true)}>
          Hide
        </Button>
      }
    >
      <Progress className="mb-3" label="Steps done" value={done} max={steps.length} tone="good" />
      <ol className="-mx-2 flex flex-col">
        {steps.map((step) => {
          const Icon = step.done ? CircleCheck : CircleDashed;
          return (
            <li key={step.id}>
              <Link
                href={step.href}
                className="flex items-start gap-2.5 rounded-md px-2 py-1.5 hover:bg-hover"
              >
                <Icon
                  className={classNames('mt-0.5 size-4 shrink-0', step.done ? 'text-good' : 'text-ink-faint')}
                  aria-label={step.done ? 'Done' : 'Open'}
                />
                <span className="min-w-0">
                  <span
                    className={classNames(
                      'block text-[0.8125rem]',
                      step.done ? 'text-ink-faint' : 'font-medium',
                    )}
                  >
                    {step.title}
                  </span>
                  {step.done ? null : <span className="block text-ink-faint text-xs">{step.hint}</span>}
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
