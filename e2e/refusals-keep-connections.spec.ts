import { type KeptRequest, keptConnection } from '@/server/http/testing/kept-connection';
import { expect, test } from './support/test';

/**
 * Clients keep their connections: each refusal of the web server that comes before the body must leave the next request
 * on the same connection an answer, through all that a framework does with a body before a handler sees it.
 */
const body = 'x'.repeat(200_000);
const json = { 'content-type': 'application/json' };
const long = 'x'.repeat(1_500_000);
const REFUSALS: readonly (readonly [number, KeptRequest])[] = [
  [401, { path: '/ofrep/v1/evaluate/flags', headers: json }],
  [401, { path: '/ofrep/v1/evaluate/flags/a', headers: { ...json, 'x-api-key': 'wgl_other' } }],
  [405, { method: 'PUT', path: '/ofrep/v1/evaluate/flags/a', headers: json }],
  [404, { path: '/ofrep/v1/elsewhere', headers: json }],
  [401, { path: '/gateway/v1/chat/completions', headers: json }],
  [405, { method: 'PUT', path: '/gateway/v1/chat/completions', headers: json }],
  [401, { path: '/api/v1/runs', headers: json }],
  [401, { path: '/api/v1/datasets', headers: { 'content-type': 'multipart/form-data; boundary=a' } }],
  [405, { method: 'PUT', path: '/api/v1/runs', headers: json }],
  [404, { path: '/api/v1/elsewhere', headers: json }],
  [405, { path: '/api/health', headers: json }],
  [307, { path: '/runs', headers: json }],
];

test('A refusal before the body leaves its connection to the next request, at every address', {
  tag: '@full',
}, async ({ api, baseURL }) => {
  const { secret } = await api.post<{ secret: string }>('/api/v1/keys', {
    ...{ name: `connections ${Date.now()}`, role: 'viewer' },
  });
  const keyed = { authorization: `Bearer ${secret}` };
  const all: typeof REFUSALS = [
    ...REFUSALS,
    [403, { path: '/api/v1/runs', headers: { ...json, ...keyed } }],
    [415, { path: '/api/v1/me/password', headers: { 'content-type': 'text/plain', ...keyed } }],
  ];
  for (const [status, asked] of all) {
    const connection = keptConnection(baseURL ?? '');
    const where = `${asked.method ?? 'POST'} ${asked.path} ${status}`;
    try {
      for (const isReused of [false, true]) {
        const answer = await connection.ask({ ...asked, body });
        expect(answer, where).toMatchObject({ status, isReused });
      }
      const next = await connection.ask({ method: 'GET', path: '/api/health' });
      expect(next, where).toMatchObject({ status: 200, isReused: true });
    } finally {
      connection.close();
    }
  }
});

const BOUNDARY = 'waggle-boundary';
/** Refused at its first part, with so much of a file behind it. */
const refusedForm = (bytes: number) =>
  [
    `--${BOUNDARY}`,
    'content-disposition: form-data; name="options"',
    '',
    '{not JSON',
    `--${BOUNDARY}`,
    'content-disposition: form-data; name="files"; filename="a.jsonl"',
    '',
    'x'.repeat(bytes),
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n');
const multipart = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

test('A refusal amid a body, of too long a body, of a foreign host and of too many requests leaves the next request an answer', async ({
  api,
  baseURL,
}) => {
  const key = (role: string) =>
    api.post<{ secret: string }>('/api/v1/keys', { name: `${role} ${Date.now()}`, role });
  const by = async (role: string) => ({ authorization: `Bearer ${(await key(role)).secret}` });
  const [experimenter, busy] = [await by('experimenter'), await by('viewer')];
  // Its key alone is over the limit then: other journeys go on beside this one.
  const hurry = () =>
    fetch(`${baseURL}/api/v1/runs`, { method: 'POST', headers: busy }).then((r) => r.status);
  for (let statuses: number[] = []; !statuses.includes(429); )
    statuses = await Promise.all(Array.from({ length: 100 }, hurry));
  const asked: readonly (readonly [number, KeptRequest, 'keep-alive' | 'close'])[] = [
    [
      400,
      { path: '/api/v1/datasets', headers: { ...multipart, ...experimenter }, body: refusedForm(300_000) },
      'keep-alive',
    ],
    [
      400,
      { path: '/api/v1/datasets', headers: { ...multipart, ...experimenter }, body: refusedForm(3_000_000) },
      'close',
    ],
    [413, { path: '/api/v1/runs', headers: { ...json, ...experimenter }, body: long }, 'close'],
    [
      413,
      { path: '/api/v1/runs', headers: { ...json, ...experimenter }, body: long, isChunked: true },
      'close',
    ],
    [429, { path: '/api/v1/runs', headers: { ...json, ...busy }, body }, 'keep-alive'],
    [421, { path: '/runs', headers: { ...json, host: 'foreign.example' }, body }, 'keep-alive'],
  ];
  for (const [status, request, after] of asked) {
    const connection = keptConnection(baseURL ?? '');
    const where = `${request.path} ${status} ${request.body?.length}`;
    try {
      for (const isAgain of [false, true]) {
        const answer = await connection.ask(request);
        const isReused = isAgain && after === 'keep-alive';
        expect({ ...answer, text: '' }, where).toEqual({ status, connection: after, isReused, text: '' });
      }
      const next = await connection.ask({ method: 'GET', path: '/api/health' });
      expect(next, where).toMatchObject({ status: 200, isReused: after === 'keep-alive' });
    } finally {
      connection.close();
    }
  }
});
