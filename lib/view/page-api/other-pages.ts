import { createAgent } from '@/lib/contracts/agents';
import { listAudit } from '@/lib/contracts/audit-log';
import { compareInsights } from '@/lib/contracts/compared-insights';
import { compareArms } from '@/lib/contracts/comparisons';
import { compareCurves } from '@/lib/contracts/curves';
import { importDataset } from '@/lib/contracts/datasets';
import { importEnvironmentTasks } from '@/lib/contracts/environment-datasets';
import { createExperiment } from '@/lib/contracts/experiments';
import { readOpenapi } from '@/lib/contracts/health';
import { importRun } from '@/lib/contracts/imported-runs';
import { listKeys } from '@/lib/contracts/keys';
import { comparePairs, listComparedExamples } from '@/lib/contracts/paired-comparisons';
import { listPeople } from '@/lib/contracts/people';
import { listProviders } from '@/lib/contracts/providers';
import { readTaskMatrix } from '@/lib/contracts/task-matrix';
import { getTracePolicy } from '@/lib/contracts/trace-policies';
import { readTraceStorage } from '@/lib/contracts/trace-storage';
import { listWebhooks } from '@/lib/contracts/webhooks';
import { type ApiPage, asked, type OpenPage, type PageRequest } from './page-request';

const HELP = 'The help is part of the program: nothing of it is read from the API.';
const FORM = 'This page is a form: nothing is read here, it is sent.';

/** Comparisons, settings, forms, and the pages without an API request. */
export const OTHER_PAGES: readonly ApiPage[] = [
  {
    path: '/compare',
    asks: ofComparison,
    otherwise: 'Choose the runs to compare first; the requests that compare them stand here then.',
  },
  {
    path: '/settings',
    asks: ofSettings,
    otherwise: 'API keys have no profile.',
  },
  { path: '/docs/api', asks: () => [asked(readOpenapi, {})] },
  {
    path: '/docs/rules',
    otherwise: 'The rules are part of the program. A refusal of the API names the one it follows, as ruleId.',
  },
  { path: '/docs', otherwise: HELP },
  { path: '/docs/{topic}', otherwise: HELP },
  {
    path: '/notices',
    otherwise: 'API keys have no notices and no mentions.',
  },
  { path: '/mentions', otherwise: 'This address redirects to the notices.' },
  {
    path: '/tour',
    otherwise: 'The tour has nothing of its own to read: open the page that a step leads to.',
  },
  {
    path: '/tour/refusals',
    otherwise: 'The refusals have nothing of their own to read: open the page that a step leads to.',
  },
  { path: '/experiments/new', otherwise: FORM, sentBy: createExperiment },
  { path: '/agents/new', otherwise: FORM, sentBy: createAgent },
  { path: '/agents/connect', otherwise: 'This page shows code to copy and reads nothing.' },
  { path: '/datasets/import', otherwise: FORM, sentBy: importDataset },
  { path: '/datasets/import/tasks', otherwise: FORM, sentBy: importEnvironmentTasks },
  { path: '/imported-runs/import', otherwise: FORM, sentBy: importRun },
];

/** Maximum number of runs that are compared example by example and drawn as curves. */
const PAIRED_MAX = 10;
const DRAWN_MAX = 20;

/** Requests of a comparison: the first run is the baseline, and the page shows the second until a person chooses. */
function ofComparison(page: OpenPage): readonly (PageRequest | null)[] {
  const runs = [...new Set((page.said('runs') ?? '').split(',').map((id) => id.trim()))].filter(Boolean);
  const baseline = chosenOf(runs, page.said('baseline'));
  const rest = runs.filter((id) => id !== baseline);
  const other = chosenOf(rest.slice(0, PAIRED_MAX - 1), page.said('other'));
  const arms = asked(compareArms, {}, { runs: runs.join(',') });
  const tasks = asked(readTaskMatrix, {}, { runs: runs.join(',') });
  if (arms === null || baseline === null) return [];
  const curves = { runs: runs.slice(0, DRAWN_MAX).join(','), imported: page.said('imported') };
  if (other === null) return [arms, tasks, asked(compareCurves, {}, curves)];
  return [
    arms,
    tasks,
    asked(comparePairs, {}, { runs: [baseline, ...rest].slice(0, PAIRED_MAX).join(',') }),
    asked(listComparedExamples, {}, { baseline, other, outcome: page.said('outcome') }),
    asked(compareInsights, {}, { baseline, other }),
    asked(compareCurves, {}, curves),
  ];
}

const chosenOf = (ids: readonly string[], said: string | null) =>
  (said !== null && ids.includes(said) ? said : ids[0]) ?? null;

function ofSettings(page: OpenPage): readonly (PageRequest | null)[] {
  switch (page.said('tab')) {
    case 'keys':
      return [asked(listKeys, {})];
    case 'people':
      return [asked(listPeople, {})];
    case 'webhooks':
      return [asked(listWebhooks, {})];
    case 'traces':
      return [asked(getTracePolicy, {}), asked(readTraceStorage, {})];
    case 'audit':
      return [
        asked(
          listAudit,
          {},
          { action: page.said('action'), subject: page.said('subject'), actor: page.said('actor') },
        ),
      ];
    case 'profile':
      return [];
    default:
      return [asked(listProviders, {})];
  }
}
