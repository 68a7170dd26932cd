/**
 * A `harbor` command for tests, of our own: reads the options of `harbor run` and writes the results of one trial as Harbor
 * lays them out. A JSON object at the end of the task's instruction says what happens. A task without one is put to the
 * model once, as an agent in the container would, and its reward is 0. No solution and no test is ever run.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [command = '', ...rest] = process.argv.slice(2);
if (command === '--version') {
  console.log('0.0.0 (a test)');
  process.exit(0);
}
function planOf(line) {
  return line.startsWith('{') ? JSON.parse(line) : null;
}

async function askModel() {
  const { OPENAI_BASE_URL: base, OPENAI_API_KEY: key } = process.env;
  const answered = await fetch(`${base}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: option('--model'), messages: [{ role: 'user', content: instruction }] }),
  });
  const { choices } = await answered.json();
  const steps = [{ step_id: 1, source: 'agent', message: choices[0].message.content }];
  return {
    result: { verifier_result: { rewards: { reward: 0 } } },
    trajectory: {
      schema_version: 'ATIF-v1.6',
      session_id: 's',
      agent: { name: 'test', version: '0' },
      steps,
    },
  };
}

const option = (name) => rest[rest.indexOf(name) + 1] ?? '';
const instruction = readFileSync(path.join(option('--path'), 'instruction.md'), 'utf8');
const plan = planOf(instruction.trim().split('\n').at(-1)) ?? (await askModel());
const trial = path.join(option('--jobs-dir'), option('--job-name'), 'task__a1b2c3d');
const write = (name, content) => {
  const place = path.join(trial, name);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, typeof content === 'string' ? content : JSON.stringify(content));
};

if (plan.say !== undefined) console.log(plan.say);
if (plan.pidFile !== undefined) {
  const child = spawn('sleep', ['1000']);
  if (plan.isDeaf === true) process.on('SIGTERM', () => undefined);
  writeFileSync(plan.pidFile, `${process.pid} ${child.pid}`);
  setInterval(() => undefined, 1000);
} else if (plan.exit !== undefined) {
  process.exit(plan.exit);
} else {
  const at = { started_at: '2026-11-27T10:00:00Z', finished_at: '2026-11-27T10:00:01Z' };
  const result = {
    ...{
      trial_name: 'task__a1b2c3d',
      task_name: 'task',
      config: {},
      agent_info: { name: option('--agent') },
    },
    agent_result: { n_input_tokens: 7, n_cache_tokens: 0, n_output_tokens: 5, cost_usd: 0.5 },
    ...{ environment_setup: at, agent_setup: at, agent_execution: at, verifier: at },
    ...{ verifier_result: null, exception_info: null, step_results: null, ...plan.result },
  };
  write('config.json', { trial_name: result.trial_name });
  if (plan.text === undefined) write('result.json', result);
  else write('result.json', plan.text);
  const told = { argv: rest, instruction, variables: { ...process.env } };
  write('verifier/test-stdout.txt', plan.isTold === true ? JSON.stringify(told) : 'one passed');
  if (plan.linkTo === undefined) write('agent/trajectory.json', plan.trajectory ?? { steps: [] });
  else {
    mkdirSync(path.join(trial, 'agent'));
    symlinkSync(plan.linkTo, path.join(trial, 'agent/trajectory.json'));
  }
}
