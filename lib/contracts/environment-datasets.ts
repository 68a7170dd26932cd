import { z } from 'zod';
import { datasetDetail } from './datasets';
import { displayName } from './identifier';
import { operation } from './operation';
import { uploadBody } from './upload-body';

/** Data sets whose examples are tasks of environments, which score what an agent leaves there. */
const UPLOAD_BYTES_MAX = 200_000_000;

export const environmentTasksOptions = z
  .strictObject({
    name: displayName,
    description: z.string().trim().max(4000).default(''),
    withoutNetwork: z
      .boolean()
      .default(false)
      .describe('Tasks that may want a network run without one, and their results say so.'),
  })
  .meta({ id: 'ImportEnvironmentTasks' });
export type EnvironmentTasksOptions = z.output<typeof environmentTasksOptions>;

export const importEnvironmentTasks = operation({
  id: 'importEnvironmentTasks',
  method: 'POST',
  path: '/api/v1/datasets/environment-tasks',
  tag: 'Data sets',
  summary: 'Import tasks of Harbor or Terminal-Bench 1 as a data set, all or nothing',
  description:
    'Files: tar archives, optionally gzipped, as `git archive --format=tar.gz` makes them of a registry. Each folder with a task.toml or a task.yaml is one example; its question is the instruction. A task that cannot be read refuses the import, and each fault is named with file and field.',
  permission: 'experiment',
  scope: 'workspace',
  bodyType: 'multipart',
  maxBodyBytes: UPLOAD_BYTES_MAX,
  body: uploadBody(environmentTasksOptions),
  response: datasetDetail,
  status: 201,
});

export const addPracticeTasks = operation({
  id: 'addPracticeTasks',
  method: 'POST',
  path: '/api/v1/datasets/practice-tasks',
  tag: 'Data sets',
  summary: 'Add the 40 practice tasks for agents in a terminal as a data set',
  permission: 'experiment',
  scope: 'workspace',
  body: z.strictObject({ name: displayName.default('Practice tasks') }).meta({ id: 'AddPracticeTasks' }),
  response: datasetDetail,
  status: 201,
});

export const addAppWorldTasks = operation({
  id: 'addAppWorldTasks',
  method: 'POST',
  path: '/api/v1/datasets/appworld-tasks',
  tag: 'Data sets',
  summary: 'Make a data set of AppWorld tasks by their ids; a scenario stays in one part of a split',
  description: 'No text of the benchmark is stored: a server gives each instruction when an agent starts.',
  permission: 'experiment',
  scope: 'workspace',
  body: z
    .strictObject({
      name: displayName,
      taskIds: z
        .array(
          z.string().regex(/^[0-9a-z]{1,20}_[0-9]{1,3}$/, 'An id is a scenario, an underscore and a number.'),
        )
        .min(2)
        .max(5000),
    })
    .meta({ id: 'AddAppWorldTasks' }),
  response: datasetDetail,
  status: 201,
});
