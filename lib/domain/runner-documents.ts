import { z } from 'zod';
import { rolloutJob } from './rollout-documents';

/**
 * What a runner and the flag server say to each other besides job and outcome. A runner is a process of a user's own:
 * it asks for work by long poll, so that nothing has to reach it.
 */

/** A lease without a heartbeat, a model call or an outcome runs out after this. */
export const LEASE_SECONDS = 60;
/** Longest wait of one poll: below the idle limit of the proxies that a runner may be behind. */
export const POLL_SECONDS_MAX = 25;
export const LEASES_AT_ONCE = 100;

const line = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(/^[^\p{Cc}]*$/u, 'Give one line of text.');

const runnerId = z.string().regex(/^rn_[A-Za-z0-9]{10,40}$/, 'An id is rn_ and 10 to 40 letters or digits.');

/** A runner as it names itself; the id is random for each process. */
export const runnerName = z.strictObject({
  id: runnerId,
  name: line,
  host: line,
  /** Client and version. */
  client: line,
  /** Rollouts that it takes at once. */
  capacity: z.int().min(1).max(10_000),
});
export type RunnerName = z.output<typeof runnerName>;

export const leaseRequest = z
  .strictObject({
    /** The agent, by its name in the workspace. */
    agent: z.string().min(1).max(200),
    runner: runnerName,
    /** Jobs that it takes now. */
    free: z.int().min(1).max(10_000),
    /** Attempts that it holds, as `id/attempt`: one leased to it that it does not name was lost on the way, and is sent again. */
    holding: z.array(z.string().max(60)).max(10_000).default([]),
    waitSeconds: z.int().min(0).max(POLL_SECONDS_MAX).default(POLL_SECONDS_MAX),
  })
  .meta({ id: 'RunnerLeaseRequest', description: 'A runner asks for rollouts of one agent.' });
export type LeaseRequest = z.output<typeof leaseRequest>;

export const leaseAnswer = z
  .strictObject({ jobs: z.array(rolloutJob), leaseSeconds: z.int() })
  .meta({ id: 'RunnerLease', description: 'Jobs that the runner holds now; none where the wait is over.' });
export type LeaseAnswer = z.output<typeof leaseAnswer>;

export const leaveRequest = z
  .strictObject({ agent: z.string().min(1).max(200), runner: runnerName.pick({ id: true }) })
  .meta({ id: 'RunnerLeave', description: 'A runner ends.' });
