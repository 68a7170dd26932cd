import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/domain/json';
import { isAgentStep, trajectory as trajectorySchema } from '@/lib/domain/trajectory';
import { readTrace } from './read-trace';

/** Traces as their makers published them, where they are at hand. */
const DATA = path.resolve(import.meta.dirname, '../../../shared/data/traces');
const isPresent = existsSync(DATA);
const why = isPresent ? '' : ' (skipped: no ../shared/data here)';

const agent = { name: 'published', version: '' };
const documentIn = <Document extends JsonValue>(file: string): Document =>
  JSON.parse(readFileSync(path.join(DATA, file), 'utf8'));

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

  it('of tau-bench: as many calls and results as each record has', () => {
    const records = documentIn<readonly TauRecord[]>('tau-bench/gpt-4o-airline.excerpt.json');
    for (const document of records) {
      const found = trajectorySchema.parse(readTrace({ format: 'tau', document, agent }));
      const spoken = found.steps.filter(isAgentStep);
      const { traj } = document;
      expect(spoken.flatMap(({ toolCalls }) => toolCalls)).toHaveLength(
        traj.flatMap(({ tool_calls }) => tool_calls ?? []).length,
      );
      expect(spoken.flatMap(({ results }) => results)).toHaveLength(
        traj.filter(({ role }) => role === 'tool').length,
      );
    }
  });
});

type TauRecord = {
  readonly traj: readonly { readonly role: string; readonly tool_calls?: readonly JsonValue[] }[];
};
