import type { RolloutJob, RolloutOutcome } from '@/lib/domain/rollout-documents';
import type { AgentCarrier, CarryContext, CarryEnd } from '@/lib/ports/agent';
import { makeGate } from '@/server/adapters/gate';
import {
  hiddenFromPrograms,
  type ProgramIsolation,
  programIsolation,
} from '@/server/adapters/program-isolation';
import { lastLineOfOutput } from '@/server/adapters/program-output';
import { type ProgramEnd, runProgram } from '@/server/adapters/program-process';
import { systemTicker, type Ticker } from '@/server/adapters/ticker';
import type { AgentProgram } from '@/server/config/commands';
import { config } from '@/server/config/config';
import { logOf } from '@/server/observability/log';
import { agentFault, infrastructureFault, readOutcome } from './read-outcome';

/**
 * An agent that is a program of the worker's operator: it reads the job as one JSON line on standard input and writes
 * the outcome as the last line of standard output that is not empty. Lines before it are its log and are not kept.
 * One carrier serves one program on one worker, since its concurrency holds for all runs together.
 */
export interface ProgramAgentSettings {
  readonly name: string;
  readonly program: AgentProgram;
  readonly isolation?: ProgramIsolation;
  readonly ticker?: Ticker;
}

const OUTPUT = { lineCharsMax: 16_000_000, charsMax: 64_000_000 };
const GRACE_MS = 10_000;

export function makeProgramAgent(settings: ProgramAgentSettings): AgentCarrier {
  const { name, program, isolation = programIsolation(), ticker = systemTicker } = settings;
  const gate = makeGate(program.concurrency);

  async function carry(job: RolloutJob, { signal, posted }: CarryContext): Promise<CarryEnd> {
    const ended = new AbortController();
    let said: RolloutOutcome | undefined;
    // The agent has done its work: it is asked to end, with time to tidy up.
    posted.then((outcome) => {
      said = outcome;
      ended.abort();
    });
    const until = AbortSignal.any([signal, ended.signal]);
    const { argv, memoryMb, processes: processesMax } = program;
    const start = {
      ...{ argv, memoryMb, processesMax, signal: until, variables: variablesOf(job) },
      stdin: `${JSON.stringify(job)}\n`,
      stdout: lastLineOfOutput(OUTPUT),
      grace: { ms: GRACE_MS, ticker },
      ...(isolation === 'none' ? {} : { sandbox: { hidden: hiddenFromPrograms() } }),
    };
    const end = await gate(() => runProgram(start), until).catch((error) => {
      if (until.aborted) return { kind: 'aborted' } as const;
      throw error;
    });
    if (said !== undefined) return { kind: 'outcome', outcome: said };
    const came = readEnd(end, job);
    if (came.kind === 'failed') report(name, came, end);
    return came;
  }

  return { carry };
}

/** Names of our own: `OPENAI_*` would reach every program that the agent starts, whatever model that is meant to ask. */
function variablesOf({ model }: RolloutJob): Record<string, string> {
  if (model === undefined) return {};
  return {
    WAGGLE_OPENAI_BASE_URL: model.openaiBaseUrl,
    WAGGLE_ANTHROPIC_BASE_URL: model.anthropicBaseUrl,
    WAGGLE_API_KEY: model.apiKey,
    WAGGLE_MODEL: model.name,
  };
}

/** Signals that come from outside of the program: its machine or its operator, not its own fault. */
const SENT = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']);

function readEnd(end: ProgramEnd, job: RolloutJob): CarryEnd {
  switch (end.kind) {
    case 'aborted':
      return { kind: 'stopped' };
    case 'notStarted':
      return infrastructureFault('notStarted', null);
    case 'killedBySignal':
      return SENT.has(end.signal) ? infrastructureFault('killed', null) : agentFault('killed', null);
    case 'exited':
      return end.code === 0 ? readOutcome(end.stdout, job) : agentFault('exited', end.code);
    case 'overMemory':
    case 'overProcesses':
    case 'overOutput':
      return agentFault(end.kind, null);
    case 'overTime':
      throw new Error('A program of an agent has no time limit of its own.');
  }
}

function report(name: string, { fault, code }: Extract<CarryEnd, { kind: 'failed' }>, end: ProgramEnd): void {
  const reason = end.kind === 'notStarted' ? end.reason : undefined;
  // Standard error may quote prompts, so it is logged only where prompts are logged.
  const stderr = end.kind === 'exited' && config().logPrompts ? end.stderr : undefined;
  logOf('agent').info({ program: name, fault, code, reason, stderr }, 'The agent gave no outcome.');
}
