import type { PinnedAgent } from '@/lib/domain/agent';
import { type RolloutJob, rolloutJob } from '@/lib/domain/rollout-documents';
import { type LoopbackServer, openLoopbackServer } from '@/server/adapters/testing/loopback-server';
import { forgetConfig } from '@/server/config/config';
import { db } from '@/server/db/client';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { listen } from '@/server/serving/node-server';
import { closeRollouts, rollouts } from '@/server/serving/rollouts/rollouts';
import { closeServingPool } from '@/server/serving/serving-pool';
import {
  type EndpointCall,
  type ModelEndpoint,
  type Scripted,
  startModelEndpoint,
  USD_PER_MILLION,
} from '@/server/testing/model-endpoint';
import { pinnedAgent } from './run-with-agent';

/**
 * A run's whole way over real HTTP: a worker posts a job to an agent, the agent calls its model through the recording
 * proxy, the proxy calls a provider that keeps its own bill.
 */
export interface ProxiedAgentLab {
  readonly lab: PracticeLab;
  readonly endpoint: ModelEndpoint;
  readonly server: LoopbackServer<RolloutJob>;
  readonly agent: PinnedAgent;
  readonly experimentId: string;
  close(): Promise<void>;
}

export interface AgentOptions {
  readonly train: number;
  readonly heldOut: number;
  readonly experiment?: object;
  readonly settings?: object;
  /** Faults of the provider; undefined = it answers. */
  readonly fault?: (call: EndpointCall) => Scripted | undefined;
  /** Called with each job before the agent works; what it gives back replaces the agent's work. */
  readonly before?: (job: RolloutJob) => Promise<unknown> | undefined;
  /** System text of the agent's calls; absent = the component as the job has it. */
  readonly system?: (job: RolloutJob) => string;
}

const SUMS = /What is (\d+) plus a quarter/;

/** Adds with a tool in the first turn; answers right in the second once its system text has grown. */
function modelTurn({ body }: EndpointCall): Scripted {
  const text = JSON.stringify(body);
  const number = SUMS.exec(text)?.[1] ?? '';
  if (!text.includes('"role":"tool"')) return { calls: [{ name: 'add', input: { a: Number(number) } }] };
  return { text: text.length > 1_500 ? `${number}.25` : number };
}

interface Completion {
  readonly choices: readonly {
    readonly message: {
      readonly content: string | null;
      readonly tool_calls?: readonly { readonly id: string }[];
    };
  }[];
}

/** A loop of two turns with one tool, as anybody's agent has it. */
export async function solveSum(job: RolloutJob, system: string): Promise<unknown> {
  const { version, rolloutId, attempt, model, task } = job;
  const head = { version, rolloutId, attempt };
  const messages: object[] = [
    { role: 'system', content: system },
    { role: 'user', content: task.input.question },
  ];
  for (;;) {
    const response = await fetch(`${model?.openaiBaseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${model?.apiKey}` },
      body: JSON.stringify({ model: model?.name, messages }),
    });
    if (!response.ok) {
      const message = (await response.text()).slice(0, 500);
      return { ...head, status: 'failed', error: { kind: 'agent', code: `http${response.status}`, message } };
    }
    const message = ((await response.json()) as Completion).choices[0]?.message;
    const [call] = message?.tool_calls ?? [];
    if (call === undefined) return { ...head, status: 'completed', output: { text: message?.content ?? '' } };
    messages.push(message ?? {}, { role: 'tool', tool_call_id: call.id, content: 'Error: out of paper' });
  }
}

export async function openProxiedAgentLab(options: AgentOptions): Promise<ProxiedAgentLab> {
  const { train, heldOut, fault, before, system } = options;
  process.env.WAGGLE_ALLOWED_ADDRESSES = '127.0.0.1';
  const lab = await openPracticeLab({ train, heldOut, timeScale: null });
  const endpoint = await startModelEndpoint((call) => fault?.(call) ?? modelTurn(call));
  const proxy = await listen(rollouts().handler, { host: '127.0.0.1', port: 0 });
  process.env.WAGGLE_AGENT_PROXY_URL = `http://127.0.0.1:${proxy.port}`;
  forgetConfig();
  const server = await openLoopbackServer<RolloutJob>(({ body, method }, response) => {
    if (method === 'DELETE') return response.end();
    const job = rolloutJob.parse(body);
    const solve = () =>
      solveSum(job, system?.(job) ?? `Add.\n${Object.values(job.candidate.components).join()}`);
    (before?.(job) ?? solve()).then(
      (outcome) => response.end(JSON.stringify(outcome)),
      () => response.destroy(),
    );
  });
  const providerId = `prv_endpoint_${lab.splitId}`;
  const { workspaceId } = lab.actor;
  await db().provider.create({
    data: {
      ...{ id: providerId, workspaceId, name: 'Endpoint', baseUrl: endpoint.openaiUrl, hardware: 'none' },
      models: {
        create: {
          ...{ id: `mdl_${providerId}`, name: 'adder' },
          ...{ usdPerMillionIn: USD_PER_MILLION.in, usdPerMillionOut: USD_PER_MILLION.out },
        },
      },
    },
  });
  const practice = (name: string) => ({ providerId: lab.providerId, model: `practice-${name}` });
  const serving = { providerId, model: 'adder' };
  const experimentId = await lab.makeExperiment({
    batch: { kind: 'static', size: 8, reason: 'A test compares runs at one size.' },
    models: { serving, proposer: practice('proposer'), evaluator: practice('judge') },
    ...options.experiment,
  });
  return {
    ...{ lab, endpoint, server, experimentId },
    agent: pinnedAgent({ kind: 'http', url: server.url, ...options.settings }),
    async close() {
      await server.close();
      await proxy.close(1_000);
      await closeRollouts();
      await closeServingPool();
      await lab.close();
      await endpoint.close();
    },
  };
}
