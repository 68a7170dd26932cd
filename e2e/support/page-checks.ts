import { expect, type Page } from '@playwright/test';

/**
 * Accessibility requirements that axe does not check: one heading, landmarks, a language, a title, names,
 * touch targets, and a visible focus. Runs on the page in its current state.
 */

/** WCAG 2.5.8: the minimum width and height of a target. */
const FINGER_PX = 24;
/** Rows of one table look alike: more of them add nothing. */
const FOCUSED_MAX = 150;

export async function expectSound(page: Page, where: string): Promise<void> {
  const { landmarks, title, ...faults } = await page.evaluate(facts);
  expect.soft(landmarks, `${where}: one h1, one main, a language`).toEqual({ h1: 1, main: 1, lang: 'en' });
  expect.soft(title, `${where}: the title says which page it is`).toMatch(/\S.* · Waggle$/);
  for (const [what, found] of Object.entries(faults)) expect.soft(found, `${where}: ${what}`).toEqual([]);
}

/** Every focusable element shows its focus. */
export async function expectFocusVisible(page: Page, where: string): Promise<void> {
  // After a key press, focus set by a script is marked as keyboard focus.
  await page.keyboard.press('Shift');
  const unmarked = await page.evaluate(unmarkedOf, FOCUSED_MAX);
  expect.soft(unmarked, `${where}: the focus is seen`).toEqual([]);
}

/** On a phone: no target is too small, unless it is inside a sentence or has space around it. */
export async function expectRoomForFingers(page: Page, where: string): Promise<void> {
  const tight = await page.evaluate(tightOf, FINGER_PX);
  expect.soft(tight, `${where}: room for a finger`).toEqual([]);
}

function facts() {
  const shortOf = (element: Element) => element.outerHTML.slice(0, 160);
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  const ids = all('[id]').map(({ id }) => id);
  const isNamed = (element: Element) =>
    element.closest('[aria-hidden="true"], [role="img"], [role="presentation"]') !== null ||
    element.hasAttribute('aria-label') ||
    element.hasAttribute('aria-labelledby') ||
    element.querySelector(':scope > title') !== null;
  const isLabelled = (element: Element) => {
    const field = element as HTMLInputElement;
    return (
      (field.labels?.length ?? 0) > 0 ||
      field.hasAttribute('aria-label') ||
      field.hasAttribute('aria-labelledby') ||
      field.closest('[aria-hidden="true"]') !== null
    );
  };
  return {
    landmarks: {
      h1: all('h1').length,
      main: all('main').length,
      lang: document.documentElement.lang,
    },
    title: document.title,
    'no id twice': [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))],
    'no order of its own for the focus': all('[tabindex]')
      .filter((element) => Number(element.getAttribute('tabindex')) > 0)
      .map(shortOf),
    'each picture has a name': [...all('img:not([alt])'), ...all('svg').filter((svg) => !isNamed(svg))].map(
      shortOf,
    ),
    'each field has a label': all('input:not([type=hidden]), select, textarea')
      .filter((field) => !isLabelled(field))
      .map(shortOf),
  };
}

function unmarkedOf(most: number): string[] {
  const focusable =
    'a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]:not([data-radix-focus-guard])';
  const dialog = document.querySelector('[role="dialog"]');
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const looksOf = (element: Element) => {
    const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor } = getComputedStyle(element);
    return [outlineStyle === 'none' ? '' : outlineWidth, boxShadow, borderColor, backgroundColor].join('|');
  };
  const found: string[] = [];
  for (const element of [...(dialog ?? document).querySelectorAll(focusable)].filter(isSeen).slice(0, most)) {
    (document.activeElement as HTMLElement | null)?.blur();
    const before = looksOf(element);
    (element as HTMLElement).focus({ preventScroll: true });
    if (document.activeElement !== element) continue;
    if (looksOf(element) === before) found.push(element.outerHTML.slice(0, 160));
  }
  (document.activeElement as HTMLElement | null)?.blur();
  return found;
}

function tightOf(least: number): string[] {
  const pressed =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=radio]';
  const dialog = document.querySelector('[role="dialog"]');
  /** A layer over the page that does not scroll with it, such as a phone's bar: rows pass under it. */
  const layerOf = (element: Element | null): Element | null =>
    element === null || getComputedStyle(element).position === 'fixed'
      ? element
      : layerOf(element.parentElement);
  const targets = [...(dialog ?? document).querySelectorAll(pressed)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => {
      // A label can be pressed as well as its box.
      const whole = element.closest('label') ?? element;
      return { element, box: whole.getBoundingClientRect(), layer: layerOf(element) };
    })
    .filter(({ box }) => box.width > 0 && box.height > 0);
  const isInSentence = (element: Element) => {
    const parent = element.parentElement;
    const words = parent?.textContent?.trim().length ?? 0;
    return (
      getComputedStyle(element).display === 'inline' && words > (element.textContent?.trim().length ?? 0)
    );
  };
  const middle = ({ x, y, width, height }: DOMRect) => ({ x: x + width / 2, y: y + height / 2 });
  /** A circle of that width around its centre touches no other target. */
  const hasRoom = ({ box, layer }: (typeof targets)[number]) => {
    const at = middle(box);
    return targets.every(({ box: other, layer: otherLayer }) => {
      if (otherLayer !== layer || (other.x === box.x && other.y === box.y)) return true;
      const dx = Math.max(other.left - at.x, 0, at.x - other.right);
      const dy = Math.max(other.top - at.y, 0, at.y - other.bottom);
      return Math.hypot(dx, dy) >= least / 2;
    });
  };
  return targets
    .filter(({ box }) => Math.min(box.width, box.height) < least - 0.5)
    .filter((target) => !isInSentence(target.element) && !hasRoom(target))
    .map(
      ({ element, box }) =>
        `${Math.round(box.width)}×${Math.round(box.height)} ${element.outerHTML.slice(0, 140)}`,
    );
}
