'use client';

import { Network } from 'lucide-react';
import { useState } from 'react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { Button } from '@/components/ui/button';
import { LaunchDialog } from './launch-dialog';

export function LaunchButton() {
  const { mayExperiment } = useViewer();
  const [launches, setLaunches] = useState(false);
  return (
    <>
      <Button blocked={mayExperiment ? undefined : NO_EXPERIMENTS} onClick={() => setLaunches(true)}>
        <Network aria-hidden /> Launch several together
      </Button>
      {launches ? <LaunchDialog onClose={() => setLaunches(false)} /> : null}
    </>
  );
}
