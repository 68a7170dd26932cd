import type { Writable } from 'node:stream';
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import {
  hiddenFromPrograms,
  type ProgramIsolation,
  programIsolation,
} from '@/server/adapters/program-isolation';
import type { KeptOutput } from '@/server/adapters/program-output';
import { runProgram } from '@/server/adapters/program-process';
import { systemTicker } from '@/server/adapters/ticker';
import type { AgentProgram } from '@/server/config/commands';
import { logOf } from '@/server/observability/log';

/**
 * A tool server that is a program of the worker's operator, spoken to over its standard input and output, one JSON message
 * a line. It is started with the limits and the isolation of agents' programs, and `close` ends its whole group.
 */
export interface ToolProgram {
  readonly name: string;
  readonly program: AgentProgram;
  readonly isolation?: ProgramIsolation;
}

const LINE_CHARS_MAX = 16_000_000;
const GRACE_MS = 5_000;

export function programTransport({ name, program, isolation = programIsolation() }: ToolProgram): Transport {
  const over = new AbortController();
  let input: Writable | null = null;
  let ended: Promise<void> = Promise.resolve();

  const transport: Transport = {
    start() {
      const { argv, memoryMb, processes: processesMax } = program;
      return new Promise((resolve) => {
        const end = runProgram({
          ...{ argv, memoryMb, processesMax, signal: over.signal },
          stdin: (pipe) => {
            input = pipe;
            resolve();
          },
          stdout: messagesOf((message) => transport.onmessage?.(message)),
          grace: { ms: GRACE_MS, ticker: systemTicker },
          ...(isolation === 'none' ? {} : { sandbox: { hidden: hiddenFromPrograms() } }),
        });
        ended = end.then((how) => {
          const reason = how.kind === 'notStarted' ? how.reason : undefined;
          if (how.kind !== 'aborted')
            logOf('agent').info({ program: name, end: how.kind, reason }, 'A tool server ended.');
          input = null;
          resolve();
          transport.onclose?.();
        });
      });
    },
    async send(message) {
      if (input === null || input.destroyed) throw new Error('The tool server has ended.');
      input.write(serializeMessage(message));
    },
    async close() {
      input?.end();
      over.abort();
      await ended;
    },
  };
  return transport;
}

/** Lines that are no messages are a log that strayed onto standard output. */
function messagesOf(take: (message: JSONRPCMessage) => void): KeptOutput {
  let open = '';
  return {
    take(chunk) {
      const [rest = '', ...lines] = chunk.split('\n');
      open += rest;
      for (const line of lines) {
        const message = messageIn(open);
        if (message !== null) take(message);
        open = line;
      }
      return open.length <= LINE_CHARS_MAX;
    },
    text: () => '',
  };
}

function messageIn(line: string): JSONRPCMessage | null {
  if (line.trim() === '') return null;
  try {
    return deserializeMessage(line);
  } catch {
    return null;
  }
}
