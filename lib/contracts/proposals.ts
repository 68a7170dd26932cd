import { z } from 'zod';
import { updateExperimentBody } from './experiments';
import { identifier } from './identifier';
import { operation } from './operation';
import { runKind } from './run-shapes';

/**
 * Questions that start and change nothing: would a run of these settings be let through, may this number be a
 * headline, would this evidence promote? What breaks a rule is refused here as it would be where it counts.
 */
const tag = 'Rules';

export const allowed = z
  .object({ allowed: z.literal(true) })
  .meta({ id: 'Allowed', description: 'No rule speaks against it. Nothing was started or changed.' });

export const checkRunBody = z
  .strictObject({
    kind: runKind.exclude(['evaluation']).default('combee'),
    /** Another task than the experiment's. */
    taskId: identifier.optional(),
    /** In the place of the experiment's own settings; a part that is given replaces the whole part. */
    settings: updateExperimentBody
      .omit({ name: true, description: true, taskId: true, splitId: true, personalDataReason: true })
      .prefault({}),
  })
  .meta({ id: 'CheckRun' });
export type CheckRunInput = z.output<typeof checkRunBody>;

export const checkRun = operation({
  id: 'checkRun',
  method: 'POST',
  path: '/api/v1/experiments/{experimentId}/check',
  tag,
  summary: 'Ask whether a run could start, with other settings if wanted; nothing starts',
  description: 'Makes every refusal that a start would make.',
  permission: 'experiment',
  scope: 'experimentId',
  params: z.object({ experimentId: identifier }),
  body: checkRunBody,
  maxBodyBytes: 4_000_000,
  response: allowed,
});

const hardware = z.string().trim().min(1).max(300);

export const checkClaimBody = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('headline'),
      origin: z.enum(['measured', 'typed', 'imported', 'published']),
      /** Hardware that the headline refers to. */
      hardware,
      /** The finished run that measured it. */
      runId: identifier.optional(),
    }),
    z.strictObject({
      kind: z.literal('promotion'),
      /** The split whose score is to promote. */
      evidence: z.enum(['train', 'selection', 'heldOut']),
      heldOutExamples: z.int().min(0).max(10_000_000),
      hasCanary: z.boolean(),
    }),
    z.strictObject({
      /** Putting an experiment away, with the serial baseline that it may hold. */
      kind: z.literal('archive'),
      experimentId: identifier,
    }),
  ])
  .meta({ id: 'CheckClaim' });
export type CheckClaimInput = z.output<typeof checkClaimBody>;

export const checkClaim = operation({
  id: 'checkClaim',
  method: 'POST',
  path: '/api/v1/claims/check',
  tag,
  summary:
    'Ask whether a number may be a headline, evidence a promotion, or an experiment put away; nothing is changed',
  permission: 'experiment',
  scope: 'workspace',
  body: checkClaimBody,
  response: allowed,
});
