import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { OWNER } from '@/e2e/support/account';
import { apiOf } from '@/e2e/support/api';
import { waitForDiagnosis } from '@/e2e/support/experiments';
import { browserArguments, findBrowser } from '@/e2e/support/find-browser';
import { emptyPlaces, firstPlaces, OUTSIDE, whatIsThere } from '@/e2e/support/pages';
import { approverScenes } from '@/e2e/support/promotion-scenes';
import { DOOR_SCENES } from '@/e2e/support/scenes';
import { fillShowcase } from '@/e2e/support/showcase';
import { openReviewer } from '@/e2e/support/showcase-beside';
import { signIn } from '@/e2e/support/sign-in';
import type { ExperimentView } from '@/lib/contracts/experiments';
import { type OwnInstance, startOwnInstance } from '@/server/commands/support/own-instance';
import { galleryOf, SCENARIO_NAMES } from './gallery';
import { hugePlaces } from './huge-places';
import { type Camera, type Missed, takePictures } from './pictures';

/**
 * `npm run screenshots [-- name …]`: pictures of every page of a new product instance: as a newcomer finds it
 * (first-, empty-), in use, and huge (huge-); each in both themes, wide and on a phone, very tall ones in
 * light also in parts (.part1, .part2 …). Takes some 25 minutes on two cores. Names are prefixes of the
 * pictures' names; only the scenarios that they need are seeded. WAGGLE_SCREENSHOTS_HUGE names a data folder
 * that is already seeded with huge and not in use; its owner is WAGGLE_OWNER_EMAIL with
 * WAGGLE_OWNER_PASSWORD. The pictures are kept in e2e/.screenshots, which git ignores.
 */

const FOLDER = 'e2e/.screenshots';
const missed: Missed[] = [];
const only = process.argv.slice(2);
const wantsHuge = only.length === 0 || only.some((start) => start.startsWith('huge'));
const wantsMore = only.length === 0 || only.some((start) => !start.startsWith('huge'));
const HUGE_FOLDER = process.env.WAGGLE_SCREENSHOTS_HUGE;
/** Owner of the folder in WAGGLE_SCREENSHOTS_HUGE. */
const HUGE_OWNER = {
  email: process.env.WAGGLE_OWNER_EMAIL ?? OWNER.email,
  password: process.env.WAGGLE_OWNER_PASSWORD ?? OWNER.password,
};

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments() });
try {
  if (wantsMore || HUGE_FOLDER === undefined) {
    await onProduct({}, async (camera, product) => {
      if (wantsMore) await takeLivedIn(camera, product, browser);
      if (!wantsHuge || HUGE_FOLDER !== undefined) return;
      await signInAs(camera, OWNER);
      await seed(product, 'huge');
      await takeHuge(camera, product);
    });
  }
  if (wantsHuge && HUGE_FOLDER !== undefined)
    await onProduct({ WAGGLE_DATA_DIR: HUGE_FOLDER }, async (camera, product) => {
      await signInAs(camera, HUGE_OWNER);
      await takeHuge(camera, product);
    });
  console.log(`The pictures are in ${FOLDER}.`);
  for (const { name, why } of missed) console.error(`Not taken: ${name}. ${why}`);
  if (missed.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
}

type Take = (camera: Camera, product: OwnInstance) => Promise<void>;

/** A folder seeded elsewhere has its own owner and is kept afterwards. */
async function onProduct(env: Readonly<Record<string, string>>, take: Take): Promise<void> {
  const owner = { WAGGLE_OWNER_EMAIL: OWNER.email, WAGGLE_OWNER_PASSWORD: OWNER.password };
  const product = await startOwnInstance({ ...owner, ...env });
  try {
    const context = await browser.newContext({ baseURL: product.baseUrl, reducedMotion: 'reduce' });
    await take({ page: await context.newPage(), folder: FOLDER, only, missed }, product);
    await context.close();
  } finally {
    await product.stop();
  }
}

async function takeLivedIn(camera: Camera, product: OwnInstance, inBrowser: Browser): Promise<void> {
  const { page } = camera;
  const { baseUrl: baseURL } = product;
  await takePictures(camera, [...OUTSIDE, ...DOOR_SCENES]);
  await signInAs(camera, OWNER);
  const api = apiOf(page, baseURL);
  await waitForDiagnosis(api);
  const seeded = await api.get<{ items: ExperimentView[] }>('/api/v1/experiments');
  const there = await whatIsThere(api);
  const neverRun = seeded.items.find((experiment) => experiment.runs === 0);
  const first = firstPlaces({ ...there, experimentId: neverRun?.id ?? there.experimentId });
  await takePictures(camera, [...first, ...emptyPlaces()]);
  if (only.length > 0 && only.every((start) => /^(first|empty|sign-in|shared|huge)/.test(start))) return;

  // The database in which the dates of canaries are moved back.
  process.env.WAGGLE_E2E_DATA_DIR = product.dataDir;
  const approver = await openReviewer(inBrowser, api, baseURL);
  const showcase = await fillShowcase({ api, page, approver, baseURL });
  await takePictures({ ...camera, page: approver }, approverScenes(showcase.promotions), { whole: false });
  await approver.context().close();
  for (const name of SCENARIO_NAMES) await seed(product, name);
  const { live, inSight, whole } = await galleryOf(api, showcase);
  await takePictures(camera, live.inSight, { whole: false });
  await takePictures(camera, live.whole);
  await takePictures(camera, inSight, { whole: false });
  await takePictures(camera, whole);
}

async function takeHuge(camera: Camera, product: OwnInstance): Promise<void> {
  const api = apiOf(camera.page, product.baseUrl);
  await takePictures(camera, await hugePlaces(api));
}

async function signInAs({ page }: Camera, account: typeof HUGE_OWNER): Promise<void> {
  await signIn(page, account);
  await page.waitForURL((url) => url.pathname === '/');
}

/** Seeds as `npm run seed -- <name>` does while the product runs. */
async function seed(product: OwnInstance, name: string): Promise<void> {
  const env = { ...process.env, ...product.settings, DATABASE_URL: product.databaseUrl() };
  const args = ['--import', 'tsx', 'server/tools/scenarios/main.ts', name];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  process.stdout.write(stdout);
}
