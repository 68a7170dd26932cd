import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { contradiction } from './testing/documented-answers';
import { type Described, describedOperations, drawRequest } from './testing/drawn-requests';
import { seedCanary, seedSlot } from './testing/seed-canary';
import { startTestApi, type TestApi } from './testing/test-api';
import { type Catalogue, freshIds, seedCatalogue } from './testing/test-catalogue';

/**
 * Requests drawn from the OpenAPI document alone, with ids that exist in place of invented ones, are answered with
 * 2xx in at least 95 of 100. What the document cannot say (a file's content, the own password, a run that has to be
 * paused before it can go on) is named here, so that the list of it stays short.
 */
/**
 * Needs a signed-in person; answers 503 without queue and worker, or asks a worker; compares, confirms, measures again or waives what a
 * finished run on hardware of its own claims; launches experiments together whose reasons must fit what was measured
 * of them; launches a sweep whose budget covers what it will take; steers a parallel run that goes under a policy and
 * with a diversity rule; branches from an iteration that has closed, or replays a run that has ended, or makes it again under other readings; names, asks or is a
 * signed-in reviewer or approver; asks an endpoint for its models; goes live with what people approved and on from there; makes a plan or a report, which asks for a diagnosis or a finished run; diagnoses a curve that has
 * been measured; starts a second plan of runs, or steers runs of a set that are not in the state for it; learns from failed traces of a prompt that a run with ACE taught; learns from judged
 * traces, scores or calibrates on them; makes a data set of traces that were judged right; starts traffic of the practice slot, which only a seeded workspace has.
 */
const NOT_HERE = new Set([
  'changePassword',
  'confirmSignIn',
  'signOut',
  'readHealth',
  'readMetrics',
  'listTools',
  'findModels',
  'previewModels',
  'compareArms',
  'compareInsights',
  'comparePairs',
  'listComparedExamples',
  'openConfirmation',
  'startReadiness',
  'waiveHardware',
  'launchRunGroup',
  'launchSweep',
  'prioritiseCandidate',
  'changeRunLanes',
  'steerInsight',
  'branchRun',
  'replayRun',
  'readPracticeReadings',
  'makeReport',
  'importConfiguration',
  'setReviewers',
  'requestReview',
  'decideReview',
  'reopenReview',
  'makeDiagnosis',
  'approveCanary',
  'requestCanaryChanges',
  'goLiveWithCanary',
  'advanceCanary',
  'startRunPlan',
  'startPracticeTraffic',
  'controlRunPlan',
  'controlReadiness',
  'learnFromFailures',
  'learnFromTraces',
  'scoreTraces',
  'calibrateTraceJudge',
  'makeTraceDataset',
]);
/** Where a canary has to stand for this step of it. */
const BEGINS: Readonly<Record<string, string>> = {
  amendCanary: 'drafted',
  registerCanary: 'drafted',
  startCanary: 'registered',
  revertCanary: 'watch',
};
/** The second draws the optional parts of the query too. */
const SEEDS = [1, 2, 3] as const;
/** The quick test draws once for each operation. */
const IN_TURN = [1, 3, 1, 2] as const;
const seedsOf = (index: number) => (inject('isFull') ? SEEDS : [IN_TURN[index % IN_TURN.length] ?? 1]);
const SHARE = 0.95;

let api: TestApi;
let catalogue: Catalogue;

beforeAll(async () => {
  api = await startTestApi();
  catalogue = await seedCatalogue(api);
});
afterAll(() => api.close());

describe('valid requests from the document', () => {
  it('are answered with 2xx in at least 95 of 100, and as the document says', async () => {
    const refused: string[] = [];
    const contradicted: (string | null)[] = [];
    let asked = 0;
    const kept = await freshIds(api, catalogue);
    const fresh = freshFor();
    for (const [index, { path, method, described }] of describedOperations().entries()) {
      if (NOT_HERE.has(String(described.operationId))) continue;
      for (const seed of seedsOf(index)) {
        const named = usesUp({ path, method }) ? await fresh({ path, method }) : kept;
        const ids = { ...named, ...(await canaryAtItsStep(String(described.operationId), asked)) };
        const request = await drawRequest({ path, method, described }, ids, seed);
        const called = await api.call(String(described.operationId), request);
        asked += 1;
        contradicted.push(contradiction(String(described.operationId), described.responses as never, called));
        if (called.status >= 300)
          refused.push(`${described.operationId}: ${called.status} ${called.text.slice(0, 300)}`);
      }
    }
    console.info(`${asked - refused.length} of ${asked} valid requests were answered with 2xx`);
    expect(1 - refused.length / asked, refused.join('\n')).toBeGreaterThanOrEqual(SHARE);
    expect(refused.filter((line) => /: 5\d\d /.test(line))).toEqual([]);
    expect(contradicted.filter((line) => line !== null)).toEqual([]);
  });
});

async function canaryAtItsStep(operationId: string, made: number): Promise<Record<string, string>> {
  const state = BEGINS[operationId];
  if (state === undefined) return {};
  const slot = await seedSlot(api, `valid_${made}`);
  return { canaryId: await seedCanary(api, slot, { state }), promptId: slot.challengerId };
}

/**
 * Objects that no request before has used up. Making them takes most of the time, so requests that name different things
 * share them; what is deleted may take others with it.
 */
function freshFor() {
  const sets: { readonly ids: Record<string, string>; readonly used: Set<string> }[] = [];
  return async ({ path, method }: Pick<Described, 'path' | 'method'>): Promise<Record<string, string>> => {
    if (method === 'delete') return freshIds(api, catalogue);
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
    // A group acts on its run.
    const names = named.includes('groupId') ? [...named, 'runId'] : named;
    let set = sets.find(({ used }) => !names.some((name) => used.has(name)));
    if (!set) {
      set = { ids: await freshIds(api, catalogue), used: new Set() };
      sets.push(set);
    }
    for (const name of names) set.used.add(name);
    return set.ids;
  };
}

/** Reading changes nothing, and what makes a new thing leaves those that it names as they are. */
function usesUp({ path, method }: Pick<Described, 'path' | 'method'>): boolean {
  return method !== 'get' && path.includes('{');
}
