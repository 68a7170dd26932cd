'use client';

import { Play } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import type { ExperimentView } from '@/lib/contracts/experiments';
import { StartCard } from './start-card';

const PlanDialog = dynamic(
  () => import('@/components/run-plan/plan-dialog').then((part) => part.PlanDialog),
  { ssr: false },
);

/** A newcomer's first press: the seeded experiment, by the same plan as on its own page. */
export function DemoCard({ experiment }: { experiment: ExperimentView }) {
  const { mayExperiment } = useViewer();
  const router = useRouter();
  const [asks, setAsks] = useState(false);
  return (
    <StartCard
      icon={Play}
      title="See the demo"
      isFirst
      text="A shop’s agent learns to settle tickets. It takes minutes and no key; its prices are practice, nothing is paid."
      action={
        <>
          <Button
            variant="primary"
            blocked={mayExperiment ? undefined : NO_EXPERIMENTS}
            onClick={() => setAsks(true)}
          >
            Run the demo
          </Button>
          <Button asChild variant="ghost">
            <Link href={`/experiments/${experiment.id}`}>See its settings</Link>
          </Button>
        </>
      }
    >
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
    </StartCard>
  );
}
