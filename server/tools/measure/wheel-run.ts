import type { BrowserContext } from '@playwright/test';

/** Turns the wheel over a list that loads itself page by page, and notes how long each frame took. */
export interface WheelRun {
  readonly frames: number;
  readonly p95Ms: number;
  /** Share of the frames that took no longer than `within`. */
  readonly within: number;
  readonly worstMs: number;
  /** Rows that the list held when the run ended. */
  readonly rows: number;
  readonly seconds: number;
}

interface WheelPlan {
  readonly path: string;
  /** The box that scrolls. */
  readonly box: string;
  readonly rowHeight: number;
  /** It ends when so many rows have gone by, or when the time is over. */
  readonly rowsMax: number;
  readonly secondsMax: number;
  readonly frameMs: number;
  /** Pixels of one turn. Left out: more than a screen at a time. */
  readonly turnPx?: number;
  /** It ends at the end of a list that is whole from the beginning. */
  readonly untilEnd?: boolean;
}

const TURN_PX = 1_200;

export async function measureWheelRun(context: BrowserContext, plan: WheelPlan): Promise<WheelRun> {
  const page = await context.newPage();
  try {
    await page.goto(plan.path);
    const box = page.locator(plan.box);
    await box.locator('li').first().waitFor({ timeout: 60_000 });
    await box.scrollIntoViewIfNeeded();
    await box.hover();
    await page.evaluate(noteFrames);
    const begun = Date.now();
    const rowsNow = () =>
      box.evaluate((element, height) => Math.round(element.scrollTop / height), plan.rowHeight);
    while (Date.now() - begun < plan.secondsMax * 1000) {
      for (let turn = 0; turn < 10; turn += 1) await page.mouse.wheel(0, plan.turnPx ?? TURN_PX);
      const rows = await rowsNow();
      if (plan.untilEnd ? await box.evaluate(isAtEnd) : rows >= plan.rowsMax - 50) break;
    }
    const seconds = (Date.now() - begun) / 1000;
    const frames = (await page.evaluate(() => Reflect.get(globalThis, 'frameTimes') as number[])).slice(1);
    const inOrder = [...frames].sort((one, other) => one - other);
    return {
      frames: frames.length,
      p95Ms: inOrder[Math.ceil(0.95 * inOrder.length) - 1] ?? 0,
      within: frames.filter((ms) => ms <= plan.frameMs).length / Math.max(1, frames.length),
      worstMs: inOrder.at(-1) ?? 0,
      rows: await rowsNow(),
      seconds,
    };
  } finally {
    await page.close();
  }
}

/** Runs in the page. */
function isAtEnd(box: Element): boolean {
  return box.scrollTop + box.clientHeight >= box.scrollHeight - 2;
}

/** Runs in the page. */
function noteFrames(): void {
  const times: number[] = [];
  Reflect.set(globalThis, 'frameTimes', times);
  let before = performance.now();
  const note = (now: number) => {
    times.push(now - before);
    before = now;
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}
