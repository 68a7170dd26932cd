'use client';

import { Play } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { MAY_NOT_EXPERIMENT, useViewer } from '@/components/account/viewer';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Logo } from '@/components/ui/logo';
import type { ExperimentView } from '@/lib/contracts/experiments';
import { AGGREGATION_WORDS } from '@/lib/view/aggregation-words';

const PlanDialog = dynamic(
  () => import('@/components/run-plan/plan-dialog').then((part) => part.PlanDialog),
  { ssr: false },
);

interface FirstExperimentProps {
  readonly experiment: ExperimentView;
  /** Nothing was tried yet, so this is the page's main action. */
  readonly isFirst: boolean;
}

/** The newcomer's first press: an experiment that is ready to run, by the same plan as on its own page. */
export function FirstExperiment({ experiment, isFirst }: FirstExperimentProps) {
  const { mayExperiment } = useViewer();
  const router = useRouter();
  const [asks, setAsks] = useState(false);
  return (
    <section
      className={`flex flex-wrap items-center gap-x-6 gap-y-4 rounded-lg border px-5 ${isFirst ? 'border-honey-line bg-honey-wash py-5' : 'border-line bg-surface py-3'}`}
    >
      <Logo className={`shrink-0 ${isFirst ? 'size-10' : 'size-7'}`} />
      <div className="min-w-0 flex-1 basis-72">
        <h2 className={`font-semibold tracking-tight ${isFirst ? 'text-base' : 'text-[0.875rem]'}`}>
          {experiment.name} is ready
        </h2>
        <p className="mt-0.5 max-w-2xl text-[0.8125rem] text-ink-soft">
          {experiment.description ||
            `${experiment.taskName} on ${experiment.datasetName}, with ${AGGREGATION_WORDS[experiment.config.aggregation.kind].inSentence}. Press Run and watch it learn.`}
        </p>
      </div>
      <div className="flex gap-2">
        <Button asChild size={isFirst ? 'lg' : 'md'}>
          <Link href={`/experiments/${experiment.id}`}>Look at the settings</Link>
        </Button>
        <Button
          size={isFirst ? 'lg' : 'md'}
          variant={isFirst ? 'primary' : 'secondary'}
          disabled={!mayExperiment}
          title={mayExperiment ? undefined : MAY_NOT_EXPERIMENT}
          onClick={() => setAsks(true)}
        >
          <Play aria-hidden /> Run
        </Button>
      </div>
      {asks ? (
        <PlanDialog
          experiment={experiment}
          onClose={() => setAsks(false)}
          onStarted={({ runs }) => {
            const run = runs.at(-1);
            router.push(run ? `/runs/${run.id}` : `/experiments/${experiment.id}`);
          }}
        />
      ) : null}
    </section>
  );
}
