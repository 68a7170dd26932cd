import { ulid } from 'ulid';
import type { CallMessage } from '@/lib/domain/model-call';
import type { ScoringSpec } from '@/lib/domain/scoring';
import { trajectoryOfMessages } from '@/lib/traces/trajectory-of-messages';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { storeTrajectory } from '@/server/repositories/trajectories';
import type { PracticeLab } from '@/server/services/runs/testing/practice-lab';

/** Collected traces and experiments whose evaluators score them, on a practice lab. */
export async function experimentScoredBy(lab: PracticeLab, scoring: ScoringSpec, name = 'Answers') {
  const id = `tsk_${ulid()}`;
  const words = { name, instructions: 'Answer.', inputShape: 'A question.', outputShape: 'A text.' };
  const { workspaceId } = lab.actor;
  await db().task.create({ data: { id, workspaceId, preset: 'custom', ...words, scoring: { ...scoring } } });
  return lab.makeExperiment({ taskId: id });
}

export async function addTrace(
  lab: PracticeLab,
  id: string,
  over: Partial<Prisma.TraceCreateManyInput> = {},
): Promise<void> {
  await db().trace.create({
    data: {
      ...{ id, workspaceId: lab.actor.workspaceId, source: 'otlp', state: 'complete', service: 'desk' },
      ...{ task: `Task ${id}`, taskHash: id, output: `Answer ${id}`, startedAt: new Date() },
      ...over,
    },
  });
}

/** Steps with ten tool results, so many of which failed. */
export async function storeSteps(lab: PracticeLab, id: string, failed: number): Promise<string> {
  const calls = Array.from({ length: 10 }, (_, index) => `call_${index}`);
  const messages: CallMessage[] = [
    { role: 'user', text: `Task ${id}` },
    ...calls.flatMap((callId, index): CallMessage[] => [
      { role: 'assistant', text: '', toolCalls: [{ id: callId, name: 'stock', arguments: '{}' }] },
      { role: 'tool', text: '', result: { callId, content: `row ${index}`, isError: index < failed } },
    ]),
  ];
  const agent = { name: 'clerk', version: '1' };
  const document = trajectoryOfMessages({ agent, tools: [], hasErrorFlag: true, messages });
  const size = { steps: document.steps.length, toolErrors: failed };
  return storeTrajectory(lab.database.pg, lab.actor.workspaceId, { document, ...size });
}
