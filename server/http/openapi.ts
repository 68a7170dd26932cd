import { z } from 'zod';
import { API_OPERATIONS } from '@/lib/contracts/api';
import type { Operation } from '@/lib/contracts/operation';
import { PROBLEM_TYPE, problem } from '@/lib/contracts/problem';
import { BODY_BYTES_MAX } from './read-body';

/** The OpenAPI 3.1 document, built from the contracts at the first request for it. */
type Json = Record<string, unknown>;

/** Named schemas found on the way, under the name that a $ref gives them. */
type Named = Map<string, Json>;

let memo: Json | undefined;

export function openapiDocument(): Json {
  memo ??= documentOf(API_OPERATIONS);
  return memo;
}

export function documentOf(operations: readonly Operation[]): Json {
  const paths: Record<string, Json> = {};
  const named: Named = new Map();
  for (const operation of operations) {
    const method = operation.method.toLowerCase();
    paths[operation.path] = { ...paths[operation.path], [method]: operationObject(operation, named) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Waggle',
      version: '1',
      description:
        'Everything that the pages do. Errors are application/problem+json with a code, the fields at fault and ways on.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    security: [{ key: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key, wgl_…' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'next-auth.session-token',
          description: 'A signed-in browser.',
        },
      },
      schemas: { Problem: schemaOf(problem, 'output', named), ...Object.fromEntries(named) },
    },
  };
}

function operationObject(operation: Operation, named: Named): Json {
  const { id, tag, summary, description, permission } = operation;
  const parameters = [...parametersOf(operation, 'path', named), ...parametersOf(operation, 'query', named)];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    ...(permission === null ? { security: [] } : { 'x-permission': permission }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body ? { requestBody: requestBody(operation, operation.body, named) } : {}),
    responses: responsesOf(operation, named),
  };
}

function requestBody(operation: Operation, body: z.ZodType, named: Named): Json {
  const type = operation.bodyType === 'multipart' ? 'multipart/form-data' : 'application/json';
  const megabytes = ((operation.maxBodyBytes ?? BODY_BYTES_MAX) / 1_000_000).toFixed(0);
  return {
    required: true,
    description: `At most ${megabytes} MB.`,
    content: { [type]: { schema: schemaOf(body, 'input', named) } },
  };
}

function parametersOf(operation: Operation, where: 'path' | 'query', named: Named): Json[] {
  const shape = where === 'path' ? operation.params : operation.query;
  if (!shape) return [];
  const { properties = {}, required = [] } = schemaOf(shape, 'input', named) as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema,
  }));
}

const ANSWER_TYPES = {
  json: ['application/json'],
  events: ['text/event-stream'],
  eventsOrJson: ['text/event-stream', 'application/json'],
  file: ['application/octet-stream'],
  text: ['text/plain'],
} as const;

function responsesOf(operation: Operation, named: Named): Json {
  const status = String(operation.status ?? 200);
  const types = operation.fileTypes ?? ANSWER_TYPES[operation.responseType ?? 'json'];
  // A file has no schema: a JSON file may hold anything.
  const schemaAs = (type: string) => {
    if (type !== 'application/json') return { type: 'string' };
    return operation.fileTypes ? {} : schemaOf(operation.response, 'output', named);
  };
  const success =
    status === '204'
      ? { description: 'Done; no content.' }
      : {
          description: operation.summary,
          content: Object.fromEntries(types.map((type) => [type, { schema: schemaAs(type) }])),
        };
  const later = operation.laterStatus
    ? { [String(operation.laterStatus)]: { ...success, description: 'Goes on in the background.' } }
    : {};
  return { [status]: success, ...later, ...problemResponses(operation) };
}

function problemResponses(operation: Operation): Json {
  const faults: Record<string, string> = { 400: 'The request is not right', 429: 'Too many requests' };
  if (operation.permission !== null) {
    faults[401] = 'Sign-in required';
    faults[403] = 'The role may not do this';
  }
  if (operation.params) faults[404] = 'It does not exist';
  // A read may name a second object that conflicts with the first.
  if (operation.method !== 'GET' || operation.query)
    Object.assign(faults, { 409: 'It does not fit the present state', 422: 'Refused by a rule' });
  if (operation.body) Object.assign(faults, { 413: 'Too large', 415: 'This kind of content is not read' });
  faults[503] = 'Something that we need does not answer';
  const content = { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } };
  return Object.fromEntries(
    Object.entries(faults).map(([status, description]) => [status, { description, content }]),
  );
}

/**
 * Inputs that JSON Schema cannot describe (an uploaded file) are left open here; the server checks them all
 * the same.
 */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', named: Named): Json {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      withoutId(jsonSchema);
      // JSON inside a form field: JSON Schema calls the shape of such a text its content schema.
      const { contentShape } = jsonSchema as Json & { contentShape?: z.ZodType };
      if (contentShape === undefined) return;
      delete (jsonSchema as Json).contentShape;
      Object.assign(jsonSchema, { contentSchema: schemaOf(contentShape, 'input', named) });
    },
  }) as Json;
  const { $schema: _version, $defs: definitions = {}, ...rest } = made;
  // A contract's input and output differ (defaults may be left out), so each has its own name.
  const nameOf = (name: string) => (io === 'input' ? `${name}Input` : name);
  const located = (json: unknown): Json =>
    JSON.parse(JSON.stringify(json), (key, value) =>
      key === '$ref' && typeof value === 'string'
        ? value.replace(/^#\/\$defs\/(.*)$/, (_, name: string) => `#/components/schemas/${nameOf(name)}`)
        : value,
    );
  for (const [name, definition] of Object.entries(definitions as Json))
    named.set(nameOf(name), located(definition));
  return located(rest);
}

/** zod writes a schema's name as `id`, which JSON Schema does not know. */
function withoutId(jsonSchema: Json): void {
  if (typeof jsonSchema.id === 'string') delete jsonSchema.id;
}
