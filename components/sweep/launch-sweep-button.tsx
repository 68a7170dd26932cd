'use client';

import { Grid3x3 } from 'lucide-react';
import { useState } from 'react';
import { experimentBlock } from '@/components/account/experiment-block';
import { useViewer } from '@/components/account/viewer';
import { Button } from '@/components/ui/button';
import type { ExperimentView } from '@/lib/contracts/experiments';
import { LaunchSweepDialog } from './launch-sweep-dialog';

export function LaunchSweepButton({ experiment }: { experiment: ExperimentView }) {
  const { mayExperiment } = useViewer();
  const [launches, setLaunches] = useState(false);
  return (
    <>
      <Button
        blocked={experimentBlock(experiment, mayExperiment)}
        title="Arms × batch sizes × seeds under one budget"
        onClick={() => setLaunches(true)}
      >
        <Grid3x3 aria-hidden /> Sweep
      </Button>
      {launches ? <LaunchSweepDialog experiment={experiment} onClose={() => setLaunches(false)} /> : null}
    </>
  );
}
