import type { BrowserContext } from '@playwright/test';

/**
 * When a page can be used. Interactive = from the start of the navigation until its content is shown, a
 * control answers a press, and the last long task (50 ms or more) that began before that answer has ended.
 * Every page is opened in a new tab of a browser that has its scripts cached, as on a second visit.
 */
export interface Opened {
  readonly path: string;
  /** Selector present once the content is: a row of the list, the drawn chart. */
  readonly content: string;
  readonly control: Control;
}

/** Pressed repeatedly until the attribute has the value: a page that is not hydrated yet loses presses. */
export interface Control {
  readonly selector: string;
  readonly attribute: string;
  readonly value: string;
}

export interface Interactive {
  readonly ms: number;
  readonly contentMs: number;
  /** Total time of long tasks beyond 50 ms each. */
  readonly blockedMs: number;
}

const LIMIT_MS = 60_000;

export async function measureInteractive(context: BrowserContext, opened: Opened): Promise<Interactive> {
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  try {
    await page.addInitScript(noteLongTasks);
    await page.goto(opened.path, { waitUntil: 'commit' });
    return await page.evaluate(untilAnswered, { ...opened, limitMs: LIMIT_MS });
  } finally {
    await page.close();
  }
}

/** Runs in the page. */
function noteLongTasks(): void {
  const tasks: { from: number; to: number }[] = [];
  Reflect.set(globalThis, 'longTasks', tasks);
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      tasks.push({ from: startTime, to: startTime + duration });
  }).observe({ type: 'longtask', buffered: true });
}

/** Runs in the page. */
async function untilAnswered({
  content,
  control,
  limitMs,
}: Opened & { readonly limitMs: number }): Promise<Interactive> {
  const soon = () => new Promise((resolve) => setTimeout(resolve, 10));
  const isLate = () => performance.now() > limitMs;
  while (document.querySelector(content) === null && !isLate()) await soon();
  const contentMs = performance.now();
  const hasAnswered = () =>
    document.querySelector(control.selector)?.getAttribute(control.attribute) === control.value;
  while (!hasAnswered() && !isLate()) {
    const target = document.querySelector(control.selector);
    const press = { bubbles: true, cancelable: true, button: 0, pointerType: 'mouse' };
    target?.dispatchEvent(new PointerEvent('pointerdown', press));
    target?.dispatchEvent(new MouseEvent('mousedown', press));
    await soon();
  }
  if (isLate())
    throw new Error(`After ${limitMs} ms there is no ${content}, or ${control.selector} does not respond.`);
  const answeredMs = performance.now();
  await soon();
  const tasks = Reflect.get(globalThis, 'longTasks') as { from: number; to: number }[];
  const before = tasks.filter(({ from }) => from < answeredMs);
  return {
    ms: Math.max(answeredMs, ...before.map(({ to }) => to)),
    contentMs,
    blockedMs: before.reduce((sum, { from, to }) => sum + Math.max(0, to - from - 50), 0),
  };
}
