import type { BrowserContext } from '@playwright/test';

/** How much script a browser fetches that opens a page for the first time, as it comes over the wire (gzip). */
export interface FirstLoad {
  readonly bytes: number;
  readonly scripts: readonly { readonly url: string; readonly bytes: number }[];
}

/** Without a request for so long, everything that belongs to the page has come. */
const QUIET_MS = 1_500;

export async function measureFirstLoad(context: BrowserContext, path: string): Promise<FirstLoad> {
  const page = await context.newPage();
  try {
    const wire = await context.newCDPSession(page);
    const urls = new Map<string, string>();
    const scripts: { url: string; bytes: number }[] = [];
    let lastAt = Date.now();
    wire.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
      lastAt = Date.now();
      if (type === 'Script' || new URL(request.url).pathname.endsWith('.js'))
        urls.set(requestId, request.url);
    });
    wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const url = urls.get(requestId);
      if (url !== undefined) scripts.push({ url, bytes: encodedDataLength });
    });
    await wire.send('Network.enable');
    await wire.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.goto(path, { waitUntil: 'load' });
    while (Date.now() - lastAt < QUIET_MS) await page.waitForTimeout(100);
    return {
      bytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0),
      scripts: scripts.sort((one, other) => other.bytes - one.bytes),
    };
  } finally {
    await page.close();
  }
}
