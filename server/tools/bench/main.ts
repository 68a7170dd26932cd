/**
 * `npm run bench`: what Waggle costs beyond the models it asks, as a table; `--json` prints {rows}. `--only name` runs
 * some parts, `--all` adds what takes an hour, `--huge` what needs a million rows. Ratios within one run, on the machine that the last line names. Each part
 * has a database and, where it needs one, a practice model of its own, gone afterwards; nothing leaves loopback.
 */
import os from 'node:os';
import { parseArgs } from 'node:util';
import { measureAgentWorkerMemory } from './agents/agent-worker-memory';
import { measureAgents } from './agents/agents';
import { measureAgentsLearning } from './agents/agents-learning';
import { measureTraceLearning } from './agents/trace-learning';
import type { BenchRow } from './bench-row';
import { measureBeside } from './beside';
import { measureConvergenceRates } from './convergence-rates';
import { measureHonesty } from './honesty/rows';
import { measureImports } from './imports';
import { measureJournaledCalls } from './journaled-calls';
import { measureLearningTime } from './learning-time';
import { measureResume } from './resume';
import { measureSandbox } from './sandbox';
import { measureScheduling } from './scheduling';
import { measureServing } from './serving';
import { measureServingAway } from './serving-away';
import { measureServingRollback } from './serving-rollback';
import { spreadRow } from './spread-rollouts';
import { measureTraceList } from './traces/trace-list';
import { measureTraces } from './traces/traces';
import { measureWorkerMemory } from './worker-memory';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    all: { type: 'boolean', default: false },
    huge: { type: 'boolean', default: false },
  },
});

interface Asked {
  readonly all: boolean;
  readonly huge: boolean;
}

const PARTS: Readonly<Record<string, (asked: Asked) => Promise<readonly BenchRow[]>>> = {
  learning: measureLearningTime,
  beside: measureBeside,
  scheduling: measureScheduling,
  calls: measureJournaledCalls,
  memory: measureWorkerMemory,
  resume: measureResume,
  workers: spreadRow,
  convergence: measureConvergenceRates,
  honesty: measureHonesty,
  serving: measureServing,
  rollback: measureServingRollback,
  away: measureServingAway,
  imports: measureImports,
  traces: async ({ huge }) => [...(await measureTraces()), ...(huge ? await measureTraceList() : [])],
  'traces-list': measureTraceList,
  sandbox: measureSandbox,
  // By its own name alone, or with the others of agents: never twice.
  agents: async (asked) => [...(await measureAgents()), ...(await measureAgentsLearning(asked))],
  'agents-proxy': measureAgents,
  'agents-learning': measureAgentsLearning,
  'traces-learning': measureTraceLearning,
  'agents-worker': measureAgentWorkerMemory,
};

const chosen =
  values.only ??
  Object.keys(PARTS).filter(
    (name) => !['agents-proxy', 'agents-learning', 'traces-learning', 'traces-list'].includes(name),
  );
const unknown = chosen.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; choose from ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}

// Only warnings and worse: the table is what is to be read.
process.env.LOG_LEVEL ??= 'error';
const rows: BenchRow[] = [];
for (const name of chosen) {
  process.stderr.write(`${name} …\n`);
  rows.push(...((await PARTS[name]?.({ all: values.all, huge: values.huge })) ?? []));
}
const machine = `${os.cpus().length} cores (${os.cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.version}, load ${os.loadavg()[0]?.toFixed(1)} at the end`;
console.log(values.json ? JSON.stringify({ machine, rows }, null, 2) : printed(rows));
if (!values.json) console.log(`\n${new Date().toISOString().slice(0, 10)}, ${machine}.`);
process.exit(rows.some(({ met }) => met === false) ? 1 : 0);

function printed(all: readonly BenchRow[]): string {
  const figure = (value: number | null) => (value === null ? '-' : Number(value.toPrecision(4)).toString());
  const lines = all.map(({ name, value, unit, target, met, note }) => {
    const word = met === null ? '' : met ? 'met' : 'MISSED';
    return `| ${[name, `${figure(value)} ${unit}`, target, word, note].join(' | ')} |`;
  });
  return ['| what | value | target | | |', '|---|---|---|---|---|', ...lines].join('\n');
}
