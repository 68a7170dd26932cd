import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAgentStep } from '@/lib/domain/trajectory';
import { readTrajectory } from '@/server/repositories/trajectories';
import { runAgent } from '@/server/testing/telemetry/run-agent';
import { add, FINAL, lookup, QUESTION, SYSTEM, TURNS } from '@/server/testing/two-tool-conversation';
import { openTraceBench, type TraceBench } from './testing/trace-bench';

/** The unmodified SDK of OpenLLMetry in a process of its own, with its own exporter, at the real door. */
let bench: TraceBench;
beforeAll(async () => {
  bench = await openTraceBench();
});
afterAll(() => bench.close());

const resultOf = (name: string, input: object): string => {
  try {
    return name === 'lookup' ? lookup(input as { city: string }) : add(input as { a: number; b: number });
  } catch (error) {
    return `Error: ${(error as Error).message}`;
  }
};

describe("OpenLLMetry's SDK", () => {
  it.each(['chat', 'responses'] as const)('sends what the agent did on %s, as one trace', async (api) => {
    const { id, key } = await bench.addWorkspace();
    const receiver = { url: `${bench.origin}/otlp`, key };
    const { text, usage, sent } = await runAgent({ name: 'traceloop-sdk', api, receiver });
    expect([text, sent]).toEqual([FINAL, []]);
    await bench.assemble();
    const [trace, ...others] = await bench.database.db.trace.findMany({ where: { workspaceId: id } });
    expect(others).toEqual([]);
    const hash = trace?.trajectoryHash ?? '';
    const told = await readTrajectory(bench.database.pg, { workspaceId: id, hash });
    const steps = told?.steps ?? [];

    // On Responses it records no system text.
    const asked = api === 'chat' ? [SYSTEM, QUESTION] : [QUESTION];
    expect(steps.filter((step) => !isAgentStep(step)).map((step) => step.text)).toEqual(asked);
    const acted = steps.filter(isAgentStep).map(({ text: said, toolCalls, results, metrics }) => ({
      said,
      calls: toolCalls.map((call) => ({ name: call.name, input: JSON.parse(call.arguments) })),
      results: results.map(({ content }) => content),
      isAnswered: results.every(({ callId }, index) => callId === toolCalls[index]?.id),
      tokens: [metrics.tokensIn, metrics.tokensOut],
    }));
    expect(acted).toEqual(
      TURNS.map(({ text: said = '', calls = [] }, index) => ({
        ...{ said, calls: calls.map(({ name, input }) => ({ name, input })), isAnswered: true },
        results: calls.map(({ name, input }) => resultOf(name, input)),
        tokens: [usage[index]?.tokensIn, usage[index]?.tokensOut],
      })),
    );
    expect(trace).toMatchObject({
      ...{ state: 'complete', source: 'otlp', service: 'weather-desk', task: QUESTION, output: FINAL },
      ...{ error: null, unread: {}, toolCalls: 4, toolErrors: 1 },
    });
  });
});
