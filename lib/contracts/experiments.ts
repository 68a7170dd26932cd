import { z } from 'zod';
import { aggregationSettings } from './aggregation-settings';
import { dispatchSettings } from './dispatch-settings';
import { diversitySettings } from './diversity-settings';
import { evaluationCacheSettings, judgingSettings } from './evaluator-settings';
import {
  agentId,
  batchSettings,
  budget,
  configShape,
  epochs,
  evaluationSettings,
  experimentConfig,
  lanes,
  seedCandidateText,
  stoppingSettings,
} from './experiment-config';
import { displayName, identifier, timestamp } from './identifier';
import { methodSettings } from './method-settings';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';
import { personalDataReason } from './privacy-shapes';
import { roleModels } from './role-models';
import { stragglerSettings } from './straggler-settings';
import { tagFilter } from './tags';

/**
 * Experiments: a task, a split, a method and the settings that a person wants answered. Every setting has a default,
 * so that a name, a task, a split and three models are enough.
 */

const description = z.string().trim().max(4000);

export const createExperimentBody = z
  .strictObject({
    name: displayName,
    description: description.default(''),
    taskId: identifier,
    splitId: identifier,
    personalDataReason,
    ...configShape,
  })
  .meta({ id: 'CreateExperiment' });
export type CreateExperimentInput = z.output<typeof createExperimentBody>;

/** A part that is left out is unchanged; a part that is given replaces the whole part. */
export const updateExperimentBody = z
  .strictObject({
    name: displayName.optional(),
    description: description.optional(),
    taskId: identifier.optional(),
    splitId: identifier.optional(),
    personalDataReason,
    agentId: agentId.optional(),
    method: methodSettings.optional(),
    aggregation: aggregationSettings.optional(),
    batch: batchSettings.optional(),
    evaluation: evaluationSettings.optional(),
    epochs: epochs.optional(),
    lanes: lanes.optional(),
    budget: budget.optional(),
    stopping: stoppingSettings.optional(),
    models: roleModels.optional(),
    judging: judgingSettings.optional(),
    evaluationCache: evaluationCacheSettings.optional(),
    seedCandidateText: seedCandidateText.optional(),
    diversity: diversitySettings.nullable().optional(),
    lanesMax: lanes.nullable().optional(),
    dispatch: dispatchSettings.nullable().optional(),
    stragglers: stragglerSettings.nullable().optional(),
    spreadRollouts: z.boolean().optional(),
  })
  .meta({ id: 'UpdateExperiment' });
export type UpdateExperimentInput = z.output<typeof updateExperimentBody>;

export const experiment = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    taskId: z.string(),
    taskName: z.string(),
    splitId: z.string(),
    splitName: z.string(),
    datasetId: z.string(),
    datasetName: z.string(),
    config: experimentConfig,
    /** A run has pinned the settings: only name and description can still change. */
    pinned: z.boolean(),
    runs: z.int(),
    liveRuns: z.int(),
    /** Reason why the held-out part of its split carries no headline; null = no objection. */
    contamination: z.string().nullable(),
    tags: z.array(z.string()),
    createdBy: z.string(),
    archivedAt: timestamp.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Experiment' });
export type ExperimentView = z.output<typeof experiment>;

export const listExperimentsQuery = pageQuery.extend({
  search: z.string().trim().max(120).optional(),
  tags: tagFilter.optional().describe('Comma-separated; experiments that have all of them.'),
  archived: z.enum(['true', 'false']).default('false'),
});
export type ListExperimentsInput = z.output<typeof listExperimentsQuery>;

const experimentParams = z.object({ experimentId: identifier });
const tag = 'Experiments';

export const listExperiments = operation({
  id: 'listExperiments',
  method: 'GET',
  path: '/api/v1/experiments',
  tag,
  summary: 'Experiments, newest first; search looks at the names',
  permission: 'read',
  scope: 'workspace',
  query: listExperimentsQuery,
  response: pageOf(experiment),
});

export const createExperiment = operation({
  id: 'createExperiment',
  method: 'POST',
  path: '/api/v1/experiments',
  tag,
  summary: 'Make an experiment; every setting that is left out takes its default',
  permission: 'experiment',
  scope: 'workspace',
  body: createExperimentBody,
  maxBodyBytes: 4_000_000,
  response: experiment,
  status: 201,
});

export const getExperiment = operation({
  id: 'getExperiment',
  method: 'GET',
  path: '/api/v1/experiments/{experimentId}',
  tag,
  summary: 'One experiment with all its settings',
  permission: 'read',
  scope: 'experimentId',
  params: experimentParams,
  response: experiment,
});

export const updateExperiment = operation({
  id: 'updateExperiment',
  method: 'PATCH',
  path: '/api/v1/experiments/{experimentId}',
  tag,
  summary: 'Change an experiment; once a run has started, only its name and description',
  permission: 'experiment',
  scope: 'experimentId',
  params: experimentParams,
  body: updateExperimentBody,
  maxBodyBytes: 4_000_000,
  response: experiment,
});

export const archiveExperiment = operation({
  id: 'archiveExperiment',
  method: 'POST',
  path: '/api/v1/experiments/{experimentId}/archive',
  tag,
  summary: 'Put an experiment away; its runs stay readable',
  permission: 'experiment',
  scope: 'experimentId',
  params: experimentParams,
  response: experiment,
});

export const experimentOperations = [
  listExperiments,
  createExperiment,
  getExperiment,
  updateExperiment,
  archiveExperiment,
] as const;
