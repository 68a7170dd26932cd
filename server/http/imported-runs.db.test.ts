import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRACTICE_URL, startTestApi, type TestApi } from './testing/test-api';
import { type Catalogue, seedCatalogue } from './testing/test-catalogue';

/** The permissions and limits of imported runs over the API. */
let api: TestApi;
let catalogue: Catalogue;

beforeAll(async () => {
  api = await startTestApi();
  catalogue = await seedCatalogue(api);
});
afterAll(() => api.close());

function upload(files: readonly (readonly [string, string])[], options: object): FormData {
  const form = new FormData();
  for (const [path, text] of files) form.append('files', new File([text], 'blob'), path);
  form.set('options', JSON.stringify(options));
  return form;
}

describe('imported runs over the API', () => {
  it('keep the folders of their files, from which their parts are known', async () => {
    const meta = (index: number, score: number, calls: number) =>
      JSON.stringify({ candidate_idx: index, avg_val_score: score, metric_calls_to_discover: calls });
    const body = upload(
      [
        ['run/iterations/seed/meta.json', meta(0, 0.5, 10)],
        ['run/iterations/a1/meta.json', meta(1, 0.75, 40)],
        ['run/iterations/a1/components/prompt.txt', 'Answer briefly.'],
      ],
      { name: 'By folders' },
    );
    const made = await api.call('importRun', { body });
    expect(made.status, made.text).toBe(201);
    expect(made.json).toMatchObject({
      source: 'gepa',
      finalPrompt: 'Answer briefly.',
      points: [
        { seen: 10, score: 0.5 },
        { seen: 40, score: 0.75 },
      ],
    });
  });

  it('unlock no parallel run: it is refused with an imported run as without', async () => {
    const provider = await api.call('createProvider', {
      body: { name: 'Gate', baseUrl: PRACTICE_URL, maxAttempts: 1 },
    });
    const role = { providerId: provider.json.id, model: 'practice-task' };
    await api.call('saveModel', {
      params: { providerId: provider.json.id },
      body: { name: 'practice-task' },
    });
    const { taskId, splitId } = catalogue;
    const models = { serving: role, proposer: role, evaluator: role };
    const experiment = await api.call('createExperiment', {
      body: { name: 'Gate', taskId, splitId, models },
    });
    const start = () => api.call('startRun', { body: { experimentId: experiment.json.id, kind: 'combee' } });
    const before = await start();
    const curve = 'rollouts,accuracy\n0,0.5\n500,0.9\n';
    const imported = await api.call('importRun', {
      body: upload([['curve.csv', curve]], { name: 'A fine serial baseline', method: 'ace', task: 'Adding' }),
    });
    expect(imported.status).toBe(201);
    const after = await start();
    expect([before.json.code, after.json.code]).toEqual(['NO_SERIAL_DIAGNOSIS', 'NO_SERIAL_DIAGNOSIS']);
  });
});
