'use client';

import { CircleCheck, CircleX } from 'lucide-react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import { ForecastList } from './forecast-list';
import { useSpeedupConditions } from './use-diagnoses';

/** The three conditions of a speedup, computed and never ticked by hand. */
export function SpeedupConditionsCard({ experimentId }: { experimentId: string }) {
  const known = useSpeedupConditions(experimentId);
  const { conditions = [], unmet = [], diagnosisId = null, forecast = null } = known.data ?? {};
  return (
    <Card title="Conditions for a speedup" description={known.isSuccess ? summaryOf(unmet) : undefined}>
      {known.isPending ? <SkeletonRows label="Loading the conditions" rows={3} /> : null}
      {known.isError ? <ProblemNotice error={known.error} onRetry={() => known.refetch()} /> : null}
      <ul className="flex flex-col gap-2.5">
        {conditions.map(({ id, title, met, sentence }, index) => {
          const Icon = met ? CircleCheck : CircleX;
          return (
            <li key={id} className="flex items-start gap-2.5 text-[0.8125rem]">
              <Icon className={`mt-0.5 size-4 shrink-0 ${met ? 'text-good' : 'text-bad'}`} aria-hidden />
              <div className="min-w-0">
                <p className="font-medium text-ink">
                  ({'abc'[index]}) {title}: {met ? 'yes' : 'no'}
                </p>
                <p className="text-ink-soft">
                  {sentence}{' '}
                  {id === 'serialConverges' && diagnosisId !== null ? (
                    <Link href={`/diagnoses/${diagnosisId}`} className="underline underline-offset-2">
                      Read the diagnosis
                    </Link>
                  ) : null}
                </p>
                {id === 'serialConverges' && !met && forecast ? (
                  <div className="mt-1.5">
                    <ForecastList forecast={forecast} />
                  </div>
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function summaryOf(unmet: readonly string[]): string {
  return unmet.length === 0
    ? 'Parallelism multiplies what is there, and all three conditions of a speedup hold for these settings; a run that pins others is judged by its own.'
    : `Parallelism multiplies what is there. Not yet: ${unmet.join(', ')}.`;
}
