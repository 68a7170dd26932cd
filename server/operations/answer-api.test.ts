import { describe, expect, it } from 'vitest';
import { API_OPERATIONS } from '@/lib/contracts/api';
import { answerApi, matchAddress } from './answer-api';

const segmentsOf = (path: string) => path.replace('/api/', '').split('/');

function ask(method: string, path: string, headers = {}): Promise<Response> {
  return answerApi(new Request(`http://127.0.0.1:3000${path}`, { method, headers }), segmentsOf(path));
}

describe('the address of a request', () => {
  it.each([...new Set(API_OPERATIONS.map(({ path }) => path))])('%s leads to its operations', (path) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
    // A slash, a percent sign and a name of a fixed segment elsewhere are all ids.
    for (const value of ['run_1', 'a/b', '100%', 'export', '💥']) {
      const segments = segmentsOf(path).map((part) => (part.startsWith('{') ? value : part));
      const match = matchAddress(segments);
      expect(match?.operations.map((operation) => operation.path)).toContain(path);
      expect(match?.params).toEqual(Object.fromEntries(names.map((name) => [name, value])));
    }
  });

  it('means the fixed segment where a place for an id would fit too', () => {
    expect(matchAddress(['v1', 'datasets', 'preview'])?.operations.map(({ id }) => id)).toEqual([
      'previewImport',
    ]);
    expect(matchAddress(['v1', 'runs', 'tags'])?.operations.map(({ id }) => id)).toEqual(['tagRuns']);
    expect(matchAddress(['v1', 'runs', 'tags', 'events'])?.params).toEqual({ runId: 'tags' });
  });

  it('lists the methods to OPTIONS, and answers a page of another origin where one may ask', async () => {
    const listed = await ask('OPTIONS', '/api/v1/keys');
    expect([listed.status, listed.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
    const asked = await ask('OPTIONS', '/api/v1/slots/slt_1/prompt', { origin: 'https://shop.example' });
    expect(asked.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS');
  });
});
