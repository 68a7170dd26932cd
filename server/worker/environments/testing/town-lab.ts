import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { registerSplitBody } from '@/lib/contracts/splits';
import { createTaskBody } from '@/lib/contracts/tasks';
import { agentSettings } from '@/lib/domain/agent';
import { TOWN_TASKS } from '@/lib/testing/appworld/town-tasks';
import { fakeCommand } from '@/server/adapters/testing/appworld/fake-command';
import { freePort, isPortFree } from '@/server/config/ports';
import { isAlive } from '@/server/db/postgres-process';
import { createAgent } from '@/server/services/agents/save-agent';
import { createTask } from '@/server/services/datasets/manage-tasks';
import { registerSplit } from '@/server/services/datasets/register-split';
import { addAppWorldTasks } from '@/server/services/environments/import-tasks';
import { startRun } from '@/server/services/launches/start-run';
import {
  type AgentOptions,
  openProxiedAgentLab,
  type ProxiedAgentLab,
} from '../../agents/testing/proxied-agent-lab';
import { closeWorlds } from '../environment-agents';
import { townTurn } from './town-turn';

/**
 * Runs of the code agent on the tasks of the town, with servers that this process or its workers start: model calls go
 * through the recording proxy to an endpoint that keeps its own bill.
 */
export interface TownLab extends Pick<ProxiedAgentLab, 'lab' | 'endpoint'> {
  /** The id of a new run of the agent. */
  start(): Promise<string>;
  /** Process ids of all servers that were ever started. */
  servers(): readonly number[];
  living(): readonly number[];
  close(): Promise<void>;
}

/** Worlds at once. */
const WORLDS = 2;

export async function openTownLab(fault?: AgentOptions['fault']): Promise<TownLab> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-town-'));
  const port = await freePortPair();
  const command = fakeCommand([]);
  const argv = command.kind === 'command' ? command.argv : [];
  process.env.WAGGLE_APPWORLD_COMMAND = [...argv, folder].join(' ');
  process.env.WAGGLE_APPWORLD_PORTS = `${port}-${port + WORLDS - 1}`;
  const there = await openProxiedAgentLab({
    ...{ train: 2, heldOut: 2 },
    fault: (call) => fault?.(call) ?? townTurn(call),
  });
  const experimentId = await townExperiment(there);
  const servers = () => readdirSync(folder).map(Number);
  return {
    ...{ lab: there.lab, endpoint: there.endpoint, servers },
    start: async () =>
      (await startRun(there.lab.actor, { experimentId, kind: 'comparisonPoint', seed: 7 })).id,
    living: () => servers().filter(isAlive),
    async close() {
      await closeWorlds();
      await there.close();
      rmSync(folder, { recursive: true });
      delete process.env.WAGGLE_APPWORLD_COMMAND;
      delete process.env.WAGGLE_APPWORLD_PORTS;
    },
  };
}

async function townExperiment({ lab }: ProxiedAgentLab): Promise<string> {
  const { actor, makeExperiment, splitId, providerId } = lab;
  const taskIds = TOWN_TASKS.map(({ id }) => id);
  const dataset = await addAppWorldTasks(actor, { name: 'Lindenmoor', taskIds });
  const rule = { kind: 'counts', counts: { train: 3, selection: 0, heldOut: 3, confirmation: 0 } };
  const split = await registerSplit(actor, {
    datasetId: dataset.id,
    ...registerSplitBody.parse({ name: 'Halves', rule, salt: 'town' }),
  });
  const body = createTaskBody.parse({ name: 'Errands', scoring: { kind: 'environment' } });
  const task = await createTask(actor, body, () => undefined);
  const settings = agentSettings.parse({
    ...{ kind: 'appworld', reset: 'eachRollout', tools: 'sandboxed', rolloutsMax: WORLDS },
  });
  const agent = await createAgent(actor, { name: 'Errand agent', settings }, () => undefined);
  const practice = (name: string) => ({ providerId, model: `practice-${name}` });
  return await makeExperiment({
    ...{ taskId: task.id, splitId: split.id, agentId: agent.id, lanes: WORLDS },
    models: {
      serving: { providerId: `prv_endpoint_${splitId}`, model: 'adder' },
      ...{ proposer: practice('proposer'), evaluator: practice('judge') },
    },
    batch: { kind: 'static', size: 3, reason: 'A test takes all examples at once.' },
    method: { name: 'ace', maxRounds: 1 },
  });
}

async function freePortPair(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (await isPortFree(port + 1)) return port;
  }
}
