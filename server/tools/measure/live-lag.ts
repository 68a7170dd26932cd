import type { BrowserContext } from '@playwright/test';
import { openLiveRun, type Written } from './live-run';

/**
 * Whether the page of a run keeps up with what is written: lag = how long ago the rollouts that the page counts were
 * written, read off the page twice a second while entries come. A page that falls behind lags more and more.
 */
export interface LiveLag {
  /** Entries a second that really were written; this machine may not manage more. */
  readonly perSecond: number;
  readonly medianMs: number;
  readonly worstMs: number;
  /** Mean of the last quarter less that of the first. */
  readonly growthMs: number;
  /** Entries written after which the page counted all rollouts, and whether it ever did. */
  readonly entries: number;
  readonly caughtUpMs: number | null;
}

const LOOK_MS = 500;
const CATCH_UP_MS = 15_000;

export async function measureLiveLag(
  context: BrowserContext,
  {
    likeId,
    perSecond,
    seconds,
  }: { readonly likeId: string; readonly perSecond: number; readonly seconds: number },
): Promise<LiveLag> {
  const run = await openLiveRun(likeId, perSecond);
  const page = await context.newPage();
  const history: (Written & { readonly atMs: number })[] = [];
  const note = (written: Written) => history.push({ ...written, atMs: performance.now() });
  try {
    await run.write(2, note);
    await page.goto(`/runs/${run.runId}`);
    const shown = async () => {
      const text = await page.locator('[role="tab"][data-value="rollouts"] .numbers').textContent();
      return Number((text ?? '0').replaceAll(',', ''));
    };
    await run.write(3, note);
    await shown();
    const begun = { atMs: performance.now(), entries: history.at(-1)?.entries ?? 0 };
    const lags: number[] = [];
    let isWriting = true;
    const writing = run.write(seconds, note).finally(() => {
      isWriting = false;
    });
    while (isWriting) {
      await page.waitForTimeout(LOOK_MS);
      lags.push(lagOf(history, await shown()));
    }
    const end = await writing;
    const endMs = performance.now();
    while ((await shown()) < end.rollouts && performance.now() - endMs < CATCH_UP_MS)
      await page.waitForTimeout(50);
    const caughtUpMs = (await shown()) >= end.rollouts ? performance.now() - endMs : null;
    return {
      perSecond: (end.entries - begun.entries) / ((endMs - begun.atMs) / 1000),
      ...{ medianMs: at(lags, 0.5), worstMs: at(lags, 1), growthMs: growthOf(lags) },
      ...{ entries: end.entries, caughtUpMs },
    };
  } finally {
    await page.close();
    await run.remove();
  }
}

/** Since the first rollout was written that the page does not count yet. */
function lagOf(history: readonly (Written & { readonly atMs: number })[], shown: number): number {
  const missing = history.find(({ rollouts }) => rollouts > shown);
  return missing === undefined ? 0 : performance.now() - missing.atMs;
}

function at(values: readonly number[], share: number): number {
  const inOrder = [...values].sort((one, other) => one - other);
  return inOrder[Math.max(0, Math.ceil(share * inOrder.length) - 1)] ?? 0;
}

function growthOf(lags: readonly number[]): number {
  const quarter = Math.max(1, Math.floor(lags.length / 4));
  const mean = (values: readonly number[]) =>
    values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
  return mean(lags.slice(-quarter)) - mean(lags.slice(0, quarter));
}
