'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import { listAgentRunners } from '@/lib/contracts/agent-runners';
import { listTools, type listToolsBody } from '@/lib/contracts/agent-tools';
import {
  archiveAgent,
  createAgent,
  type createAgentBody,
  getAgent,
  listAgentRollouts,
  listAgents,
  restoreAgent,
  setAgentSecret,
  testAgent,
  type testAgentBody,
  updateAgent,
} from '@/lib/contracts/agents';
import { listCommands } from '@/lib/contracts/commands';

const KEY = ['agents'];
const MANY = 200;
const LOOK_MS = 5000;

/** Agents to choose from: not archived. */
export function useAgentChoices() {
  return useQuery({
    queryKey: [...KEY, 'choices'],
    queryFn: async ({ signal }) => (await callApi(listAgents, { query: { limit: MANY }, signal })).items,
  });
}

/** Programs that live workers know as agents, or as servers of tools. */
export function usePrograms(use: 'agent' | 'mcp' = 'agent') {
  return useQuery({
    queryKey: ['commands', use],
    queryFn: async ({ signal }) => (await callApi(listCommands, { query: { use }, signal })).items,
  });
}

/** Asks the servers each time. */
export function useListTools() {
  return useMutation({
    mutationFn: (body: z.input<typeof listToolsBody>) => callApi(listTools, { body }),
  });
}

export function useAgents(search: string, archived: boolean) {
  return usePages({
    key: [...KEY, 'list', search, archived],
    read: (query, signal) =>
      callApi(listAgents, {
        query: { ...query, archived: archived ? 'true' : 'false', ...(search ? { search } : {}) },
        signal,
      }),
  });
}

/** Read again every few seconds while a rollout is open. */
export function useAgent(agentId: string | null) {
  return useQuery({
    queryKey: [...KEY, 'one', agentId],
    enabled: agentId !== null,
    queryFn: ({ signal }) => callApi(getAgent, { params: { agentId: agentId ?? '' }, signal }),
    refetchInterval: ({ state }) => ((state.data?.figures.open ?? 0) > 0 ? LOOK_MS : false),
  });
}

export function useAgentRollouts(agentId: string) {
  return usePages({
    key: [...KEY, 'rollouts', agentId],
    read: (query, signal) => callApi(listAgentRollouts, { params: { agentId }, query, signal }),
    again: {
      everyMs: LOOK_MS,
      isLive: (pages) =>
        pages.some(({ items }) => items.some(({ status }) => status === 'queued' || status === 'running')),
    },
  });
}

function useAgentChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => client.invalidateQueries({ queryKey: KEY }) });
}

type AgentBody = z.input<typeof createAgentBody>;

/** Makes one, or changes the one that is named. */
export function useSaveAgent(agentId: string | null) {
  return useAgentChange((body: AgentBody) =>
    agentId === null ? callApi(createAgent, { body }) : callApi(updateAgent, { params: { agentId }, body }),
  );
}

export function useSetAgentSecret(agentId: string) {
  return useAgentChange((secret: string | null) =>
    callApi(setAgentSecret, { params: { agentId }, body: { secret } }),
  );
}

export function useArchiveAgent(agentId: string) {
  return useAgentChange((archived: boolean) =>
    callApi(archived ? archiveAgent : restoreAgent, { params: { agentId } }),
  );
}

export function useTestAgent(agentId: string) {
  return useAgentChange((body: z.input<typeof testAgentBody>) =>
    callApi(testAgent, { params: { agentId }, body }),
  );
}

/** Runners of an agent, read again every few seconds: they come and go by themselves. */
export function useAgentRunners(agentId: string) {
  return useQuery({
    queryKey: [...KEY, 'runners', agentId],
    queryFn: ({ signal }) => callApi(listAgentRunners, { params: { agentId }, signal }),
    refetchInterval: LOOK_MS,
  });
}
