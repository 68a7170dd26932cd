import { test as base, expect, type Page } from '@playwright/test';
import { type Api, apiOf } from './api';

/**
 * What every journey gets beside Playwright's own: the API as the signed-in person's browser would call it, and a
 * watch on the page, so that a journey fails when the console reports an error or the server answers 5xx.
 */
interface Journey {
  readonly api: Api;
  readonly watch: undefined;
}

/** Answers 503 when the database or a worker is late, as on a machine at load 20: a state, and no fault of the page. */
const HEALTH = '/api/health';
/** Chromium writes one line for every 4xx; those are answers, and the journeys judge them themselves. */
const REFUSED_BY_SERVER = /^Failed to load resource: the server responded with a status of 4\d\d/;

export const test = base.extend<Journey>({
  api: async ({ page, baseURL }, use) => {
    await use(apiOf(page, baseURL ?? ''));
  },
  watch: [
    async ({ page }, use) => {
      const faults = watchFaults(page);
      await use(undefined);
      // In one line, for the summary of a run on a far machine shows only the first of them.
      expect(faults.join(' · '), 'the console stays free of errors').toBe('');
    },
    { auto: true },
  ],
});

export { expect };

export function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' || REFUSED_BY_SERVER.test(message.text())) return;
    if (!message.location().url.endsWith(HEALTH)) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 500 && !response.url().endsWith(HEALTH))
      faults.push(`${response.status()} ${response.url()}`);
  });
  return faults;
}
