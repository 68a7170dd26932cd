'use client';

import { Play } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { tellProblem } from '@/components/api/tell-problem';
import { useStartRun } from '@/components/run/use-run';
import { Logo } from '@/components/shell/logo';
import { MAY_NOT_EXPERIMENT, useViewer } from '@/components/shell/viewer';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import type { ExperimentView } from '@/lib/contracts/experiments';
import { AGGREGATION_WORDS } from '@/lib/view/aggregation-words';

/** The newcomer's first press: an experiment that is ready to run. */
export function FirstExperiment({ experiment }: { experiment: ExperimentView }) {
  const { mayExperiment } = useViewer();
  const router = useRouter();
  const start = useStartRun();
  return (
    <section className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-lg border border-honey-line bg-honey-wash px-5 py-5">
      <Logo className="size-10 shrink-0" />
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="font-semibold text-base tracking-tight">{experiment.name} is ready</h2>
        <p className="mt-0.5 max-w-2xl text-[0.8125rem] text-ink-soft">
          {experiment.description ||
            `${experiment.taskName} on ${experiment.datasetName}, with ${AGGREGATION_WORDS[experiment.config.aggregation.kind].inSentence}. Press Run and watch it learn.`}
        </p>
      </div>
      <div className="flex gap-2">
        <Button asChild size="lg">
          <Link href={`/experiments/${experiment.id}`}>Look at the settings</Link>
        </Button>
        <Button
          size="lg"
          variant="primary"
          disabled={!mayExperiment}
          title={mayExperiment ? undefined : MAY_NOT_EXPERIMENT}
          busy={start.isPending || start.isSuccess}
          onClick={() =>
            start.mutate(
              { experimentId: experiment.id },
              { onError: tellProblem, onSuccess: (run) => router.push(`/runs/${run.id}`) },
            )
          }
        >
          <Play aria-hidden /> Run
        </Button>
      </div>
    </section>
  );
}
