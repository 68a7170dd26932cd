import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openapiDocument } from '@/server/http/openapi';
import { API_PAGES, pageOverApi } from './pages-over-api';
import { pathOf } from './request-snippets';

const SIGNED_IN = path.resolve(import.meta.dirname, '../../../app/(signed-in)');

/** As in the folders: /runs/[runId] is /runs/{runId}. */
function pagesOf(folder: string, address = ''): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory())
      return pagesOf(
        path.join(folder, entry.name),
        `${address}/${entry.name.replace(/^\[(\w+)\]$/, '{$1}')}`,
      );
    return entry.name === 'page.tsx' ? [address || '/'] : [];
  });
}

const hrefOf = (page: string) => page.replace(/\{(\w+)\}/g, 'id_1');
const asks = (href: string) => {
  const [pathname = '', search = ''] = href.split('?');
  return pageOverApi(pathname, search).requests.map(pathOf);
};

/** An address at which a page asks all that it can. */
const WITH_ALL: Readonly<Record<string, readonly string[]>> = {
  '/runs/{runId}': [
    ...[
      'overview',
      'details',
      'scheduling',
      'survival',
      'cost',
      'ledger',
      'manifest',
      'timeline',
      'diversity',
    ],
    ...[`prompt&view=lines&to=${'a'.repeat(64)}&from=${'b'.repeat(64)}&bullet=b-1`, 'rollouts&rollout=7'],
    ...['iterations&iteration=2', `search&child=${'c'.repeat(64)}`],
  ].map((tab) => `tab=${tab}`),
  '/compare': ['runs=run_1,run_2'],
  '/rollouts/{rolloutId}': ['q=bern&attempt=2'],
  '/rollouts/compare': ['a=ro_1&b=ro_2'],
  '/traces': ['service=desk&outcome=failed'],
  '/traces/{traceId}': ['q=refund'],
  '/search': ['q=units'],
  '/slots/{slotId}': ['version=p_1&against=p_2'],
  '/reports/{reportId}': ['against=rep_2'],
  '/experiments/{experimentId}/difference': ['other=exp_2'],
  '/datasets/{datasetId}': ['tab=splits', 'tab=examples&under=spl_1&split=heldOut'],
  '/settings': ['models', 'keys', 'people', 'webhooks', 'traces', 'audit'].map((tab) => `tab=${tab}`),
};

describe('the pages over the API', () => {
  it('are all pages that a signed-in person can open, and no other', () => {
    expect(API_PAGES.map((page) => page.path).toSorted()).toEqual(pagesOf(SIGNED_IN).toSorted());
  });

  it.each(API_PAGES)('$path asks what the OpenAPI document has, or says why not', (page) => {
    const hrefs = (WITH_ALL[page.path] ?? ['']).map((search) => `${hrefOf(page.path)}?${search}`);
    const { paths } = openapiDocument() as { readonly paths: Record<string, Record<string, object>> };
    for (const href of hrefs) {
      const [pathname = '', search = ''] = href.split('?');
      const { requests, otherwise } = pageOverApi(pathname, search);
      if (page.asks === undefined) expect(otherwise).toBe(page.otherwise);
      else expect(requests.length, href).toBeGreaterThan(0);
      for (const { operation } of requests) {
        expect(paths[operation.path]?.get, operation.id).toMatchObject({ operationId: operation.id });
        expect(operation.responseType ?? 'json').toBe('json');
      }
      // A page that shows the same data twice requests it once.
      expect(new Set(requests.map(pathOf)).size).toBe(requests.length);
    }
  });

  it('take over how a list is narrowed and sorted, as far as the API does it', () => {
    expect(asks('/runs?q=formula&status=running&tags=a,b&archived=true&sort=-spend&hide=tags')).toEqual([
      '/api/v1/runs?search=formula&archived=true&tags=a%2Cb&status=running&sort=spend&direction=desc',
    ]);
    expect(asks('/runs?status=nonsense&sort=-method')).toEqual(['/api/v1/runs']);
    expect(asks('/pareto?experiment=exp_1&by=run&published=false')).toEqual([
      '/api/v1/pareto?experimentId=exp_1&grouping=run',
    ]);
  });

  it('count iterations as the API does, and take what a tab shows before anybody chose', () => {
    const run = '/api/v1/runs/run_1';
    expect(asks('/runs/run_1?tab=timeline&iteration=3')).toEqual([`${run}/timeline?iteration=2`, run]);
    expect(asks('/runs/run_1?tab=timeline&iteration=0')[0]).toBe(`${run}/timeline?iteration=-1`);
    expect(asks('/runs/run_1?tab=survival')[0]).toBe(`${run}/survival?place=lost`);
    expect(asks('/runs/run_1?tab=survival&fate=all')[0]).toBe(`${run}/survival`);
    expect(asks('/runs/run_1')).toEqual([`${run}/snapshot`, run]);
    expect(asks('/runs/run_1?tab=playbook')).toEqual(asks('/runs/run_1?tab=prompt'));
    expect(asks('/compare?runs=run_1,run_2,run_3&baseline=run_2')).toContain(
      '/api/v1/comparisons/examples?baseline=run_2&other=run_1',
    );
  });

  it('leave out what would be refused, and say what is missing', () => {
    expect(asks('/runs/no%20id')).toEqual([]);
    expect(asks('/runs/%')).toEqual([]);
    expect(asks('/datasets/ds_1?tab=examples&split=heldOut')[0]).toBe('/api/v1/datasets/ds_1/examples');
    expect(pageOverApi('/search', 'q=a')).toMatchObject({
      requests: [],
      otherwise: expect.stringMatching(/two characters/),
    });
    expect(pageOverApi('/datasets/import', '').sentBy?.id).toBe('importDataset');
    expect(pageOverApi('/nowhere', '').requests).toEqual([]);
  });
});
