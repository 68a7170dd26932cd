import { readEvaluatorReply } from '@/lib/contracts/evaluator-reply';
import type { Cause } from '@/lib/domain/cause';
import { AppError } from '@/lib/errors/app-error';
import type { Environment, EnvironmentOutcome, EnvironmentRequest } from '@/lib/ports/environment';
import type { Command, Commands } from '@/server/config/commands';
import { config } from '@/server/config/config';
import { logOf } from '@/server/observability/log';
import { makeGate } from './gate';
import { wholeOutput } from './program-output';
import { type ProgramEnd, runProgram } from './program-process';

const STDOUT_MAX = 64 * 1024;

/**
 * The programs of the worker's operator as an environment. A program reads one JSON object on its standard input and
 * writes a number 0..1 or {"score": 0..1, "objectives"?, "sideInformation"?, "notes"?} on its standard output. One that fails, runs too long or writes nonsense
 * gives a cause. One that this worker does not know is another matter: another worker may know it, so the run goes
 * back into the queue.
 */
export function makeCommandEnvironment(commands: Commands): Environment {
  const gates = new Map([...commands].map(([name, { concurrency }]) => [name, makeGate(concurrency)]));
  return {
    async run(request, signal) {
      const command = commands.get(request.command);
      const gate = gates.get(request.command);
      if (!command || !gate) throw unknownCommand(request.command);
      const startedMs = performance.now();
      const stdin = JSON.stringify(request.input);
      const { argv, timeoutMs, memoryMb } = command;
      const end = await gate(() =>
        runProgram({ argv, timeoutMs, memoryMb, stdin, signal, stdout: wholeOutput(STDOUT_MAX) }),
      );
      if (end.kind === 'aborted') throw signal?.reason ?? new Error('The call was given up.');
      return outcomeOf(end, request, { command, delayMs: performance.now() - startedMs });
    },
  };
}

export function unknownCommand(name: string): AppError {
  return new AppError('ENVIRONMENT_DOWN', `This worker does not know the program ${name}.`, {
    userMessage: `The program ${name} is not named in this worker's configuration; another worker is awaited.`,
  });
}

interface Told {
  readonly command: Command;
  readonly delayMs: number;
}

function outcomeOf(
  end: Exclude<ProgramEnd, { kind: 'aborted' }>,
  request: EnvironmentRequest,
  { command, delayMs }: Told,
): EnvironmentOutcome {
  if (end.kind === 'exited' && end.code === 0) {
    const said = readEvaluatorReply(end.stdout);
    if (said !== null) return { ok: true, ...said, delayMs };
  }
  const cause = causeOf(end, command);
  // Standard error may quote the prompt's answer, so it is logged only where prompts are logged.
  const stderr = end.kind === 'exited' && config().logPrompts ? end.stderr : undefined;
  logOf('environment').info({ program: request.command, cause: cause.message, stderr }, 'No score came.');
  return { ok: false, cause, delayMs };
}

function causeOf(end: Exclude<ProgramEnd, { kind: 'aborted' }>, { timeoutMs, memoryMb }: Command): Cause {
  switch (end.kind) {
    case 'overTime':
      return { code: 'timedOut', message: `The program was ended after its ${timeoutMs / 1000} s.` };
    case 'overMemory':
      return failed(`The program was ended when it held more than its ${memoryMb} MB.`);
    case 'overOutput':
      return failed('The program was ended because it wrote more than 64 kB.');
    case 'overProcesses':
      return failed('The program was ended because it started too many processes.');
    case 'killedBySignal':
      return failed(`The program was killed by ${end.signal}.`);
    case 'notStarted':
      return failed('The program could not be started; its worker logs why.');
    case 'exited':
      return end.code === 0
        ? { code: 'unparseable', message: 'The program wrote no {"score": 0..1}.' }
        : failed(`The program ended with code ${end.code}.`);
  }
}

const failed = (message: string): Cause => ({ code: 'programFailed', message });
