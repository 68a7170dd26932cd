import type { Browser, Page } from '@playwright/test';
import type { ReportView } from '@/lib/contracts/reports';
import type { SavedWebhook } from '@/lib/contracts/webhooks';
import { OWNER } from './account';
import { type Api, apiOf } from './api';
import { makeExperiment, smallSplit, startRun, waitForEnd } from './experiments';
import { signIn } from './sign-in';

/** Content of a workspace in use besides runs: people, webhooks, imported runs. */

export interface Beside {
  readonly importedRunId: string;
  readonly searchRunId: string;
  readonly reportId: string;
  /** Address of a shared page, readable without sign-in. */
  readonly sharedPath: string;
}

/** Another person of this workspace, signed in on a page of their own. */
export async function openReviewer(browser: Browser, api: Api, baseURL: string): Promise<Page> {
  const email = `ada-${Date.now()}@journey.example`;
  const password = 'a-long-approver-password';
  await api.post('/api/v1/people', { email, name: 'Ada Approver', role: 'reviewer', password });
  const context = await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await signIn(page, { email, password });
  await page.waitForURL((url) => url.pathname === '/');
  return page;
}

export async function fillBeside(page: Page, baseURL: string, runId: string): Promise<Beside> {
  const api = apiOf(page, baseURL);
  await makeWebhooks(api);
  const report = await api.post<ReportView>('/api/v1/reports', { kind: 'report', runId });
  const { path } = await api.post<{ path: string }>(`/api/v1/reports/${report.id}/shares`, {});
  await api.post(`/api/v1/reports/${report.id}/comments`, {
    body: `@${OWNER.email} please look at the **last** size: it has one measurement.`,
  });
  return {
    importedRunId: await importCurve(page, baseURL),
    searchRunId: await runGepa(api),
    reportId: report.id,
    sharedPath: path,
  };
}

/** No server listens at the address, so the log shows failed deliveries. */
export async function makeWebhooks(api: Api): Promise<void> {
  for (const [name, shape] of [
    ['Chat of the team', 'slack'],
    ['Deployment', 'json'],
  ]) {
    const { webhook } = await api.post<SavedWebhook>('/api/v1/webhooks', {
      ...{ name, shape, url: 'https://hooks.chat.invalid/services/T000/B000', events: [] },
    });
    await api.send('POST', `/api/v1/webhooks/${webhook.id}/test`);
  }
}

async function importCurve(page: Page, baseURL: string): Promise<string> {
  const curve = 'rollouts,accuracy\n0,0.50\n90,0.62\n180,0.66\n270,0.71\n360,0.70\n';
  const options = { name: 'Curve of the other team', ranBy: 'The other team', hardware: 'eight GPUs' };
  const answer = await page.request.post('/api/v1/imported-runs', {
    headers: { origin: baseURL },
    multipart: {
      options: JSON.stringify(options),
      files: { name: 'curve.csv', mimeType: 'text/csv', buffer: Buffer.from(curve) },
    },
  });
  if (!answer.ok()) throw new Error(`The curve was not imported: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

/** Content that only a search shows: parents, rejected proposals, merges. */
async function runGepa(api: Api): Promise<string> {
  const { id: experimentId } = await makeExperiment(api, {
    name: 'Searched by GEPA',
    pace: 'fast',
    splitId: (await smallSplit(api, { train: 30, selection: 20, heldOut: 20, confirmation: 10 })).id,
    settings: {
      method: { name: 'gepa' },
      batch: { kind: 'static', size: 10, reason: 'Small iterations show more of the search.' },
    },
  });
  const run = await startRun(api, { experimentId, kind: 'comparisonPoint', seed: 2 });
  await waitForEnd(api, run.id);
  return run.id;
}
