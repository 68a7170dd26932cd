import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trajectory as trajectorySchema } from '@/lib/domain/trajectory';
import { anyTrajectory } from '@/lib/testing/builders/arbitrary-trajectory';
import {
  assistant,
  METRICS,
  recordedCall,
  toolCall,
  toolResult,
  user,
} from '@/lib/testing/builders/recorded-calls';
import { exportAtif } from './atif-export';
import { importAtif } from './atif-import';
import { buildTrajectory } from './build-trajectory';

const reply = assistant('Looking.', toolCall('c1', 'search', { q: 'x' }));
const built = buildTrajectory(
  [
    recordedCall(0, {
      system: ['Be brief.'],
      messages: [user('Find x.')],
      reply,
      tools: [{ name: 'search', description: 'Finds.', parameters: '{"type":"object"}' }],
    }),
    recordedCall(1, { system: ['A critic.'], messages: [user('Plausible?')], reply: assistant('Yes.') }),
    recordedCall(2, {
      system: ['Be brief.'],
      messages: [user('Find x.'), reply, toolResult('c1', 'Error: none')],
      reply: assistant('No x.'),
    }),
    recordedCall(3, { messages: [], status: 'failed' }),
  ],
  { agent: { name: 'sample', version: '2' }, beganAtMs: 1000 },
);

