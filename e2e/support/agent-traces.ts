import { randomBytes } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Api } from './api';

/** An agent outside whose exporter sends a model call at a time to the flag server, in JSON. */
export interface TraceSender {
  send(call: SentCall): Promise<void>;
}

export interface SentCall {
  readonly question: string;
  readonly answer: string;
  /** From an evaluation event of the sender; left out: not judged. */
  readonly judged?: { readonly score: number; readonly explanation: string };
}

const FLAG_SERVER = `http://127.0.0.1:${process.env.WAGGLE_E2E_SERVING_PORT}`;

export async function traceSender(
  api: Api,
  request: APIRequestContext,
  service: string,
): Promise<TraceSender> {
  const { secret } = await api.post<{ secret: string }>('/api/v1/keys', {
    ...{ name: service, role: 'viewer', scopes: ['traces:write'] },
  });
  let sent = 0;
  return {
    async send(call) {
      sent += 1;
      const response = await request.post(`${FLAG_SERVER}/otlp/v1/traces`, {
        headers: { authorization: `Bearer ${secret}` },
        data: requestOf(call, service, Date.now() - 600_000 + sent * 1_000),
      });
      expect(response.status(), await response.text()).toBe(200);
    },
  };
}

const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
const message = (role: string, content: string) =>
  JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);

function requestOf({ question, answer, judged }: SentCall, service: string, startMs: number) {
  const endTimeUnixNano = `${startMs + 900}000000`;
  const span = {
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    ...{ name: 'chat', kind: 3, startTimeUnixNano: `${startMs}000000`, endTimeUnixNano },
    attributes: [
      text('gen_ai.operation.name', 'chat'),
      text('gen_ai.request.model', 'journey-model'),
      text('gen_ai.input.messages', message('user', question)),
      text('gen_ai.output.messages', message('assistant', answer)),
      { key: 'gen_ai.usage.input_tokens', value: { intValue: '120' } },
    ],
    events: judged === undefined ? [] : [evaluation(judged, endTimeUnixNano)],
  };
  const resource = { attributes: [text('service.name', service)] };
  return { resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] };
}

const evaluation = ({ score, explanation }: NonNullable<SentCall['judged']>, timeUnixNano: string) => ({
  ...{ name: 'gen_ai.evaluation.result', timeUnixNano },
  attributes: [
    text('gen_ai.evaluation.name', 'check'),
    { key: 'gen_ai.evaluation.score.value', value: { doubleValue: score } },
    text('gen_ai.evaluation.explanation', explanation),
  ],
});
