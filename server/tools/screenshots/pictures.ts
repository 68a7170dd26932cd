import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type Place, type Scene, visit } from '@/e2e/support/pages';

/** Takes a place in both themes, on a wide screen and on a phone; what is very tall in parts too. */

const SCREENS = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
] as const;
const THEMES = ['light', 'dark'] as const;
/** Taller than that a picture is looked at so small that nothing on it can be read; in one theme that is enough. */
const TALL = 4_000;
const PART_HEIGHT = 1_600;

export interface Camera {
  readonly page: Page;
  readonly folder: string;
  /** Places whose name begins with one of these; empty: all. */
  readonly only: readonly string[];
  /** Grows by what could not be taken: the others are taken all the same. */
  readonly missed: Missed[];
}

export interface Missed {
  readonly name: string;
  readonly why: string;
}

interface Shot {
  /** False for what lies over the page: only what is in sight. */
  readonly whole?: boolean;
}

export async function takePictures(camera: Camera, places: readonly (Place | Scene)[], shot: Shot = {}) {
  const { only, missed } = camera;
  const wanted = places.filter(
    ({ name }) => only.length === 0 || only.some((start) => name.startsWith(start)),
  );
  for (const place of wanted)
    for (const screen of SCREENS)
      await takePicture(camera, place, screen, shot).catch((error: unknown) => {
        const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
        missed.push({ name: `${place.name}, ${screen.name}`, why });
      });
}

async function takePicture(
  { page, folder }: Camera,
  place: Place | Scene,
  { name: screen, width, height }: (typeof SCREENS)[number],
  shot: Shot,
): Promise<void> {
  await page.setViewportSize({ width, height });
  await visit(page, place);
  if ('arrange' in place) await place.arrange(page);
  if (shot.whole ?? true) await page.setViewportSize({ width, height: await heightOf(page, height) });
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html.${colorScheme}`).waitFor();
    await drawn(page);
    const stem = path.join(folder, `${place.name}.${screen}.${colorScheme}`);
    await page.screenshot({ path: `${stem}.png` });
    if (colorScheme === 'light') await takeParts(page, stem);
  }
}

/** All of one height, so that none is a sliver. */
async function takeParts(page: Page, stem: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  if (height <= TALL) return;
  const parts = Math.ceil(height / PART_HEIGHT);
  const step = Math.ceil(height / parts);
  for (let part = 1; part <= parts; part += 1) {
    const y = (part - 1) * step;
    const clip = { x: 0, y, width, height: Math.min(step, height - y) };
    await page.screenshot({ path: `${stem}.part${part}.png`, clip });
  }
}

/** A chart is drawn only once its box has told its size, which it does anew when the window changes. */
async function drawn(page: Page): Promise<void> {
  const empty = page.locator('.recharts-responsive-container:not(:has(svg))');
  await expect(empty).toHaveCount(0, { timeout: 30_000 });
  await page.evaluate(
    () => new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame))),
  );
}

/** The window grows to the page: a picture of more than the window shows the fixed bar amidst the content. */
function heightOf(page: Page, least: number): Promise<number> {
  return page.evaluate((height) => Math.max(height, document.documentElement.scrollHeight), least);
}
