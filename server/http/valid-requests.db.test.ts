import { generate } from 'json-schema-faker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openapiDocument } from './openapi';
import { contradiction } from './testing/documented-answers';
import { seedCanary, seedSlot } from './testing/seed-canary';
import { type Called, startTestApi, type TestApi } from './testing/test-api';
import { type Catalogue, freshIds, seedCatalogue } from './testing/test-catalogue';

/**
 * Requests drawn from the OpenAPI document alone, with ids that exist in place of invented ones, are answered with
 * 2xx in at least 95 of 100. What the document cannot say (a file's content, the own password, a run that has to be
 * paused before it can go on) is named here, so that the list of it stays short.
 */
type Json = Record<string, unknown>;

/**
 * Needs a signed-in person; answers 503 without queue and worker; compares, confirms, measures again or waives what a
 * finished run on hardware of its own claims; launches experiments together whose reasons must fit what was measured
 * of them; launches a sweep whose budget covers what it will take; steers a parallel run that goes under a policy and
 * with a diversity rule; branches from an iteration that has closed, or replays a run that has ended, or makes it again under other readings; names, asks or is a
 * signed-in reviewer or approver; goes live with what people approved and on from there; makes a plan or a report, which asks for a diagnosis or a finished run; diagnoses a curve that has
 * been measured.
 */
const NOT_HERE = new Set([
  'changePassword',
  'confirmSignIn',
  'signOut',
  'readHealth',
  'readMetrics',
  'compareArms',
  'comparePairs',
  'listComparedExamples',
  'openConfirmation',
  'startReadiness',
  'waiveHardware',
  'launchRunGroup',
  'launchSweep',
  'prioritiseCandidate',
  'changeRunLanes',
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
]);
/** Where a canary has to stand for this step of it. */
const BEGINS: Readonly<Record<string, string>> = {
  amendCanary: 'drafted',
  registerCanary: 'drafted',
  startCanary: 'registered',
  revertCanary: 'watch',
};
const TRIES = 3;
const SHARE = 0.95;

/** Made once: it is drawn from a thousand times. */
const DOCUMENT = openapiDocument() as {
  readonly paths: Record<string, Record<string, Json>>;
  readonly components: Json;
};

let api: TestApi;
let catalogue: Catalogue;

beforeAll(async () => {
  api = await startTestApi();
  catalogue = await seedCatalogue(api);
});
afterAll(() => api.close());

describe('valid requests from the document', () => {
  it('are answered with 2xx in at least 95 of 100, and as the document says', {
    timeout: 300_000,
  }, async () => {
    const refused: string[] = [];
    const contradicted: (string | null)[] = [];
    let asked = 0;
    const kept = await freshIds(api, catalogue);
    for (const { path, method, described } of operations()) {
      if (NOT_HERE.has(String(described.operationId))) continue;
      for (let seed = 1; seed <= TRIES; seed += 1) {
        const fresh = usesUp({ path, method }) ? await freshIds(api, catalogue) : kept;
        const ids = { ...fresh, ...(await canaryAtItsStep(String(described.operationId), asked)) };
        const called = await tryOnce({ path, method, described }, ids, seed);
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

interface Described {
  readonly path: string;
  readonly method: string;
  readonly described: Json;
}

async function canaryAtItsStep(operationId: string, made: number): Promise<Record<string, string>> {
  const state = BEGINS[operationId];
  if (state === undefined) return {};
  const slot = await seedSlot(api, `valid_${made}`);
  return { canaryId: await seedCanary(api, slot, { state }), promptId: slot.challengerId };
}

function operations(): Described[] {
  return Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, described })),
  );
}

/** Reading changes nothing, and what makes a new thing leaves those that it names as they are. */
function usesUp({ path, method }: Pick<Described, 'path' | 'method'>): boolean {
  return method !== 'get' && path.includes('{');
}

async function tryOnce(
  { described }: Described,
  ids: Readonly<Record<string, string>>,
  seed: number,
): Promise<Called> {
  const parameters = (described.parameters ?? []) as {
    name: string;
    in: string;
    schema: Json;
    required: boolean;
  }[];
  const params: Record<string, string> = {};
  const query: Record<string, string> = {};
  for (const { name, in: where, schema, required } of parameters) {
    const value = idFor(name, String(described.operationId), ids) ?? (await draw(schema, seed));
    if (where === 'path') params[name] = String(value);
    // A cursor is what an earlier answer gave, which no schema can say.
    else if ((required || seed % 2 === 0) && name !== 'cursor' && value !== undefined)
      query[name] = String(value);
  }
  const content = (described.requestBody as { content?: Record<string, { schema: Json }> } | undefined)
    ?.content;
  const schema = content?.['application/json']?.schema;
  const body = schema
    ? withIds(await draw(schema, seed), ids)
    : formOf(content, `${described.operationId} ${seed}`);
  const signal = { accept: 'application/json' };
  return api.call(String(described.operationId), { params, query, body, headers: signal });
}

/** What stands against a report is another report, and against a run another run. */
function idFor(name: string, operation: string, ids: Readonly<Record<string, string>>): string | undefined {
  return ids[name === 'against' && operation === 'diffReports' ? 'reportId' : name];
}

/** What is in a file no schema can say, nor which options go with it. */
function formOf(content: object | undefined, name: string): FormData | undefined {
  if (!content) return undefined;
  const form = new FormData();
  const sums = '{"question":"1+1?","answer":"2"}\n{"question":"1+2?","answer":"3"}\n';
  const isRun = name.startsWith('importRun ');
  form.set('files', isRun ? new File(['seen,score\n0,0.5\n'], 'curve.csv') : new File([sums], 'sums.jsonl'));
  form.set('options', JSON.stringify(name.startsWith('import') ? { name } : {}));
  return form;
}

function draw(schema: Json, seed: number): Promise<unknown> {
  return generate({ ...schema, components: DOCUMENT.components } as never, {
    seed: seed * 7919,
    useExamplesValue: true,
    optionalsProbability: 0.5,
    maxDefaultItems: 3,
  });
}

/** Wherever a body names a thing by its id, one that exists. */
function withIds(value: unknown, ids: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((each) => withIds(each, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'string' && ids[name] ? ids[name] : withIds(member, ids),
    ]),
  );
}
