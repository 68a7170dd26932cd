import { z } from 'zod';
import type { NetworkPolicy, TaskMachine } from '@/lib/domain/environment-task';
import { serviceName } from './artifact-list';
import { environmentSection } from './environment-section';
import { account, filledText, seconds, variables } from './field-kinds';
import { checkHosts, networkPolicyOf, phaseNetworkFields } from './network-fields';

/** The sections of the three phases: the agent, the tests, the oracle's solution. Null is a value that was not given. */
type Account = string | number;

/** Time limit of a phase that gives none. */
export const PHASE_SECONDS = 600;

export interface AgentSection {
  readonly timeoutSeconds: number | null;
  readonly user: Account | null;
  readonly network: NetworkPolicy | null;
}

export const agentSection = z
  .strictObject({ timeout_sec: seconds.optional(), user: account.optional(), ...phaseNetworkFields })
  .superRefine(checkHosts)
  .transform(
    (section): AgentSection => ({
      timeoutSeconds: section.timeout_sec ?? null,
      user: section.user ?? null,
      network: networkPolicyOf(section),
    }),
  )
  .prefault({});

const collectHook = z
  .strictObject({
    command: filledText,
    service: serviceName.default('main'),
    timeout_sec: seconds.default(60),
    user: account.optional(),
  })
  .transform(({ command, service, timeout_sec: timeoutSeconds, user = null }) => {
    return { command, service, timeoutSeconds, user };
  });

export interface VerifierSection extends AgentSection {
  readonly variables: Readonly<Record<string, string>>;
  readonly mode: 'shared' | 'separate' | null;
  readonly machine: Omit<TaskMachine, 'definition'> | null;
  readonly collect: readonly z.output<typeof collectHook>[];
}

export const verifierSection = z
  .strictObject({
    timeout_sec: seconds.optional(),
    user: account.optional(),
    ...phaseNetworkFields,
    env: variables.default({}),
    environment_mode: z.enum(['shared', 'separate'], 'Give "shared" or "separate".').optional(),
    environment: environmentSection.optional(),
    collect: z.array(collectHook, 'Give a list of commands.').default([]),
  })
  .superRefine((section, context) => {
    checkHosts(section, context);
    if (section.environment_mode !== 'shared' || section.environment === undefined) return;
    const message = 'Tests on the machine of the agent cannot have an environment of their own.';
    context.addIssue({ code: 'custom', path: ['environment_mode'], message });
  })
  .transform(
    (section): VerifierSection => ({
      timeoutSeconds: section.timeout_sec ?? null,
      user: section.user ?? null,
      network: networkPolicyOf(section),
      variables: section.env,
      mode: section.environment_mode ?? (section.environment === undefined ? null : 'separate'),
      machine: section.environment ?? null,
      collect: section.collect,
    }),
  )
  .prefault({});

export const solutionSection = z.strictObject({ env: variables.default({}) }).prefault({});
