import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { browserArguments, findBrowser } from '@/e2e/support/find-browser';
import { signIn } from '@/e2e/support/sign-in';

/** A signed-in desktop browser without animations, in which the pages are measured. */
export interface MeasuringBrowser {
  readonly context: BrowserContext;
  /** The session cookie that the browser sends. */
  cookie(): Promise<string>;
  close(): Promise<void>;
}

export async function openBrowser(
  baseUrl: string,
  account: { readonly email: string; readonly password: string },
): Promise<MeasuringBrowser> {
  const browser: Browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: browserArguments(),
  });
  const context = await browser.newContext({
    ...{ baseURL: baseUrl, reducedMotion: 'reduce', viewport: { width: 1280, height: 900 } },
  });
  // Functions that run in the page were compiled here, where a helper call gives each its name.
  await context.addInitScript('globalThis.__name = (named) => named;');
  const page = await context.newPage();
  await signIn(page, account);
  await page.waitForURL((url) => url.pathname === '/');
  await page.close();
  return {
    context,
    async cookie() {
      const cookies = await context.cookies();
      return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    },
    close: () => browser.close(),
  };
}
