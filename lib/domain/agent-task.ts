import type { EnvironmentRef } from './environment-ref';

/** Task and candidate of one rollout, as the one message of its call holds them. */
export interface AgentTask {
  readonly input: { readonly question: string; readonly context: string };
  /** Absent = the agent acts upon nothing of ours. */
  readonly environment?: EnvironmentRef;
  readonly candidateHash: string;
  /** Text of each component, by name. */
  readonly components: Readonly<Record<string, string>>;
}

export const agentTaskText = (task: AgentTask): string => JSON.stringify(task);

export const agentTaskOf = (text: string): AgentTask => JSON.parse(text) as AgentTask;
