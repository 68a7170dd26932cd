'use client';

import { GraduationCap } from 'lucide-react';
import { useRouter, useSearchParams } from 'next/navigation';
import { useDeferredValue, useState } from 'react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { itemsOf } from '@/components/api/use-pages';
import { useExperiments } from '@/components/queries/use-experiments';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { LearnFromTracesInput } from '@/lib/contracts/trace-learning';
import { TRACES_MAX } from '@/lib/domain/trace-sample';
import {
  learnChoiceOf,
  traceFilterOf,
  traceFilterQuery,
  traceFilterWords,
} from '@/lib/view/trace-filter-address';
import { LearnForecast } from './learn-forecast';
import { useLearnFromTraces, useLearningForecast } from './use-traces';

const DEFAULT_COUNT = 300;

/** Learns a prompt from collected traces: what would be drawn, what it takes, and the button that starts it. */
export function LearnView() {
  const address = new URLSearchParams(useSearchParams());
  const filter = traceFilterOf(address);
  const given = learnChoiceOf(address);
  const experiments = useExperiments();
  const fitting = itemsOf(experiments).filter(({ config }) => config.method.name === 'ace');
  const [chosen, setChosen] = useState(given.experimentId);
  const [count, setCount] = useState(String(given.count ?? DEFAULT_COUNT));
  const [isNaive, setNaive] = useState(false);
  const first = fitting.find(({ config }) => config.agentId !== null) ?? fitting[0];
  const experimentId = chosen ?? first?.id ?? null;
  const most = Math.min(TRACES_MAX, Math.max(2, Math.round(Number(count)) || DEFAULT_COUNT));
  const body = experimentId === null ? null : { experimentId, filter, count: most, seed: 0, naive: isNaive };
  const words = traceFilterWords(filter);
  const query = traceFilterQuery(filter);
  return (
    <>
      <PageHeader
        title="Learn from traces"
        crumbs={[{ label: 'Traces', href: query === '' ? '/traces' : `/traces?${query}` }]}
        description={
          <>
            {words.length === 0 ? 'All traces' : `Traces: ${words.join(', ')}`}. Each drawn trace is reflected
            on once; fresh rollouts on held-out then measure the learned prompt.
          </>
        }
      />
      {experiments.isPending ? <SkeletonRows label="Loading experiments" rows={4} /> : null}
      {experiments.isError ? (
        <ProblemNotice error={experiments.error} onRetry={() => experiments.refetch()} />
      ) : null}
      {experiments.isSuccess && fitting.length === 0 ? (
        <Card>
          <EmptyState icon={GraduationCap} title="An experiment is needed first">
            <p>
              It says which agent or model measures the prompt, on which held-out examples. Its method is ACE.
            </p>
            <Button asChild variant="primary">
              <Link href="/experiments/new">New experiment</Link>
            </Button>
          </EmptyState>
        </Card>
      ) : null}
      {fitting.length === 0 ? null : (
        <div className="grid items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
          <Card title="Settings">
            <div className="flex flex-col gap-4">
              <Field
                id="learn-experiment"
                label="Experiment"
                hint="Its agent or model, held-out examples and batch size are used."
              >
                {(control) => (
                  <Select
                    {...control}
                    value={experimentId ?? ''}
                    onChange={(event) => setChosen(event.target.value)}
                  >
                    {fitting.map(({ id, name }) => (
                      <option key={id} value={id}>
                        {name}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
              <Field id="learn-count" label="Traces at most" hint="Drawn evenly over outcomes and tools.">
                {(control) => (
                  <Input
                    {...control}
                    type="number"
                    min={2}
                    max={TRACES_MAX}
                    value={count}
                    onChange={(event) => setCount(event.target.value)}
                  />
                )}
              </Field>
              <Field
                id="learn-arm"
                label="Aggregation"
                hint="One call is a yardstick and cannot be promoted."
              >
                {(control) => (
                  <Select
                    {...control}
                    value={isNaive ? 'naive' : 'combee'}
                    onChange={(event) => setNaive(event.target.value === 'naive')}
                  >
                    <option value="combee">Combee: shuffle and scan</option>
                    <option value="naive">One call over all reflections</option>
                  </Select>
                )}
              </Field>
            </div>
          </Card>
          {body === null ? null : <Plan body={body} />}
        </div>
      )}
    </>
  );
}

function Plan({ body }: { readonly body: LearnFromTracesInput }) {
  const router = useRouter();
  const { mayExperiment } = useViewer();
  const forecast = useLearningForecast(useDeferredValue(body));
  const learn = useLearnFromTraces();
  const isRefused = forecast.data?.expected === null;
  return (
    <Card title="Plan">
      {forecast.isPending ? <SkeletonRows label="Drawing the sample" rows={5} /> : null}
      {forecast.isError ? <ProblemNotice error={forecast.error} onRetry={() => forecast.refetch()} /> : null}
      {forecast.data ? (
        <div className="flex flex-col gap-4">
          <LearnForecast forecast={forecast.data} experimentId={body.experimentId} />
          {learn.isError ? <ProblemNotice error={learn.error} /> : null}
          <div className="flex flex-wrap justify-end gap-2">
            <Button
              variant="primary"
              blocked={mayExperiment ? undefined : NO_EXPERIMENTS}
              disabled={isRefused}
              busy={learn.isPending || learn.isSuccess}
              onClick={() => learn.mutate(body, { onSuccess: ({ id }) => router.push(`/runs/${id}`) })}
            >
              <GraduationCap aria-hidden /> Start learning
            </Button>
          </div>
        </div>
      ) : null}
    </Card>
  );
}