describe('ATIF', () => {
  it('holds system step, tool definitions, calls, observations, metrics and subagents as version 1.7 has them', () => {
    expect(exportAtif(built, 'ro_1')).toMatchObject({
      schema_version: 'ATIF-v1.7',
      trajectory_id: 'ro_1',
      agent: {
        name: 'sample',
        version: '2',
        model_name: 'pinned-model',
        tool_definitions: [
          {
            type: 'function',
            function: { name: 'search', description: 'Finds.', parameters: { type: 'object' } },
          },
        ],
      },
      steps: [
        { step_id: 1, source: 'system', message: 'Be brief.' },
        { step_id: 2, source: 'user', message: 'Find x.' },
        {
          step_id: 3,
          source: 'agent',
          message: 'Looking.',
          model_name: 'pinned-model',
          tool_calls: [{ tool_call_id: 'c1', function_name: 'search', arguments: { q: 'x' } }],
          observation: { results: [{ source_call_id: 'c1', content: 'Error: none' }] },
          metrics: { prompt_tokens: 10, completion_tokens: 5, cached_tokens: 0, cost_usd: 0.001 },
        },
        { step_id: 4, source: 'agent', message: 'No x.' },
      ],
      final_metrics: {
        total_prompt_tokens: 40,
        total_completion_tokens: 20,
        total_cost_usd: 0.004,
        total_steps: 4,
      },
      subagent_trajectories: [
        {
          trajectory_id: 'ro_1-branch-1',
          steps: [{ step_id: 1, source: 'system' }, { step_id: 2 }, { step_id: 3 }],
        },
      ],
    });
  });

  it('gives back every trajectory that was exported', () => {
    expect(importAtif(exportAtif(built, 'ro_1'))).toEqual({ trajectory: built, problems: [] });
    fc.assert(
      fc.property(anyTrajectory, (original) => {
        const document = JSON.parse(JSON.stringify(exportAtif(original, 'ro_1')));
        const { trajectory, problems } = importAtif(document);
        expect(problems).toEqual([]);
        expect(trajectory).toEqual(JSON.parse(JSON.stringify(original)));
      }),
    );
  });

  it('keeps the rules of its validator for any trajectory', () => {
    fc.assert(
      fc.property(anyTrajectory, (original) => {
        const { subagent_trajectories: subagents = [], ...main } = exportAtif(
          original,
          'ro_1',
        ) as unknown as Part;
        expect(new Set(subagents.map((one) => one.trajectory_id)).size).toBe(subagents.length);
        for (const { steps } of [main, ...subagents])
          for (const [index, step] of steps.entries()) {
            expect(step.step_id).toBe(index + 1);
            const ids = step.tool_calls?.map((call) => call.tool_call_id) ?? [];
            for (const result of step.observation?.results ?? [])
              expect([null, ...ids]).toContain(result.source_call_id);
            if (step.source !== 'agent') expect(step).not.toHaveProperty('metrics');
          }
      }),
    );
  });

  it('of another tool is read as far as it goes, with a sentence for the rest', () => {
    const { trajectory, problems } = importAtif({
      schema_version: 'ATIF-v1.6',
      agent: { name: 'terminus', version: '2.0', tool_definitions: [{ name: 'bash', input_schema: {} }] },
      continued_trajectory_ref: 'next.json',
      steps: [
        {
          step_id: 1,
          source: 'user',
          message: [
            { type: 'text', text: 'Look' },
            { type: 'image', source: {} },
          ],
        },
        {
          step_id: 2,
          source: 'agent',
          message: '',
          tool_calls: [{ tool_call_id: 'a', function_name: 'bash', arguments: { cmd: 'ls' } }],
          observation: {
            results: [
              { source_call_id: 'a', content: 'Error: no such file' },
              { content: 'sub', subagent_trajectory_ref: [{ trajectory_path: 'sub.json' }] },
            ],
          },
          metrics: { prompt_tokens: 12.4, completion_tokens: -3, cost_usd: 'much' },
        },
        { step_id: 3, source: 'tool', message: 'odd' },
        'text',
      ],
      subagent_trajectories: [{ trajectory_id: 's', steps: [{ source: 'agent', message: 'Hi' }] }, 5],
    });
    expect(trajectorySchema.safeParse(trajectory).success).toBe(true);
    expect(trajectory?.steps.map(({ branch, source, text }) => [branch, source, text])).toEqual([
      [0, 'user', 'Look\n[image]'],
      [0, 'agent', ''],
      [0, 'user', 'odd'],
      [1, 'agent', 'Hi'],
    ]);
    expect(trajectory?.steps[1]).toMatchObject({
      toolCalls: [{ id: 'a', name: 'bash', arguments: '{"cmd":"ls"}' }],
      results: [
        { callId: 'a', content: 'Error: no such file', isError: true },
        { callId: null, content: 'sub', isError: false },
      ],
      metrics: { ...METRICS, tokensIn: 12, tokensOut: 0, costUsd: null, delayMs: null, by: 'agent' },
    });
    const readPartly = 5;
    expect(problems).toHaveLength(readPartly + 4);
    for (const field of ['steps.1.metrics.prompt_tokens', 'steps.1.metrics.cost_usd'])
      expect(problems.filter((problem) => problem.includes(`"${field}"`))).toHaveLength(1);
  });

  it.each([null, 'text', {}, { steps: 'none' }, []])('reports that %j is no trajectory', (document) => {
    expect(importAtif(document)).toMatchObject({ trajectory: null, problems: [expect.any(String)] });
  });

  it('of any JSON is read without an error into a valid trajectory or none', () => {
    const value = fc.jsonValue();
    const step = fc.dictionary(
      fc.constantFrom(
        'source',
        'message',
        'tool_calls',
        'observation',
        'metrics',
        'extra',
        'reasoning_content',
      ),
      fc.oneof(
        value,
        fc.constantFrom('agent', 'user'),
        fc.constant({ results: [{}, 1] }),
        fc.constant([{}, null]),
      ),
    );
    const document = fc.record(
      { steps: fc.array(fc.oneof(step, value)), agent: value, extra: value, subagent_trajectories: value },
      { requiredKeys: ['steps'] },
    );
    fc.assert(
      fc.property(document, (any) => {
        const { trajectory } = importAtif(any);
        expect(trajectorySchema.safeParse(trajectory).success).toBe(true);
      }),
    );
  });
});

interface Part {
  trajectory_id: string;
  steps: {
    step_id: number;
    source: string;
    tool_calls?: { tool_call_id: string }[];
    observation?: { results: { source_call_id: string | null }[] };
  }[];
  subagent_trajectories?: Part[];
}
