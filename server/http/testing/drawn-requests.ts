import { generate } from 'json-schema-faker';
import { writeTar } from '@/lib/environments/tar-write';
import { openapiDocument } from '../openapi';
import type { CallOptions } from './test-api';

/** Requests generated from the OpenAPI document alone, with existing ids instead of invented ones. */
type Json = Record<string, unknown>;

/** Built once, because a thousand requests are generated from it. */
const DOCUMENT = openapiDocument() as {
  readonly paths: Record<string, Record<string, Json>>;
  readonly components: Json;
};

export interface Described {
  readonly path: string;
  readonly method: string;
  readonly described: Json;
}

export function describedOperations(): Described[] {
  return Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, described })),
  );
}

export async function drawRequest(
  { described }: Described,
  ids: Readonly<Record<string, string>>,
  seed: number,
): Promise<CallOptions> {
  const parameters = (described.parameters ?? []) as {
    name: string;
    in: string;
    schema: Json;
    required: boolean;
  }[];
  const params: Record<string, string> = {};
  const query: Record<string, string> = {};
  for (const { name, in: where, schema, required } of parameters) {
    const value = idFor(name, String(described.operationId), ids) ?? (await draw(schema, seed));
    if (where === 'path') params[name] = String(value);
    // A cursor comes from an earlier answer, which a schema cannot describe.
    else if ((required || seed % 2 === 0) && name !== 'cursor' && value !== undefined)
      query[name] = String(value);
  }
  const content = (described.requestBody as { content?: Record<string, { schema: Json }> } | undefined)
    ?.content;
  const schema = content?.['application/json']?.schema;
  const body = schema
    ? withIds(await draw(schema, seed), ids)
    : formOf(content, `${described.operationId} ${seed}`);
  const signal = { accept: 'application/json' };
  return { params, query, body, headers: signal };
}

/** A report is compared with another report, and a run with another run. */
function idFor(name: string, operation: string, ids: Readonly<Record<string, string>>): string | undefined {
  return ids[name === 'against' && operation === 'diffReports' ? 'reportId' : name];
}

const TASK = Object.entries({
  'task.toml': 'version = "1.0"\n',
  'instruction.md': 'Write "done" to /job/result.txt.\n',
  'environment/Dockerfile': 'FROM debian:bookworm-slim\n',
  'tests/test.sh': 'echo 1 > /logs/verifier/reward.txt\n',
}).map(([path, text]) => ({ path: `/task/${path}`, content: Buffer.from(text), isExecutable: false }));

const FILES: Readonly<Record<string, () => File>> = {
  importRun: () => new File(['seen,score\n0,0.5\n'], 'curve.csv'),
  importEnvironmentTasks: () => new File([new Uint8Array(writeTar(TASK))], 'task.tar'),
  importTraces: () => new File(['{"messages":[{"role":"user","content":"1+1?"}]}'], 'trace.json'),
};

/** A schema cannot describe the content of a file, nor the options that fit it. */
function formOf(content: object | undefined, name: string): FormData | undefined {
  if (!content) return undefined;
  const form = new FormData();
  const sums = '{"question":"1+1?","answer":"2"}\n{"question":"1+2?","answer":"3"}\n';
  const operation = name.split(' ')[0] ?? '';
  form.set('files', FILES[operation]?.() ?? new File([sums], 'sums.jsonl'));
  const isNamed = ['importRun', 'importDataset', 'importEnvironmentTasks'].includes(operation);
  form.set('options', JSON.stringify(isNamed ? { name } : {}));
  return form;
}

function draw(schema: Json, seed: number): Promise<unknown> {
  return generate({ ...schema, components: DOCUMENT.components } as never, {
    seed: seed * 7919,
    useExamplesValue: true,
    optionalsProbability: 0.5,
    maxDefaultItems: 3,
  });
}

/** Replaces ids in a body by existing ones. */
function withIds(value: unknown, ids: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((each) => withIds(each, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'string' && ids[name] ? ids[name] : withIds(member, ids),
    ]),
  );
}
