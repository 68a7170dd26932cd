import { z } from 'zod';
import type { EnvironmentRef } from './environment-ref';
import { toolAgentFields, toolFaults, toolOfComponent } from './tool-agent';

/**
 * An agent: what attempts a task for one example with one candidate. A run pins one version of one agent by the hash of
 * its settings; without an agent a rollout is one model call (kind `answer`). Knows nothing of how an agent is reached.
 */
export const AGENT_KINDS = ['answer', 'http', 'program', 'runner', 'tools', 'terminal', 'appworld'] as const;
export type AgentKind = (typeof AGENT_KINDS)[number];

/**
 * How a component of the candidate reaches the model: the agent reads the job itself (`given`), or the proxy replaces
 * the marker `{{waggle:NAME}}` in system text (`marker`) or puts the text before the system text (`prepend`).
 */
export const injectionWays = ['given', 'marker', 'prepend'] as const;
export type InjectionWay = (typeof injectionWays)[number];

export const componentName = z
  .string()
  .regex(
    /^(?:[a-z][a-z0-9_-]{0,39}|tool\.[A-Za-z0-9_-]{1,64})$/,
    'A name is lower-case letters, digits, hyphens and underscores, or tool. and the name of a tool.',
  );

export const agentComponent = z.strictObject({
  name: componentName,
  injection: z.enum(injectionWays).default('given'),
  /** Text that a run starts from where the experiment gives none. */
  initialText: z.string().max(200_000).default(''),
});
export type AgentComponent = z.output<typeof agentComponent>;

/** Caps of one rollout. Reaching one ends the rollout with the status `limit`, scored on what is there. */
export const rolloutLimits = z.strictObject({
  modelCalls: z.int().min(1).max(10_000).default(40),
  tokens: z.int().min(1).max(100_000_000).default(200_000),
  /** Null = no cap in dollars for one rollout. */
  usd: z.number().positive().max(10_000).nullable().default(null),
  /** The agent's own time; waits for provider, proxy and queue do not count. */
  seconds: z.int().min(1).max(86_400).default(900),
});
export type RolloutLimits = z.output<typeof rolloutLimits>;

/** Header that carries the secret; null = none is sent. */
const header = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]{0,59}$/, 'A header is letters, digits and hyphens.')
  .nullable()
  .default(null);

const agentCommon = {
  components: z
    .array(agentComponent)
    .min(1)
    .max(20)
    .default([{ name: 'system', injection: 'given', initialText: '' }]),
  limits: rolloutLimits.prefault({}),
  /** Model calls go through the recording proxy: they are measured and injection is proven. */
  proxied: z.boolean().default(true),
  /** How its state is brought back to the start for each rollout; undeclared shared state blocks verdicts. */
  reset: z.enum(['stateless', 'eachRollout', 'undeclared']).default('undeclared'),
  /** Live tools have effects outside: never more than one rollout at once. */
  tools: z.enum(['none', 'dry', 'sandboxed', 'live']).default('none'),
  /** Rollouts that may run at once. */
  rolloutsMax: z.int().min(1).max(10_000).default(8),
};

const harborWord = z
  .string()
  .trim()
  .max(200)
  .regex(/^[A-Za-z0-9][\w.:/@+-]*$/, 'Give a name as Harbor knows it, such as terminus-2 or openai/gpt-5.');

/** The operator of the workers names Harbor's command. Its agent is one that Harbor knows, or an import path. */
const harborAgent = z.strictObject({
  agent: harborWord,
  /** Names the provider's dialect to Harbor; null = the model of the experiment, as one of OpenAI's dialect. */
  model: harborWord.nullable().default(null),
});

