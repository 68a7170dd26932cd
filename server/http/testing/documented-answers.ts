import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { openapiDocument } from '../openapi';
import type { Called } from './test-api';

/** Holds an answer against what the OpenAPI document says of it; null where they agree, else a line that says where. */
type Responses = Record<string, { readonly content?: Record<string, { readonly schema: object }> }>;

const compiled = new Map<string, ValidateFunction>();
let ajv: Ajv2020 | undefined;

export function contradiction(operationId: string, responses: Responses, called: Called): string | null {
  const response = responses[String(called.status)];
  if (response === undefined) return `${operationId}: the status ${called.status} is not in the document`;
  const type = called.headers.get('content-type')?.split(';')[0] ?? '';
  const schema = response.content?.[type]?.schema;
  if (called.json === null) return null;
  if (schema === undefined) return `${operationId}: ${called.status} as ${type} is not in the document`;
  const validate = validatorOf(`${operationId}/${called.status}`, schema);
  return validate(called.json) ? null : `${operationId}: ${ajv?.errorsText(validate.errors)}`;
}

function validatorOf(name: string, schema: object): ValidateFunction {
  ajv ??= new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  const { components } = openapiDocument();
  const known = compiled.get(name) ?? ajv.compile({ ...schema, components });
  compiled.set(name, known);
  return known;
}
