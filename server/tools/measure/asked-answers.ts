import type { Shown } from '@/e2e/support/pages';
import { placesOf } from '@/e2e/support/pages';
import { API_OPERATIONS } from '@/lib/contracts/api';
import type { Operation } from '@/lib/contracts/operation';

/**
 * What the pages ask a server for: every answer of the API that can be had by GET, for the things that are shown, with
 * the questions that pages put to it, and each page's HTML. An operation that is new is asked without a word here.
 */
export interface AskedAnswer {
  readonly name: string;
  readonly path: string;
  /** 'file' = it streams, and counts by its first byte. */
  readonly kind: 'answer' | 'file' | 'html';
}

/** Ids by the names that paths give them; what is not there is not asked for. */
export type ShownIds = Readonly<Record<string, string>>;

export function askedAnswers(shown: Shown, ids: ShownIds): readonly AskedAnswer[] {
  const answers = API_OPERATIONS.filter(isRead).flatMap((operation) => {
    const path = filled(operation.path, ids);
    const kind = operation.responseType === 'file' ? ('file' as const) : ('answer' as const);
    return path === null
      ? []
      : questionsOf(operation, shown, ids).map((query) => ({
          name: query === '' ? operation.id : `${operation.id} ${query.replaceAll('run_', '…').slice(0, 40)}`,
          path: query === '' ? path : `${path}?${query}`,
          kind,
        }));
  });
  const pages = placesOf(shown).map(({ name, path }) => ({
    name: `page ${name}`,
    path,
    kind: 'html' as const,
  }));
  return [...answers, ...pages];
}

const isRead = ({ method, responseType }: Operation) => method === 'GET' && responseType !== 'events';

/** Null where an id of the path is not known. */
function filled(path: string, ids: ShownIds): string | null {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  if (names.some((name) => ids[name] === undefined)) return null;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''));
}

function questionsOf({ id }: Operation, shown: Shown, ids: ShownIds): readonly string[] {
  const [long] = shown.runIds;
  const some = shown.runIds.slice(1, 11);
  const questions: Readonly<Record<string, readonly string[]>> = {
    listRuns: [
      '',
      'limit=200',
      'search=Combee',
      'status=failed&limit=200',
      `experimentId=${shown.experimentId}`,
    ],
    listJobs: ['', 'limit=200', 'errors=true', 'kind=rollout', 'kind=run&state=failed'],
    listExperiments: ['', 'limit=200', 'search=nothing-is-called-this'],
    listEntries: [
      'after=0',
      'after=100000',
      'limit=1000',
      'type=heldOut.measured',
      'type=candidate.created',
      `iteration=${ids.iteration}`,
    ],
    listRollouts: ['', 'split=train', 'correct=false', 'iteration=3', 'cursor=2000'],
    readSurvival: ['', 'place=lost', `iteration=${ids.iteration}`],
    readTimeline: ['', `iteration=${ids.iteration}`],
    listInsights: [`iteration=${ids.iteration}`],
    // Which bullets and versions there are is not known beforehand.
    readBulletHistory: [],
    listHeldOutExamples: [],
    readCosts: ['', 'target=0.8'],
    exportCosts: ['', 'table=calls'],
    exportRolloutLog: ['', 'format=jsonl', 'format=parquet'],
    exportSweep: [''],
    downloadReport: ['', 'format=json'],
    readStrategyReport: [''],
    compareArms: [`runs=${some.join()}`],
    compareInsights: [`baseline=${some[0]}&other=${some[1]}`],
    comparePairs: [`runs=${some.join()}`],
    listComparedExamples: [`baseline=${some[0]}&other=${some[1]}`],
    compareCurves: [`runs=${long}`, `runs=${some.join()}`],
    readEvaluationSummary: [`experimentId=${shown.experimentId}`],
    compareConfigurations: ids.otherExperimentId === undefined ? [] : [`against=${ids.otherExperimentId}`],
    readTruths: [`runs=${long}`, `experiments=${shown.experimentId}`],
    adviseShape: [`experiments=${[shown.experimentId, ids.otherExperimentId].join()}`],
    diffReports: [],
    diffSlotPrompts: [],
    readSlotPrompt: [],
    readMetrics: [],
  };
  return questions[id] ?? [''];
}
