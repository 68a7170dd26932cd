import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { activeHref, NAV_ITEMS } from './nav-items';

const SIGNED_IN = path.resolve(import.meta.dirname, '../../app/(signed-in)');

/** Addresses of all pages; a parameter is any id. */
function pagesOf(folder: string, address = ''): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory())
      return pagesOf(path.join(folder, entry.name), `${address}/${entry.name.replace(/^\[\w+\]$/, 'id_1')}`);
    return entry.name === 'page.tsx' ? [address || '/'] : [];
  });
}

const PAGES = pagesOf(SIGNED_IN);
/** The link with the number of notices lights itself there. */
const OF_THE_INBOX = ['/notices', '/mentions'];
const HREFS = NAV_ITEMS.map(({ href }) => href);

describe('the main navigation', () => {
  it.each(PAGES.filter((page) => !OF_THE_INBOX.includes(page)))('lights exactly one entry on %s', (page) => {
    expect(HREFS.filter((href) => href === activeHref(page))).toHaveLength(1);
  });

  it('lights none on the notices, whose own link is lit', () => {
    expect(OF_THE_INBOX.map(activeHref)).toEqual([null, null]);
  });

  it('leads to pages that exist, each once', () => {
    expect(HREFS.filter((href) => !PAGES.includes(href))).toEqual([]);
    expect(new Set(HREFS).size).toBe(HREFS.length);
  });

  it('has a key of its own for each page after g', () => {
    expect(new Set(NAV_ITEMS.map(({ key }) => key)).size).toBe(NAV_ITEMS.length);
    expect(NAV_ITEMS.every(({ key }) => /^[a-z]$/.test(key))).toBe(true);
  });

  it('lights the entry of the page itself before that of a page above it', () => {
    expect(activeHref('/compare')).toBe('/compare');
    expect(activeHref('/canaries/cny_1')).toBe('/canaries');
    expect(activeHref('/docs/api')).toBe('/docs/api');
    expect(activeHref('/docs/rules')).toBe('/docs');
    expect(activeHref('/runsomething')).toBeNull();
  });
});
