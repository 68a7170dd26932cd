/**
 * What a plan or a report is refused for (R-150 to R-160 and what may stand in a headline), and a configuration that
 * comes from a file. Only words; lib/report/strategy finds out what is missing.
 */
import { ESCALATIONS } from './anti-patterns';
import type { Rule } from './rule';

/** Content is made from what was pinned and measured, and no request carries any: only a fault of ours breaks these. */
const CHECKED = 'Checked of every plan and report before it is kept.';

export const TEN_SECTIONS: Rule = {
  id: 'R-150',
  title: 'Exactly ten sections, in their order',
  code: 'REPORT_SECTIONS',
  sentence: 'A plan or a report has exactly the ten sections, in their order, each with all of its lines.',
  howToProceed: [
    'Fill every line that is named; what was not measured says "not measured".',
    'Make the plan or the report anew from its experiment or run.',
  ],
  shownAt: CHECKED,
};

export const MONITOR_UNKNOWN: Rule = {
  id: 'R-160',
  title: 'The monitor exists',
  code: 'MONITOR_UNKNOWN',
  sentence: 'The monitor of the largest failure mode has to be an alert that exists.',
  howToProceed: ['Name an entry of the ledger that runs write by themselves.'],
  shownAt: CHECKED,
};

export const HEADLINE_ON_TRAIN: Rule = {
  id: 'R-171',
  title: 'Held-out is the only contract',
  code: 'HEADLINE_ON_TRAIN',
  sentence: 'Only a held-out score may stand in a headline; train scores are for debugging.',
  howToProceed: ['Measure on held-out, and head the report with that.'],
  shownAt: CHECKED,
};

export const PLAN_NEEDS_DIAGNOSIS: Rule = {
  id: 'R-177',
  title: 'No plan without a serial diagnosis',
  code: 'NO_SERIAL_DIAGNOSIS',
  sentence: ESCALATIONS.E1,
  howToProceed: [
    'Run the serial baseline of the experiment to its end, or import its curve: that makes the diagnosis.',
    'Then make the plan.',
  ],
};

export const REPORT_OF_A_FINISHED_RUN: Rule = {
  id: 'R-140',
  title: 'A report is of a finished parallel run',
  code: 'REPORT_TOO_EARLY',
  sentence: 'A report says what a parallel run measured, so it waits until the run has finished.',
  howToProceed: [
    'Wait for the end of the run.',
    'The diagnosis holds what the serial baseline found; make a plan from it.',
  ],
};

export const FOREIGN_IDS: Rule = {
  id: 'R-006',
  title: 'A configuration names things of this workspace',
  code: 'CONFIGURATION_UNMAPPED',
  sentence: 'This configuration names a task, a split or providers that are not in this workspace.',
  howToProceed: ['Map every id that is named to one of this workspace, then import it again.'],
};

export const REPORT_RULES = [
  TEN_SECTIONS,
  MONITOR_UNKNOWN,
  HEADLINE_ON_TRAIN,
  PLAN_NEEDS_DIAGNOSIS,
  REPORT_OF_A_FINISHED_RUN,
  FOREIGN_IDS,
] as const satisfies readonly Rule[];
