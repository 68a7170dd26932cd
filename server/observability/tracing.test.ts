import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelRequest } from '@/lib/ports/language-model';
import { forgetConfig } from '@/server/config/config';
import { observeModelCall } from './model-call';
import { startTracing, stopTracing } from './tracing';

/** A local collector, so that the test reads exactly the spans that an operator's collector would receive. */
const received: string[] = [];
let collector: Server;

beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      if (request.url === '/v1/traces') received.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    DATABASE_URL: 'postgresql://none@127.0.0.1:1/none',
    WAGGLE_SECRET: 'a secret of the tests, long enough to be taken',
  });
  forgetConfig();
  startTracing('waggle-worker');
});

afterAll(() => {
  collector.close();
});

const request: ModelRequest = {
  role: 'proposer',
  purpose: 'reflect',
  messages: [{ role: 'user', content: 'a prompt that must not appear in a trace' }],
  temperature: 0.5,
  maxTokens: 256,
  seed: 1,
  json: true,
  idempotencyKey: 'key',
};

describe('tracing of model calls', () => {
  it('sends one span per call with the generative-AI attributes, failures with their type, and never the prompt', async () => {
    const call = { provider: 'Some provider', model: 'some-model', request };
    await observeModelCall(call, async () => ({
      ok: true,
      text: 'a reply that must not appear in a trace',
      finishReason: 'stop',
      tokensIn: 12,
      tokensOut: 7,
      tokensCached: 0,
      usageReported: true,
      delayMs: 5,
      attempts: 2,
    }));
    await observeModelCall(call, async () => ({
      ok: false,
      cause: { code: 'rateLimited', message: 'The provider was busy.' },
      tokensIn: 0,
      tokensOut: 0,
      delayMs: 5,
      attempts: 5,
    }));
    await stopTracing();

    const sent = received.join('\n');
    const spans = received.flatMap((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans) as {
      name: string;
      attributes: { key: string; value: Record<string, unknown> }[];
    }[];
    const said = spans.map(({ attributes }) =>
      Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    );
    expect(spans.map(({ name }) => name)).toEqual(['chat some-model', 'chat some-model']);
    expect(said[0]).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'Some provider',
      'gen_ai.request.model': 'some-model',
      'gen_ai.usage.input_tokens': 12,
      'gen_ai.usage.output_tokens': 7,
      'waggle.role': 'proposer',
    });
    expect(said[1]).toMatchObject({ 'error.type': 'rateLimited' });
    expect(sent).toContain('waggle-worker');
    expect(sent).not.toContain('must not appear');
  });
});
