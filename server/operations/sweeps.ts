import * as runGroups from '@/lib/contracts/run-groups';
import * as sweeps from '@/lib/contracts/sweeps';
import { downloadOf } from '@/server/http/download';
import { serve } from '@/server/http/serve';
import { advise } from '@/server/services/run-groups/advise-shape';
import { controlGroup } from '@/server/services/run-groups/control-group';
import { launchGroup } from '@/server/services/run-groups/launch-group';
import { listGroups, readGroup } from '@/server/services/run-groups/read-group';
import { controlSweep, retryCell } from '@/server/services/sweeps/control-sweep';
import { exportSweep } from '@/server/services/sweeps/export-sweep';
import { launchSweep } from '@/server/services/sweeps/launch-sweep';
import { listSweeps } from '@/server/services/sweeps/list-sweeps';
import { estimate } from '@/server/services/sweeps/prepare-sweep';
import { readSweep } from '@/server/services/sweeps/read-sweep';

/** Runs launched together: sweeps and run groups. */
export const served = [
  serve(runGroups.controlRunGroup, controlGroup),
  serve(runGroups.readRunGroup, readGroup),
  serve(runGroups.adviseShape, advise),
  serve(runGroups.listRunGroups, listGroups),
  serve(runGroups.launchRunGroup, launchGroup),
  serve(sweeps.retrySweepCell, retryCell),
  serve(sweeps.controlSweep, controlSweep),
  serve(sweeps.exportSweep, async (actor, input) => {
    const file = await exportSweep(actor, input);
    return downloadOf(file, file.contentType);
  }),
  serve(sweeps.readSweep, readSweep),
  serve(sweeps.estimateSweep, estimate),
  serve(sweeps.listSweeps, listSweeps),
  serve(sweeps.launchSweep, launchSweep),
];
