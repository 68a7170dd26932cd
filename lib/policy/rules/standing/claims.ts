/** Conditions on a claim of speed that no single request can break. */
import { ANY_METHOD } from '@/lib/domain/method-words';
import { ALTERNATIVE_NAMED } from '../diagnosis';
import type { StandingRow } from './row';

export const CLAIM_ROWS: readonly StandingRow[] = [
  [
    'R-001',
    'same',
    'The serial method is one of four',
    `The serial method is ${ANY_METHOD}, with its version.`,
    'R-035',
  ],
  [
    'R-002',
    'shown',
    'The claim holds on other hardware',
    'A speedup counts once it was measured again on another hardware class.',
    'The first light of the readiness of a run, and its text where it is not green.',
  ],
  [
    'R-003',
    'shown',
    'The claim holds on unseen examples',
    'A gain counts once it holds on the confirmation examples.',
    'The second light of the readiness of a run, and its text where it is not green.',
  ],
  [
    'R-004',
    'shown',
    'The claim survives new seeds',
    'A gain counts once it survives two new rollout seeds.',
    'The third light of the readiness of a run, and its text where it is not green.',
  ],
  [
    'R-005',
    'shown',
    'Any broken light means not ready',
    'A configuration is ready only with three green lights; until then no headline leaves.',
    'The headline stays hidden until then (tests of the readiness report), and the lights stand in the evidence that an approval of a promotion binds.',
  ],
  [
    'R-015',
    'default',
    'Reference benchmarks are offered',
    'Templates of known benchmarks are offered, and everybody chooses their own.',
    'The presets of the data import and of tasks.',
  ],
  [
    'R-016',
    'invariant',
    'The batch size is planned again each iteration',
    'Every iteration has its own batch plan with what it was made from.',
    'The engine writes one batch.planned an iteration; its tests count them.',
  ],
  [
    'R-018',
    'shown',
    'A batch size from the paper is warned of',
    'A batch size that was chosen on other hardware is a trap.',
    'A warning beside the run and its claim, in the words of escalation E4.',
  ],
  [
    'R-019',
    'shown',
    'Diversity beats depth',
    'Many diverse rollouts find more than one long chain of edits.',
    'The Diversity section of a run, with the warning DEPTH_NOT_DIVERSITY.',
  ],
  [
    'R-020',
    'shown',
    'Collapse is told',
    'Groups that write the same edit are batching, not learning.',
    'The banner of a run, and the fact diversity.measured with the iteration.',
  ],
  [
    'R-022',
    'same',
    'Reproducible down to the scheduler',
    'A manifest pins scheduler, batch policy, stop rule and every seed.',
    'R-197',
  ],
  [
    'R-027',
    'invariant',
    'Every call names its role',
    'Each model call is written down with the role that made it.',
    'The column of the journal takes no row without a role; traces from outside are not read in yet.',
  ],
  [
    'R-063',
    'same',
    'A parallel run names its diagnosis',
    'No parallel run without the diagnosis that allowed it.',
    'R-011',
  ],
  [
    'R-064',
    'invariant',
    ALTERNATIVE_NAMED.title,
    ALTERNATIVE_NAMED.sentence,
    'Checked where a diagnosis is written down; the convergence rule names one for every verdict but go.',
  ],
];
