import { z } from 'zod';
import { identifier } from './identifier';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';
import { run, runKind, runStatus } from './run-shapes';
import { tagFilter } from './tags';

/** List of runs, apart from ./runs, since the page of one run need not fetch it. */

export const runSort = z.enum([
  'made',
  'run',
  'experiment',
  'status',
  'best',
  'spend',
  'batch',
  'rollouts',
  'started',
  'took',
  'owner',
]);
export type RunSort = z.output<typeof runSort>;

export const listRunsQuery = pageQuery.extend({
  experimentId: identifier.optional(),
  status: runStatus.optional(),
  kind: runKind.optional(),
  search: z.string().trim().max(120).optional(),
  tags: tagFilter.optional().describe('Comma-separated; runs that have all of them.'),
  owner: z.string().trim().max(120).optional().describe('Part of the name of the person who started it.'),
  archived: z.enum(['true', 'false']).default('false'),
  sort: runSort.default('made').describe('Runs without a value come last in both directions.'),
  direction: z.enum(['asc', 'desc']).default('desc'),
});
export type ListRunsInput = z.output<typeof listRunsQuery>;

export const listRuns = operation({
  id: 'listRuns',
  method: 'GET',
  path: '/api/v1/runs',
  tag: 'Runs',
  summary: 'Runs, newest first unless sorted otherwise; search looks at labels and experiments',
  permission: 'read',
  scope: 'workspace',
  query: listRunsQuery,
  response: pageOf(run),
});
