import { z } from 'zod';
import { intakeAnswers, intakeReasons } from '@/lib/domain/intake-schema';
import { experiment } from './experiments';
import { displayName, identifier, timestamp } from './identifier';
import {
  canaryPolicy,
  defaultLine,
  heldOutPower,
  intakeEstimate,
  intakeFault,
  intakeQuestion,
  intakeSuggestion,
} from './intake-shapes';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';

/** The guided set-up of an experiment: drafts, open questions, the estimate, and the experiment itself. */
const tag = 'Guided set-up';

const intakeBase = z.object({
  id: z.string(),
  name: z.string(),
  /** Increases with each save; a save names the revision that it read. */
  revision: z.int(),
  /** Number of answered inputs, and the number that a plan needs. */
  answered: z.int(),
  total: z.int(),
  /** The experiment made from the draft, which cannot change afterwards. */
  experimentId: z.string().nullable(),
  createdBy: z.string(),
  archivedAt: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const intakeLine = intakeBase.meta({ id: 'IntakeLine' });
export type IntakeLineView = z.output<typeof intakeLine>;

export const intake = intakeBase
  .extend({
    answers: intakeAnswers,
    reasons: intakeReasons,
    questions: z.array(intakeQuestion),
    faults: z.array(intakeFault),
    suggestions: z.array(intakeSuggestion),
    defaults: z.array(defaultLine),
    power: heldOutPower.nullable(),
    canary: canaryPolicy.nullable(),
    /** Diagnosis of the serial run; null if no run was chosen. */
    diagnosis: z.object({ verdict: z.string().nullable(), reason: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'Intake' });
export type IntakeView = z.output<typeof intake>;

export const listIntakesQuery = pageQuery.extend({
  archived: z.enum(['true', 'false']).default('false'),
});
export type ListIntakesInput = z.output<typeof listIntakesQuery>;

export const createIntakeBody = z
  .strictObject({ name: displayName, answers: intakeAnswers.prefault({}) })
  .meta({ id: 'CreateIntake' });
export type CreateIntakeInput = z.output<typeof createIntakeBody>;

export const saveIntakeBody = z
  .strictObject({
    revision: z
      .int()
      .min(0)
      .meta({ examples: [0] }),
    name: displayName,
    answers: intakeAnswers,
    reasons: intakeReasons,
  })
  .meta({ id: 'SaveIntake' });
export type SaveIntakeInput = z.output<typeof saveIntakeBody>;

const params = z.object({ intakeId: identifier });

export const listIntakes = operation({
  id: 'listIntakes',
  method: 'GET',
  path: '/api/v1/intakes',
  tag,
  summary: 'Drafts of the guided set-up, newest first',
  permission: 'read',
  scope: 'workspace',
  query: listIntakesQuery,
  response: pageOf(intakeLine),
});

export const createIntake = operation({
  id: 'createIntake',
  method: 'POST',
  path: '/api/v1/intakes',
  tag,
  summary: 'Begin a guided set-up; only a name is needed',
  permission: 'experiment',
  scope: 'workspace',
  body: createIntakeBody,
  maxBodyBytes: 200_000,
  response: intake,
  status: 201,
});

export const getIntake = operation({
  id: 'getIntake',
  method: 'GET',
  path: '/api/v1/intakes/{intakeId}',
  tag,
  summary: 'One draft: its answers, the questions still open, what is wrong, and what is known already',
  permission: 'read',
  scope: 'intakeId',
  params,
  response: intake,
});

export const saveIntake = operation({
  id: 'saveIntake',
  method: 'PUT',
  path: '/api/v1/intakes/{intakeId}',
  tag,
  summary: 'Save a draft as a whole; refused if it was saved by another person since it was read',
  permission: 'experiment',
  scope: 'intakeId',
  params,
  body: saveIntakeBody,
  maxBodyBytes: 200_000,
  response: intake,
});

export const archiveIntake = operation({
  id: 'archiveIntake',
  method: 'POST',
  path: '/api/v1/intakes/{intakeId}/archive',
  tag,
  summary: 'Archive a draft',
  permission: 'experiment',
  scope: 'intakeId',
  params,
  response: intake,
});

export const estimateIntake = operation({
  id: 'estimateIntake',
  method: 'GET',
  path: '/api/v1/intakes/{intakeId}/estimate',
  tag,
  summary: 'Estimate a parallel run of the draft and the floor of its budget; starts nothing',
  permission: 'read',
  scope: 'intakeId',
  params,
  response: intakeEstimate,
});

export const finishIntake = operation({
  id: 'finishIntake',
  method: 'POST',
  path: '/api/v1/intakes/{intakeId}/experiment',
  tag,
  summary: 'Create the experiment; a refusal lists every missing input',
  permission: 'experiment',
  scope: 'intakeId',
  params,
  response: experiment,
  status: 201,
});

/** Set-up answers that an experiment keeps. */
export const statedInputs = z
  .object({
    /** Null if the experiment was made with the full form, without questions. */
    intakeId: z.string().nullable(),
    /** each default that the settings change, with the given reason; null = no reason. */
    changedDefaults: z.array(defaultLine),
    canary: canaryPolicy.nullable(),
  })
  .meta({ id: 'StatedInputs' });
export type StatedInputsView = z.output<typeof statedInputs>;

export const readStatedInputs = operation({
  id: 'readStatedInputs',
  method: 'GET',
  path: '/api/v1/experiments/{experimentId}/stated-inputs',
  tag,
  summary: 'Statements from the guided set-up of an experiment: changed defaults with reasons, canary policy',
  permission: 'read',
  scope: 'experimentId',
  params: z.object({ experimentId: identifier }),
  response: statedInputs,
});
