import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { RolloutJob } from '@/lib/domain/rollout-documents';
import { makeProgramAgent } from '@/server/adapters/agents/program-agent';
import type { ProgramIsolation } from '@/server/adapters/program-isolation';
import type { Ticker } from '@/server/adapters/ticker';
import type { AgentProgram } from '@/server/config/commands';
import { type CarrierUnderTest, makeEvent } from './agent-carrier-contract';
import { openLoopbackServer } from './loopback-server';

/** A real program as agent, with a server that it reports to. */
export interface ProgramAgentUnderTest extends CarrierUnderTest {
  readonly environments: readonly Record<string, string>[];
  readonly lines: readonly number[];
}

interface Witnessed {
  readonly stopping?: true;
  readonly job: RolloutJob;
  readonly environment: Record<string, string>;
  readonly lines: number;
}

export interface OpenSettings {
  /** Program and arguments before those of the script. */
  readonly argv: readonly string[];
  readonly answer: string;
  readonly mode: 'answer' | 'hang' | 'deaf' | 'family';
  readonly isolation: ProgramIsolation;
  readonly ticker?: Ticker;
  readonly program?: Partial<AgentProgram>;
}

export const isPythonThere = spawnSync('python3', ['-c', '']).status === 0;

export async function openProgramAgent(settings: OpenSettings): Promise<ProgramAgentUnderTest> {
  const { argv, answer, mode, isolation, ticker, program } = settings;
  const began = makeEvent();
  const told = makeEvent();
  const said: Witnessed[] = [];
  const witness = await openLoopbackServer<Witnessed>(({ body }, response) => {
    response.end();
    if (body.stopping) return told.happen();
    said.push(body);
    began.happen();
  });
  const mark = `mark-${randomUUID()}`;
  const carrier = makeProgramAgent({
    name: 'tested',
    isolation,
    ...(ticker ? { ticker } : {}),
    program: {
      argv: [...argv, witness.url, answer, mode, mark],
      ...{ memoryMb: 2048, processes: 64, concurrency: 4, ...program },
    },
  });
  return {
    carrier,
    began: began.happened,
    told: told.happened,
    get jobs() {
      return said.map(({ job }) => job);
    },
    get environments() {
      return said.map(({ environment }) => environment);
    },
    get lines() {
      return said.map(({ lines }) => lines);
    },
    async close() {
      await witness.close();
      await expect.poll(() => processesWith(mark), { message: 'nothing is left running' }).toEqual([]);
    },
  };
}

/** Zombies have no arguments any more. Always empty where there is no /proc. */
function processesWith(mark: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark);
    } catch {
      return false;
    }
  });
}
