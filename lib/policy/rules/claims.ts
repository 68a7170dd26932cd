/** Refusals of claims and quotes about a run. Words only; the functions of lib/policy check the facts. */
import type { Rule } from './rule';

export const SPEEDUP_CONDITIONS = {
  id: 'R-010',
  title: 'A speedup needs three conditions',
  code: 'SPEEDUP_CONDITIONS_UNMET',
  queued: true,
  sentence:
    'A speedup is claimed only of a loop of parallel scans, with batches sized to the hardware, whose serial run converges already.',
  howToProceed: [
    'Fix the named causes, run again, and claim the speed of that run.',
    'Points and dollars of this run may be reported without any speedup.',
  ],
} as const satisfies Rule;

export const ROLES_CONFOUNDED = {
  id: 'R-028',
  title: 'Optimiser and task model are told apart',
  code: 'ROLES_CONFOUNDED',
  queued: true,
  sentence:
    'The proposer is also the serving model, so a gain may be its own ability bleeding through: headlines stay hidden until a person acknowledges that with a reason.',
  howToProceed: [
    'Acknowledge it on the page of the run, with a reason of at least 20 characters; name and reason are shown for ever after.',
    'Or choose another proposer and run again.',
  ],
} as const satisfies Rule;

export const CLAIM_RULES = [SPEEDUP_CONDITIONS, ROLES_CONFOUNDED] as const satisfies readonly Rule[];
