import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import { isAgentStep, type TrajectoryStep, trajectory as trajectorySchema } from '@/lib/domain/trajectory';
import { readTraceFile } from './files/read-trace-file';
import { readTrace } from './read-trace';

/** Traces as their makers published them, where they are at hand. */
const SHARED = path.resolve(import.meta.dirname, '../../../shared');
const DATA = path.join(SHARED, 'data/traces');
const VECTORS = path.join(SHARED, 'vectors/atif_validation.json');
const isPresent = existsSync(DATA) && existsSync(VECTORS);
const why = isPresent ? '' : ' (skipped: no ../shared here)';

const agent = { name: 'published', version: '' };
const textIn = (file: string) => readFileSync(path.join(DATA, file), 'utf8');
const documentIn = <Document extends JsonValue>(file: string): Document => JSON.parse(textIn(file));

/** Recorded replies of models, which no agent's conversation can be read from. */
const NO_TRACES = ['gepa_dummy_lm.json', 'aime_llm_cache.json'];

describe.skipIf(!isPresent)(`published traces${why}`, () => {
  it('of SWE-agent: each of its calls has its observation', () => {
    const document = documentIn('swe-agent/function_calling_simple.traj');
    const found = trajectorySchema.parse(readTrace({ format: 'sweAgent', document, agent }));
    const spoken = found.steps.filter(isAgentStep);
    expect(spoken.map(({ toolCalls }) => toolCalls.map(({ name }) => name))).toEqual([
      ['find_file'],
      ['open'],
      ['edit'],
      ['bash'],
      ['submit'],
    ]);
    expect(spoken.slice(0, -1).every(({ results }) => results[0]?.content !== '')).toBe(true);
  });

  it('of tau-bench: as many calls and results as each record has, and its reward as the score', () => {
    const file = 'tau-bench/gpt-4o-airline.excerpt.json';
    const records = documentIn<readonly TauRecord[]>(file);
    const { traces } = readTraceFile(textIn(file));
    expect(traces).toHaveLength(records.length);
    for (const [index, { traj, reward }] of records.entries()) {
      const spoken = traces[index]?.trajectory.steps.filter(isAgentStep) ?? [];
      const calls = traj.flatMap(({ tool_calls }) => tool_calls ?? []);
      expect(spoken.flatMap(({ toolCalls }) => toolCalls)).toHaveLength(calls.length);
      const results = traj.filter(({ role }) => role === 'tool');
      expect(spoken.flatMap(({ results: found }) => found)).toHaveLength(results.length);
      expect(traces[index]?.scores).toMatchObject([{ name: 'reward', by: 'file', value: reward }]);
    }
  });

  it('of every folder are read, or are refused with what they are', () => {
    const files = readdirSync(DATA, { recursive: true, encoding: 'utf8' });
    const documents = files.filter((file) => /\.(?:json|jsonl|traj)$/.test(file));
    expect(documents.length).toBeGreaterThan(8);
    for (const file of documents) {
      if (NO_TRACES.includes(path.basename(file))) {
        expect(() => readTraceFile(textIn(file)), file).toThrow(
          /holds no trace\. It is an object with the fields/,
        );
        continue;
      }
      const { traces } = readTraceFile(textIn(file));
      expect(traces.length, file).toBeGreaterThan(0);
      for (const { trajectory, task, output } of traces) {
        expect(trajectorySchema.parse(trajectory)).toEqual(trajectory);
        expect(trajectory.steps.some(isAgentStep), file).toBe(true);
        expect([task, output], file).not.toContain('');
      }
    }
  });

  it('of OpenClaw: the damaged line is named, and the other lines are one session', () => {
    const [file = ''] = readdirSync(path.join(DATA, 'openclaw')).filter((name) => name.endsWith('.jsonl'));
    const { traces, problems } = readTraceFile(textIn(`openclaw/${file}`));
    expect(problems).toEqual([expect.stringMatching(/^Line 1 is not JSON/)]);
    expect(traces).toHaveLength(1);
    const spoken = traces[0]?.trajectory.steps.filter(isAgentStep) ?? [];
    const count = (of: (step: (typeof spoken)[number]) => number) =>
      spoken.reduce((sum, step) => sum + of(step), 0);
    expect(count(({ toolCalls }) => toolCalls.length)).toBe(count(({ results }) => results.length));
    expect(count(({ metrics }) => metrics.tokensIn)).toBeGreaterThan(0);
  });

  it('of Harbor: as many steps, calls and tokens as its own reader counts', () => {
    for (const { file, steps, by_source, tool_calls, prompt_tokens, completion_tokens } of vectors().golden) {
      const [trace] = readTraceFile(readFileSync(path.join(SHARED, 'data', file), 'utf8')).traces;
      const found = trace?.trajectory.steps ?? [];
      const spoken = found.filter(isAgentStep);
      const from = (source: TrajectoryStep['source']) =>
        found.filter((step) => step.source === source).length;
      expect(found, file).toHaveLength(steps);
      expect({ system: from('system'), user: from('user'), agent: from('agent') }).toEqual(by_source);
      expect(spoken.flatMap(({ toolCalls }) => toolCalls)).toHaveLength(tool_calls);
      expect(spoken.reduce((sum, { metrics }) => sum + metrics.tokensIn, 0)).toBe(prompt_tokens);
      expect(spoken.reduce((sum, { metrics }) => sum + metrics.tokensOut, 0)).toBe(completion_tokens);
    }
  });

  it('of ATIF that its validator takes are read whole; others are read as far as they go, or refused', () => {
    for (const { name, trajectory, valid } of vectors().validate) {
      const steps = Array.isArray(trajectory.steps) ? trajectory.steps : [];
      const read = () => readTraceFile(JSON.stringify({ schema_version: 'ATIF-v1.4', ...trajectory }));
      if (steps.length === 0) expect(read, name).toThrow(/"steps"/);
      else expect(read().traces[0]?.trajectory.steps, name).toHaveLength(steps.length);
      if (valid && name !== 'continued ref') expect(read().problems, name).toEqual([]);
    }
  });
});

const vectors = (): AtifVectors => JSON.parse(readFileSync(VECTORS, 'utf8')).groups;

interface AtifVectors {
  readonly validate: readonly {
    readonly name: string;
    readonly trajectory: JsonObject;
    readonly valid: boolean;
  }[];
  readonly golden: readonly {
    readonly file: string;
    readonly steps: number;
    readonly by_source: Readonly<Record<string, number>>;
    readonly tool_calls: number;
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
  }[];
}

type TauRecord = {
  readonly reward: number;
  readonly traj: readonly { readonly role: string; readonly tool_calls?: readonly JsonValue[] }[];
};
