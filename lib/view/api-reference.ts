import { curlOf } from './curl';

/**
 * The OpenAPI document as a page reads it: operations by group, inputs as rows, a request as curl. Knows only what
 * the document says, so it can never tell another story than the machine-readable one.
 */
type Json = Readonly<Record<string, unknown>>;

export interface ReferenceGroup {
  readonly name: string;
  readonly operations: readonly ReferenceLine[];
}

/** Text of a closed card. */
export interface ReferenceLine {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

/** All that a caller has to know. */
export interface ReferenceOperation extends ReferenceLine {
  readonly description: string | null;
  readonly inputs: readonly ReferenceField[];
  readonly body: readonly ReferenceField[];
  readonly responses: readonly { readonly status: string; readonly text: string }[];
  readonly bodySchema: string | null;
  readonly responseSchema: string | null;
  readonly curl: string;
}

export interface ReferenceField {
  readonly name: string;
  readonly where: string;
  readonly type: string;
  readonly required: boolean;
  readonly note: string;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

export function prepareReference(document: Json): readonly ReferenceGroup[] {
  const groups = new Map<string, ReferenceLine[]>();
  for (const { line, operation } of operationsOf(document)) {
    const name = asList(operation.tags).map(String)[0] ?? 'Other';
    groups.set(name, [...(groups.get(name) ?? []), line]);
  }
  return [...groups].map(([name, operations]) => ({ name, operations }));
}

/** One operation in full; null where the document has none of that name. */
export function prepareOperation(document: Json, id: string): ReferenceOperation | null {
  const found = operationsOf(document).find(({ line }) => line.id === id);
  return found === undefined ? null : operationOf(document, found.line, found.operation);
}

interface Listed {
  readonly line: ReferenceLine;
  readonly operation: Json;
}

function operationsOf(document: Json): readonly Listed[] {
  return Object.entries(asJson(document.paths)).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      if (asJson(item)[method] === undefined) return [];
      const operation = asJson(asJson(item)[method]);
      const id = String(operation.operationId ?? `${method} ${path}`);
      const summary = String(operation.summary ?? '');
      return [{ line: { id, method: method.toUpperCase(), path, summary }, operation }];
    }),
  );
}

function operationOf(document: Json, line: ReferenceLine, operation: Json): ReferenceOperation {
  const responses = Object.entries(asJson(operation.responses));
  const success = responses.find(([status]) => status.startsWith('2'))?.[1];
  const bodySchema = schemaIn(asJson(operation.requestBody));
  const responseSchema = schemaIn(asJson(success));
  const resolvedBody = bodySchema === null ? null : resolve(document, bodySchema);
  return {
    ...line,
    description: operation.description === undefined ? null : String(operation.description),
    inputs: asList(operation.parameters).map((parameter) => parameterField(document, asJson(parameter))),
    body: resolvedBody === null ? [] : bodyFields(document, resolvedBody),
    responses: responses.map(([status, response]) => ({
      status,
      text: String(asJson(response).description ?? ''),
    })),
    bodySchema: resolvedBody === null ? null : JSON.stringify(resolvedBody, null, 2),
    responseSchema:
      responseSchema === null ? null : JSON.stringify(resolve(document, responseSchema), null, 2),
    curl: curlCode(line, resolvedBody === null ? null : exampleOf(document, resolvedBody)),
  };
}

function parameterField(document: Json, parameter: Json): ReferenceField {
  const schema = resolve(document, asJson(parameter.schema));
  return {
    name: String(parameter.name),
    where: String(parameter.in),
    type: typeOf(document, schema),
    required: parameter.required === true,
    note: noteOf(schema, parameter.description),
  };
}

function bodyFields(document: Json, schema: Json): readonly ReferenceField[] {
  const required = asList(schema.required).map(String);
  return Object.entries(asJson(schema.properties)).flatMap(([name, given]) => {
    const field = resolve(document, asJson(given));
    const own: ReferenceField = {
      name,
      where: 'body',
      type: typeOf(document, asJson(given)),
      required: required.includes(name) && field.default === undefined,
      note: noteOf(field, field.description),
    };
    // A text that holds JSON: what that JSON may say is listed under the field.
    const inside = field.contentSchema === undefined ? null : resolve(document, asJson(field.contentSchema));
    const members = inside === null ? [] : bodyFields(document, inside);
    return [own, ...members.map((member) => ({ ...member, name: `${name}.${member.name}` }))];
  });
}

function noteOf(schema: Json, description: unknown): string {
  const byDefault = schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`];
  return [...(description === undefined ? [] : [String(description)]), ...byDefault].join('; ').slice(0, 160);
}

function typeOf(document: Json, schema: Json): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? 'object';
  const choices = asList(schema.enum);
  if (choices.length > 0) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  const options = [...asList(schema.anyOf), ...asList(schema.oneOf)];
  if (options.length > 0) return options.map((option) => typeOf(document, asJson(option))).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'array') return `${typeOf(document, asJson(schema.items))}[]`;
  return Array.isArray(schema.type) ? schema.type.join(' | ') : String(schema.type ?? 'any');
}

function schemaIn(part: Json): Json | null {
  const media = Object.values(asJson(part.content))[0];
  const schema = asJson(media).schema;
  return schema === undefined ? null : asJson(schema);
}

function resolve(document: Json, schema: Json): Json {
  if (typeof schema.$ref !== 'string') return schema;
  const name = schema.$ref.split('/').at(-1) ?? '';
  return asJson(asJson(asJson(document.components).schemas)[name]);
}

/** Enough of a body to start from: what must be there, with a value of its type. */
function exampleOf(document: Json, schema: Json): unknown {
  const required = asList(schema.required).map(String);
  const fields = Object.entries(asJson(schema.properties)).filter(([name]) => required.includes(name));
  return Object.fromEntries(
    fields
      .map(([name, field]): [string, Json] => [name, resolve(document, asJson(field))])
      .filter(([, field]) => field.default === undefined)
      .map(([name, field]) => [name, sampleOf(field)]),
  );
}

function sampleOf(schema: Json): unknown {
  const choice = asList(schema.enum)[0];
  if (choice !== undefined) return choice;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array') return [];
  if (schema.type === 'object') return {};
  return '…';
}

/** Its places are variables of the shell, for the caller to fill. */
function curlCode({ method, path }: ReferenceLine, body: unknown): string {
  return curlOf({
    method,
    url: `"$WAGGLE_URL${path.replace(/\{(\w+)\}/g, '$$$1')}"`,
    key: 'WAGGLE_KEY',
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
}

const asJson = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
