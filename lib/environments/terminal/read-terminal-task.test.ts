import { describe, expect, it } from 'vitest';
import { environmentTaskSchema } from '@/lib/domain/environment-task';
import { readTask } from '../read-task';
import type { TaskFiles } from '../task-files';
import { runWithoutNetwork, unmetNeeds } from '../task-needs';

const folder = (yaml: string, others: Readonly<Record<string, string>> = {}): TaskFiles =>
  new Map([
    ['task.yaml', yaml],
    ['docker-compose.yaml', 'services: {}'],
    ['run-tests.sh', 'pytest'],
    ['tests/test_outputs.py', ''],
    ...Object.entries(others),
  ]);

const YAML = `
instruction: |-
  Write hello.
  Twice.
author_name: Ada
author_email: ada@example.com
difficulty: easy
tags: [files]
max_agent_timeout_sec: 90
`;

const taskOf = (files: TaskFiles) => {
  const read = readTask(files);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.task;
};

const faultsOf = (files: TaskFiles) => {
  const read = readTask(files);
  return read.ok ? [] : read.faults.map(({ file, field }) => [file, field]);
};

describe('a task of Terminal-Bench 1', () => {
  it('becomes a task of one step whose tests are read from their output', () => {
    const task = taskOf(folder(YAML, { 'solution.sh': 'true' }));
    expect(task).toMatchObject({ format: 'terminalBench', keywords: ['files'], rewardStrategy: 'mean' });
    expect(task.steps).toHaveLength(1);
    expect(task.steps[0]).toMatchObject({
      instruction: 'Write hello.\nTwice.',
      agent: { timeoutSeconds: 90 },
      verifier: { timeoutSeconds: 60, command: 'bash /tests/run-tests.sh', testFolders: ['tests'] },
      solution: { script: 'solution.sh' },
    });
    expect(task.steps[0]?.verifier.verdict).toEqual({ from: 'output', parser: 'pytest' });
    expect(task.needs.map(({ code }) => code)).toEqual(['dockerCompose', 'internet']);
    expect(environmentTaskSchema.parse(JSON.parse(JSON.stringify(task)))).toEqual(task);
  });

  it('may be let run without a network, which it records, and has its other needs still', () => {
    const task = runWithoutNetwork(taskOf(folder(YAML)));
    expect(task.withoutNetwork).toBe(true);
    expect(unmetNeeds(task, new Set()).map(({ code }) => code)).toEqual(['dockerCompose']);
    const needless = { ...task, needs: [], withoutNetwork: false };
    expect(runWithoutNetwork(needless)).toEqual(needless);
  });

  it('names what the reader cannot honour', () => {
    const yaml = `${YAML}parser_name: swebench\nrun_tests_in_same_shell: yes\nrubric: strict\n`;
    const { needs } = taskOf(folder(yaml, { 'solution.yaml': '[]' }));
    expect(needs.slice(2).map(({ code, file, field }) => [code, file, field])).toEqual([
      ['sharedShell', 'task.yaml', 'run_tests_in_same_shell'],
      ['outputParser', 'task.yaml', 'parser_name'],
      ['typedSolution', 'solution.yaml', null],
      ['unknownKey', 'task.yaml', 'rubric'],
    ]);
  });

  it('names the file and the field at fault', () => {
    expect(faultsOf(folder('difficulty: brutal\nmax_test_timeout_sec: 0'))).toEqual([
      ['task.yaml', 'instruction'],
      ['task.yaml', 'difficulty'],
      ['task.yaml', 'max_test_timeout_sec'],
    ]);
    expect(faultsOf(folder('a: [1'))).toEqual([['task.yaml', null]]);
    expect(faultsOf(folder('- a'))).toEqual([['task.yaml', null]]);
    const bare = new Map([['task.yaml', YAML]]);
    expect(faultsOf(bare).map(([file]) => file)).toEqual(['run-tests.sh', 'docker-compose.yaml']);
  });

  it('is refused where its YAML could exhaust the process', () => {
    expect(faultsOf(folder(`tags: [${'a,'.repeat(50_000)}]`))).toEqual([['task.yaml', null]]);
  });
});

describe('a folder', () => {
  it('is no task without a file that configures one', () => {
    expect(faultsOf(new Map([['README.md', '']]))).toEqual([['task.toml', null]]);
  });
});
