import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { openaiEmbedder } from './embedder';
import { connectProvider } from './provider-connection';

it('gives unit vectors in the order of the texts, and no direction to an empty text', async () => {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const { input } = JSON.parse(text) as { input: string[] };
    const data = input
      .map((each, index) => ({ index, embedding: [each.length * 3, each.length * 4] }))
      .reverse();
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const settings = {
    id: 'prv_1',
    name: 'Test',
    baseUrl: `http://127.0.0.1:${port}/v1`,
    apiKey: null,
    headers: {},
    timeoutMs: 120_000,
    maxAttempts: 1,
    requestsPerMinute: null,
    tokensPerMinute: null,
    concurrency: 2,
  };
  const embedder = openaiEmbedder(connectProvider(settings, ['127.0.0.1']), { model: 'e', runId: 'run_1' });
  try {
    const vectors = await embedder.embed(['one', '', 'three']);
    expect(vectors.map((vector) => vector.map((each) => Math.round(each * 10) / 10))).toEqual([
      [0.6, 0.8],
      [0, 0],
      [0.6, 0.8],
    ]);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
