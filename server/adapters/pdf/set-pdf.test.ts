import { describe, expect, it } from 'vitest';
import type { ReportDocument } from '@/lib/domain/report-document';
import { SAMPLE_DOCUMENT } from '@/lib/testing/sample-document';
import { renderPdf } from './render-pdf';
import { makePdfSetter, type PdfLimits } from './set-pdf';

const limits: PdfLimits = { threads: 1, waiting: 1, ms: 900_000, heapMb: 512 };

/** So many rows keep a thread busy far longer than a test needs to act. */
const rows = (count: number): ReportDocument => ({
  ...SAMPLE_DOCUMENT,
  sections: [
    {
      heading: 'Table',
      blocks: [
        {
          kind: 'table',
          head: ['n', 'text'],
          rows: Array.from({ length: count }, (_, n) => [String(n), 'a word and another one, '.repeat(4)]),
        },
      ],
    },
  ],
});
const ENDLESS = rows(20_000);

/** Turns of this thread's event loop until the work is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const watched = work.finally(() => {
    isDone = true;
  });
  let turns = 0;
  for (; !isDone; turns += 1) await new Promise((resolve) => setTimeout(resolve, 1));
  await watched;
  return turns;
}

describe('setting a PDF', () => {
  it('gives the bytes that this thread would have made', async () => {
    const file = await makePdfSetter(limits).set(SAMPLE_DOCUMENT);
    expect(Buffer.from(file).equals(Buffer.from(await renderPdf(SAMPLE_DOCUMENT)))).toBe(true);
  });

  it('leaves this thread free: its loop turns on while a large document is set', async () => {
    const large = rows(600);
    const elsewhere = await turnsDuring(makePdfSetter(limits).set(large));
    const here = await turnsDuring(renderPdf(large));
    expect(elsewhere).toBeGreaterThan(5 * here);
  });

  it('ends the thread of a caller who goes away, and gives the place to the next', async () => {
    const setter = makePdfSetter(limits);
    const [first, second] = [new AbortController(), new AbortController()];
    const gone = setter.set(ENDLESS, first.signal);
    const leftInLine = setter.set(ENDLESS, second.signal);
    await expect(setter.set(SAMPLE_DOCUMENT)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    second.abort();
    await expect(leftInLine).rejects.toThrow(/abort/i);
    const next = setter.set(SAMPLE_DOCUMENT);
    first.abort();
    await expect(gone).rejects.toThrow(/abort/i);
    expect((await next).length).toBeGreaterThan(1_000);
    expect(setter.threads).toBe(0);
  });

  it('gives up a document that takes too long or too much memory, and says how to get it', async () => {
    const refused = { code: 'DOCUMENT_TOO_LARGE', howToProceed: [expect.stringContaining('Markdown')] };
    for (const limit of [{ ms: 1 }, { heapMb: 24 }]) {
      const setter = makePdfSetter({ ...limits, ...limit });
      await expect(setter.set(ENDLESS)).rejects.toMatchObject(refused);
      expect(setter.threads).toBe(0);
    }
  });

  it('tells what broke in the thread', async () => {
    const setter = makePdfSetter(limits);
    await expect(setter.set({ ...SAMPLE_DOCUMENT, sections: null as never })).rejects.toThrow(TypeError);
    expect(setter.threads).toBe(0);
  });
});
