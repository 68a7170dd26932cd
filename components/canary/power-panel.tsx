'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { DefinitionList } from '@/components/ui/definition-list';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { CanaryPower } from '@/lib/contracts/canary-power';
import { powerLines, powerSentence, trafficHint, WAY_WORDS } from '@/lib/view/canary/power-words';
import type { RegistrationFields } from './registration-fields';

interface PowerPanelProps {
  readonly power: UseQueryResult<CanaryPower>;
  readonly form: RegistrationFields;
  readonly onWay: (way: CanaryPower['ways'][number]) => void;
}

/** The power calculator: traffic and discordance in, days and the chance of a pass out, and ways to a larger one. */
export function PowerPanel({ power, form: { register, fault }, onWay }: PowerPanelProps) {
  const found = power.data;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          id="expected-requests"
          label="Requests a day"
          optional
          hint={trafficHint(found)}
          fault={fault('expected.requestsADay')}
        >
          {(control) => <Input {...control} {...register('expected.requestsADay')} inputMode="decimal" />}
        </Field>
        <Field
          id="expected-discordance"
          label="Pairs that differ, %"
          optional
          hint="Where exactly one of the two is right; empty: from held-out, or 10 %"
          fault={fault('expected.discordance')}
        >
          {(control) => <Input {...control} {...register('expected.discordance')} inputMode="decimal" />}
        </Field>
      </div>
      {power.isPending ? <SkeletonRows label="Computing" rows={3} /> : null}
      {power.isError ? <ProblemNotice error={power.error} onRetry={() => power.refetch()} /> : null}
      {found && !power.isError ? <Found found={found} onWay={onWay} /> : null}
    </>
  );
}

function Found({ found, onWay }: { found: CanaryPower } & Pick<PowerPanelProps, 'onWay'>) {
  return (
    <div className="flex flex-col gap-4">
      <Notice tone={found.needsAcceptance ? 'honey' : 'good'} title={powerSentence(found)}>
        {found.needsAcceptance ? 'An inconclusive canary never promotes.' : null}
      </Notice>
      <DefinitionList className="sm:grid-cols-1" items={powerLines(found)} />
      {found.ways.length > 0 ? (
        <div>
          <h3 className="mb-2 font-medium text-[0.8125rem]">Ways to a plan that decides</h3>
          <ul className="flex flex-col gap-2">
            {found.ways.map((way) => (
              <li
                key={way.change}
                className="flex flex-wrap items-center justify-between gap-2 rounded-md border border-line px-3 py-2 text-[0.8125rem]"
              >
                <span className="numbers min-w-0 flex-1 basis-44">{way.sentence}</span>
                <Button size="sm" onClick={() => onWay(way)}>
                  {WAY_WORDS[way.change]}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
