import type { EnvironmentTask, NeedCode, TaskStep } from '@/lib/domain/environment-task';
import { needSentence, unmetNeeds } from '@/lib/environments/task-needs';

/** Offers of this installation. It has no sandbox yet, so every need is named. */
const OFFERED: ReadonlySet<NeedCode> = new Set();

const FORMATS = { harbor: 'Harbor', terminalBench: 'Terminal-Bench' } as const;

/** Lines for a terminal: the task, its machine, its steps, and what cannot be honoured here. */
export function describeTask(task: EnvironmentTask): string[] {
  const { machine } = task;
  const needs = unmetNeeds(task, OFFERED);
  return [
    `${FORMATS[task.format]} task${task.name === null ? '' : ` ${task.name}`}, schema ${task.schemaVersion}`,
    `machine: ${machine.os}, ${machine.cpus} CPU, ${machine.memoryMb} MB memory, ${machine.storageMb} MB storage, network ${machine.network.mode}`,
    ...task.steps.map(describeStep),
    ...(task.steps.length > 1 ? [`reward: ${task.rewardStrategy} of ${task.steps.length} steps`] : []),
    needs.length === 0 ? 'everything can be honoured here' : 'cannot be honoured here:',
    ...needs.map(({ code, file, field }) => {
      const place = field === null ? file : `${file}, ${field}`;
      return `  ${code} (${place}): ${needSentence(code)}`;
    }),
  ];
}

function describeStep({ name, instruction, agent, verifier, solution }: TaskStep): string {
  const verdict =
    verifier.verdict.from === 'rewardFile' ? 'a reward file' : `${verifier.verdict.parser} output`;
  return [
    `${name === null ? 'task' : `step ${name}`}: instruction of ${instruction.length} characters`,
    `agent ${agent.timeoutSeconds} s`,
    `tests ${verifier.timeoutSeconds} s with ${verifier.script} and ${verdict}`,
    solution.script === null ? 'no solution' : `solution ${solution.script}`,
  ].join(', ');
}
