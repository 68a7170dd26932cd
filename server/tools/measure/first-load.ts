import type { BrowserContext } from '@playwright/test';

/**
 * How much script is transferred (gzip, headers included) when a page is opened for the first time. First
 * load = the scripts named by the page's HTML, which any interaction needs; scripts that its parts fetch
 * later (the charts of the open tab) are counted apart.
 */
export interface FirstLoad {
  readonly bytes: number;
  readonly laterBytes: number;
}

/** A page is complete once it has sent no request for this long. */
const QUIET_MS = 3_000;

export async function measureFirstLoad(context: BrowserContext, path: string): Promise<FirstLoad> {
  const page = await context.newPage();
  try {
    const wire = await context.newCDPSession(page);
    const isNamed = new Map<string, boolean>();
    const sums = { bytes: 0, laterBytes: 0 };
    let lastAt = Date.now();
    wire.on('Network.requestWillBeSent', ({ requestId, request, initiator }) => {
      lastAt = Date.now();
      if (new URL(request.url).pathname.endsWith('.js')) isNamed.set(requestId, initiator.type === 'parser');
    });
    wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      lastAt = Date.now();
      const named = isNamed.get(requestId);
      if (named !== undefined) sums[named ? 'bytes' : 'laterBytes'] += encodedDataLength;
    });
    await wire.send('Network.enable');
    await wire.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.goto(path, { waitUntil: 'load' });
    while (Date.now() - lastAt < QUIET_MS) await page.waitForTimeout(100);
    return sums;
  } finally {
    await page.close();
  }
}
