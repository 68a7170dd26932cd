import type { Page } from '@playwright/test';

/** Parts whose words are no prose of the page: drawings with their labels, code, prompts and texts of others. */
const NOT_READ = 'svg, canvas, [role="img"], .recharts-wrapper, pre, code, script, style, .sr-only, [hidden]';
const CONTROLS =
  'main :is(input, select, textarea, [role="radiogroup"], [role="combobox"], [role="switch"], [role="slider"])';

/** Text of the page's main part that can be seen without a press; scrolling is no press. */
export async function visibleText(page: Page): Promise<string> {
  return page.evaluate((notRead) => {
    const main = document.querySelector('main');
    if (main === null) return '';
    const texts: string[] = [];
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || parent.closest(notRead) !== null) continue;
      const isSeen = parent.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (isSeen && parent.getClientRects().length > 0) texts.push(node.textContent ?? '');
    }
    return texts.join(' ');
  }, NOT_READ);
}

/** Controls of a form that can be seen above the section named Advanced; radio buttons of one group are one. */
export async function controlsBeforeAdvanced(page: Page): Promise<number> {
  return page.evaluate((controls) => {
    const isAdvanced = (element: Element) => /^\s*advanced\b/iu.test(element.textContent ?? '');
    const advanced = [...document.querySelectorAll('main :is(button, summary)')].find(isAdvanced);
    const comesBefore = (element: Element) =>
      advanced === undefined ||
      (element.compareDocumentPosition(advanced) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const seen = [...document.querySelectorAll<HTMLElement>(controls)].filter(
      (element) => element.getClientRects().length > 0 && comesBefore(element),
    );
    const ofGroups = seen.filter((element) => element.closest('[role="radiogroup"]') !== element);
    const names = ofGroups.map((element, index) => {
      const group = element.closest('[role="radiogroup"]');
      if (group !== null)
        return `group ${[...document.querySelectorAll('[role="radiogroup"]')].indexOf(group)}`;
      return element instanceof HTMLInputElement && element.type === 'radio'
        ? `radio ${element.name}`
        : `${index}`;
    });
    const emptyGroups = seen.filter(
      (element) => element.matches('[role="radiogroup"]') && element.querySelector('input') === null,
    );
    return new Set(names).size + emptyGroups.length;
  }, CONTROLS);
}
