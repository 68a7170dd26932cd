import * as commands from '@/lib/contracts/commands';
import * as jobs from '@/lib/contracts/jobs';
import { serve } from '@/server/http/serve';
import { listJobs } from '@/server/services/jobs/list-jobs';
import { readBackgroundWork } from '@/server/services/jobs/read-background-work';
import { listCommands } from '@/server/services/workers/list-commands';

/** Work in the background: jobs, workers, and the commands that evaluators may run. */
export const served = [
  serve(jobs.readBackgroundWork, readBackgroundWork),
  serve(commands.listCommands, listCommands),
  serve(jobs.listJobs, listJobs),
];