export const agentSettings = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('http'),
      /** The job is posted here; a public https address, or one that the operator allows. */
      url: z
        .url({ protocol: /^https?$/, error: 'Give an http or https address.' })
        .max(2000)
        .meta({ examples: ['https://agents.example.com/rollout'] }),
      header,
      ...agentCommon,
    }),
    z.strictObject({
      kind: z.literal('program'),
      /** A name from the configuration of the workers; never a path or arguments. */
      command: z
        .string()
        .regex(/^[a-z][a-z0-9-]{0,62}$/, 'A name is lower-case letters, digits and hyphens.'),
      ...agentCommon,
    }),
    /** Processes of the user's own lease its rollouts by the agent's name; nothing is sent to them. */
    z.strictObject({ kind: z.literal('runner'), ...agentCommon }),
    z.strictObject({
      /** The built-in loop: `system` is its system text, `tool.NAME` the description of a tool. */
      kind: z.literal('tools'),
      ...toolAgentFields,
      header,
      ...agentCommon,
    }),
    z.strictObject({
      /** Acts in the sandbox of a task: the built-in terminal agent, or an agent that is installed there. */
      kind: z.literal('terminal'),
      /** How the built-in agent's model replies. */
      replies: z.enum(['json', 'xml']).default('json'),
      /** A command of the sandbox that attempts the task instead; null = the built-in agent. */
      command: z.string().trim().min(1).max(4000).nullable().default(null),
      /** Harbor runs the attempt, with an agent of its own; absent = a sandbox of the worker. */
      harbor: harborAgent.optional(),
      ...agentCommon,
    }),
    /** The built-in code agent for worlds of AppWorld servers, which the operator of the workers has named. */
    z.strictObject({ kind: z.literal('appworld'), ...agentCommon }),
  ])
  .refine(({ components }) => new Set(components.map(({ name }) => name)).size === components.length, {
    path: ['components'],
    error: 'Give each component a name of its own.',
  })
  .refine(({ tools, rolloutsMax }) => tools !== 'live' || rolloutsMax === 1, {
    path: ['rolloutsMax'],
    error: 'Live tools have effects outside, so only one rollout may run at once.',
  })
  .refine(
    ({ proxied, components }) => proxied || components.every(({ injection }) => injection === 'given'),
    {
      path: ['components'],
      error: 'Without the proxy the agent must read each component from the job.',
    },
  )
  .refine(
    ({ components }) =>
      components.every(({ name, injection }) => toolOfComponent(name) === null || injection === 'given'),
    { path: ['components'], error: 'The agent itself puts the description of a tool in its place.' },
  )
  .refine(
    ({ kind, reset, tools }) => !isInEnvironment(kind) || (reset === 'eachRollout' && tools === 'sandboxed'),
    {
      path: ['reset'],
      error: 'Each rollout has an environment of its own, so its state is reset and its tools are sandboxed.',
    },
  )
  .refine((settings) => settings.kind !== 'terminal' || !settings.harbor || settings.command === null, {
    path: ['command'],
    error: 'Harbor starts its own agent, so there is no command to give.',
  })
  .refine((settings) => !isInEnvironment(settings.kind) || settings.proxied, {
    path: ['proxied'],
    error: 'An agent in an environment calls its model through Waggle.',
  })
  .superRefine((settings, context) => {
    if (settings.kind !== 'tools') return;
    for (const fault of toolFaults(settings)) context.addIssue({ code: 'custom', ...fault });
  })
  .meta({
    id: 'AgentSettings',
    description: 'An agent: how it is reached, what it learns, what it may use.',
  });
export type AgentSettings = z.output<typeof agentSettings>;

/** Kinds that act in an environment of ours, which scores them. */
export function isInEnvironment(kind: AgentKind): kind is 'terminal' | 'appworld' {
  return kind === 'terminal' || kind === 'appworld';
}

/** The kind of environment that its examples have to name; null = it acts in none of ours. */
export const environmentOf = (kind: AgentKind): EnvironmentRef['kind'] | null =>
  kind === 'terminal' ? 'task' : kind === 'appworld' ? 'appworld' : null;

/** The part of a manifest that says which agent attempts the examples; absent = one model call. */
export const pinnedAgent = z.strictObject({
  id: z.string(),
  name: z.string(),
  version: z.int().min(1),
  /** sha256 of the canonical settings. */
  hash: z.string(),
  settings: agentSettings,
});
export type PinnedAgent = z.output<typeof pinnedAgent>;
