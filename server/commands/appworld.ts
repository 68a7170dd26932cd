/**
 * `npm run appworld -- check <url> <task>`: is an AppWorld environment server there, and does it judge an idle agent as it
 * should? `solve` runs the built-in code agent on tasks and prints goal completion. Neither prints or writes a text of the
 * benchmark, but `--learn` writes the learned playbook to its file: keep that file out of public places.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { readTaskId } from '@/lib/environments/appworld/task-id';
import { AppError } from '@/lib/errors/app-error';
import { EMPTY_PLAIN_PLAYBOOK, plainStats } from '@/lib/methods/ace/plain-playbook';
import { makeWorldClient } from '@/server/adapters/appworld/world-client';
import { makeWorldPool, type WorldServers } from '@/server/adapters/appworld/world-pool';
import { askEndpoint } from './appworld/ask-endpoint';
import { checkServer } from './appworld/check-server';
import { metricsLines, solveTasks } from './appworld/solve-tasks';
import { unreadableFile } from './support/readable-files';

const program = new Command('appworld').description('AppWorld environment servers').showHelpAfterError();

program
  .command('check')
  .argument('<url>', 'address of a server')
  .argument('<task>', 'id of a task that it has')
  .description('start one task, evaluate it as an idle agent leaves it, and end it')
  .action(async (url: string, task: string) => {
    const world = makeWorldClient({ url, allowedAddresses: [hostOf(url)] });
    const { lines, good } = await checkServer(world, task);
    await world.disconnect();
    for (const line of lines) console.log(line);
    if (!good) process.exitCode = 1;
  });

interface SolveChoices {
  readonly url?: readonly string[];
  readonly start?: string;
  readonly ports?: string;
  readonly tasks: string;
  readonly modelUrl: string;
  readonly model: string;
  readonly keyEnv: string;
  readonly playbook?: string;
  readonly learn?: true;
  readonly steps: string;
}

program
  .command('solve')
  .description('run the code agent on tasks, and print goal completion')
  .option('--url <url...>', 'addresses of servers, one world each')
  .option('--start <command>', 'starts a server; {port} is its port, arguments are split at spaces')
  .option('--ports <first-last>', 'ports for the servers that are started')
  .requiredOption('--tasks <file>', 'ids of tasks, one a line')
  .requiredOption('--model-url <url>', 'an OpenAI-compatible endpoint')
  .requiredOption('--model <name>', 'the model that acts, reflects and curates')
  .option('--key-env <name>', 'variable with the key of the endpoint', 'WAGGLE_APPWORLD_KEY')
  .option('--playbook <file>', 'the playbook to work from')
  .option('--learn', 'reflect after each task, and write what was learned to the file of the playbook')
  .option('--steps <number>', 'most steps of a task', '40')
  .action(async (choices: SolveChoices) => {
    const { playbook: file, learn } = choices;
    const fault = unreadableFile([choices.tasks]);
    if (fault !== null) throw invalid(fault);
    if (learn && file === undefined) throw invalid('--learn needs --playbook, the file that learns.');
    const playbook =
      file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : EMPTY_PLAIN_PLAYBOOK;
    const bullets = [...plainStats(playbook).values()].reduce((sum, count) => sum + count, 0);
    console.log(`playbook\t${bullets} lines`);
    const taskIds = taskIdsIn(readFileSync(choices.tasks, 'utf8'));
    const pool = makeWorldPool({ servers: serversOf(choices), tell: console.error });
    try {
      const results = await solveTasks({
        ...{ pool, taskIds, playbook, stepsMax: wholeNumber(choices.steps), tell: console.log },
        ask: askEndpoint({
          url: choices.modelUrl,
          model: choices.model,
          key: process.env[choices.keyEnv] ?? 'none',
        }),
        ...(learn && file !== undefined ? { keep: (text: string) => writeFileSync(file, text) } : {}),
      });
      for (const line of metricsLines(results)) console.log(line);
    } finally {
      await pool.close();
    }
  });

function serversOf({ url: urls = [], start, ports }: SolveChoices): WorldServers {
  if (start === undefined || ports === undefined) {
    if (urls.length === 0) throw invalid('Name servers by --url, or give --start and --ports.');
    return { kind: 'addresses', urls, allowedAddresses: urls.map(hostOf) };
  }
  const [first = '', last = first] = ports.split('-');
  const [from, to] = [wholeNumber(first), wholeNumber(last)];
  const count = Math.max(0, to - from + 1);
  return {
    kind: 'command',
    argv: start.split(/\s+/).filter((part) => part !== ''),
    ports: Array.from({ length: count }, (_, at) => from + at),
  };
}

/** Tags, which lists may have, are no part of an id for the server. */
function taskIdsIn(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map((line) => readTaskId(line)?.bare ?? fail(`"${line}" is no id of a task.`));
}

const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[(.+)\]$/, '$1');

function wholeNumber(text: string): number {
  return /^\d{1,5}$/.test(text) && Number(text) > 0
    ? Number(text)
    : fail(`"${text}" is no whole number above 0.`);
}

function fail(sentence: string): never {
  throw invalid(sentence);
}

const invalid = (sentence: string) => new AppError('INPUT_INVALID', sentence);

try {
  await program.parseAsync();
} catch (error) {
  if (!AppError.is(error)) throw error;
  console.error([error.userMessage, ...error.howToProceed].join('\n'));
  process.exitCode = 1;
}
