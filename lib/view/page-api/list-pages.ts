import { listAgents } from '@/lib/contracts/agents';
import { listCanaries } from '@/lib/contracts/canaries';
import { listDatasets } from '@/lib/contracts/datasets';
import { listDiagnoses } from '@/lib/contracts/diagnoses';
import { listExperiments } from '@/lib/contracts/experiments';
import { listImportedRuns } from '@/lib/contracts/imported-runs';
import { listIntakes } from '@/lib/contracts/intakes';
import { listJobs, readBackgroundWork } from '@/lib/contracts/jobs';
import { listMentions } from '@/lib/contracts/mentions';
import { readPareto } from '@/lib/contracts/pareto';
import { listReports } from '@/lib/contracts/reports';
import { listRunGroups } from '@/lib/contracts/run-groups';
import { listRuns, runSort } from '@/lib/contracts/run-list';
import { readRunTotals } from '@/lib/contracts/run-totals';
import { searchTexts } from '@/lib/contracts/search';
import { listSlots } from '@/lib/contracts/slots';
import { listSweeps } from '@/lib/contracts/sweeps';
import { sortOf } from '../list-rows';
import { type ApiPage, asked, type OpenPage } from './page-request';

/** Pages that list or summarise. A list's order and columns are the page's own, unless the API sorts by them too. */
export const LIST_PAGES: readonly ApiPage[] = [
  {
    path: '/',
    asks: () => [
      asked(readRunTotals, {}),
      asked(listRuns, {}),
      asked(listExperiments, {}),
      asked(listMentions, {}),
      asked(listCanaries, {}, { state: 'approval' }),
    ],
  },
  {
    path: '/runs',
    asks: (page) => [
      asked(
        listRuns,
        {},
        {
          ...narrowed(page),
          tags: page.said('tags'),
          status: page.said('status'),
          kind: page.said('kind'),
          owner: page.said('owner'),
          ...sortedByApi(page),
        },
      ),
    ],
  },
  {
    path: '/experiments',
    asks: (page) => [asked(listExperiments, {}, { ...narrowed(page), tags: page.said('tags') })],
  },
  { path: '/agents', asks: (page) => [asked(listAgents, {}, narrowed(page))] },
  { path: '/datasets', asks: (page) => [asked(listDatasets, {}, narrowed(page))] },
  { path: '/slots', asks: (page) => [asked(listSlots, {}, narrowed(page))] },
  { path: '/imported-runs', asks: (page) => [asked(listImportedRuns, {}, narrowed(page))] },
  { path: '/sweeps', asks: () => [asked(listSweeps, {})] },
  { path: '/reports', asks: () => [asked(listReports, {})] },
  { path: '/canaries', asks: () => [asked(listCanaries, {})] },
  {
    path: '/reviews',
    asks: () => [asked(listMentions, {}), asked(listCanaries, {}, { state: 'approval' })],
  },
  { path: '/run-groups', asks: () => [asked(listRunGroups, {})] },
  { path: '/intakes', asks: () => [asked(listIntakes, {})] },
  {
    path: '/diagnoses',
    asks: (page) => [asked(listDiagnoses, {}, { verdict: page.said('verdict') })],
  },
  {
    path: '/jobs',
    asks: (page) => [
      asked(listJobs, {}, { kind: page.said('kind'), state: page.said('state') }),
      asked(readBackgroundWork, {}),
      asked(listJobs, {}, { errors: 'true' }),
    ],
  },
  {
    path: '/pareto',
    asks: (page) => [
      asked(
        readPareto,
        {},
        {
          experimentId: page.said('experiment'),
          taskId: page.said('task'),
          method: page.said('method'),
          tag: page.said('tag'),
          grouping: page.said('by'),
          delay: page.said('delay'),
          setting: page.said('setting'),
        },
      ),
    ],
  },
  {
    path: '/search',
    asks: (page) => [
      asked(
        searchTexts,
        {},
        {
          q: page.said('q'),
          kind: page.said('kind'),
          runId: page.said('run'),
          experimentId: page.said('experiment'),
        },
      ),
    ],
    otherwise: 'Type at least two characters into the search to see its request.',
  },
];

const narrowed = (page: OpenPage) => ({ search: page.said('q'), archived: page.said('archived') });

function sortedByApi(page: OpenPage) {
  const sort = sortOf(page.said('sort') ?? '');
  if (sort === null || !runSort.safeParse(sort.id).success) return {};
  return { sort: sort.id, direction: sort.isDown ? 'desc' : 'asc' };
}
