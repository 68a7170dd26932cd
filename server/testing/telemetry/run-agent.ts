import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { startModelEndpoint } from '../model-endpoint';
import { QUESTION, SYSTEM, TURNS } from '../two-tool-conversation';
import { type SentTelemetry, startTelemetryCollector } from './telemetry-collector';

export interface ToldAgent {
  /** A program of this folder. */
  readonly name:
    | 'ai-sdk'
    | 'genai-logs'
    | 'openai-agents'
    | 'openinference'
    | 'openllmetry'
    | 'traceloop-sdk';
  readonly api: 'chat' | 'responses';
  readonly encoding?: 'json' | 'protobuf';
  readonly isLegacy?: boolean;
  readonly isStreamed?: boolean;
  /** A receiver in the place of the collector, which then gets nothing. */
  readonly receiver?: { readonly url: string; readonly key: string };
}

export interface ToldRun {
  readonly text: string;
  readonly sent: readonly SentTelemetry[];
  /** Tokens that the model counted, call by call. */
  readonly usage: readonly { readonly tokensIn: number; readonly tokensOut: number }[];
}

const AGENT = path.join(import.meta.dirname, 'agent.mjs');

/** Without the variables of the test: the OpenAI Agents SDK traces nothing where NODE_ENV is `test`. */
const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'production' } as const;

/**
 * An agent with real instrumentation in a process of its own, since instrumentations patch modules. It has the
 * conversation of two tools with a scripted model and sends its telemetry to a collector.
 */
export async function runAgent({ name, receiver, ...options }: ToldAgent): Promise<ToldRun> {
  const endpoint = await startModelEndpoint(TURNS);
  const collector = await startTelemetryCollector();
  const given = {
    ...{ encoding: 'protobuf', ...options, model: 'asked-model', system: SYSTEM, question: QUESTION },
    ...{ modelUrl: endpoint.openaiUrl, collectorUrl: receiver?.url ?? collector.url, key: receiver?.key },
  };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [AGENT, name, JSON.stringify(given)], {
      env,
    });
    const text = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    const usage = endpoint.calls.flatMap(({ reply }) => (reply === null ? [] : [reply.usage]));
    return { text, sent: collector.sent, usage };
  } finally {
    await collector.close();
    await endpoint.close();
  }
}
