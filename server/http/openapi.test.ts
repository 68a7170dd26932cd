import Ajv2020 from 'ajv/dist/2020';
import { describe, expect, it } from 'vitest';
import { API_OPERATIONS } from '@/lib/contracts/api';
import { openapiDocument } from './openapi';

type Json = Record<string, unknown>;
describe('the OpenAPI document', () => {
  it('the document holds every operation, and every parameter of a path is described', () => {
    const { paths } = openapiDocument() as { paths: Record<string, Record<string, Json>> };
    for (const operation of API_OPERATIONS) {
      const described = paths[operation.path]?.[operation.method.toLowerCase()];
      expect(described?.operationId).toBe(operation.id);
      const inPath = ((described?.parameters ?? []) as Json[])
        .filter((each) => each.in === 'path')
        .map(({ name }) => name);
      expect(inPath).toEqual([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  it.each([
    ['/api/v1/datasets', 'ImportDatasetInput', 'skipBadLines'],
    ['/api/v1/datasets/preview', 'PreviewImportInput', 'mapping'],
    ['/api/v1/imported-runs', 'ImportRunInput', 'source'],
    ['/api/v1/imported-runs/preview', 'PreviewImportedRunInput', 'source'],
  ])('the options of an upload to %s have a schema', (address, name, property) => {
    const document = openapiDocument() as {
      paths: Record<string, { post: { requestBody: { content: Record<string, { schema: Json }> } } }>;
      components: { schemas: Record<string, { properties?: Json }> };
    };
    const form = document.paths[address]?.post.requestBody.content['multipart/form-data']?.schema;
    expect((form?.properties as Json | undefined)?.options).toMatchObject({
      type: 'string',
      contentMediaType: 'application/json',
      contentSchema: { $ref: `#/components/schemas/${name}` },
    });
    expect(Object.keys(document.components.schemas[name]?.properties ?? {})).toContain(property);
  });

  it('every schema in it is a valid JSON Schema of 2020-12 and every reference leads somewhere', () => {
    const document = openapiDocument();
    const schemas = schemasIn(document);
    expect(schemas.length).toBeGreaterThan(20);
    const ajv = new Ajv2020({ strict: false, logger: false });
    ajv.addSchema({ $id: 'waggle', ...document } as Json);
    for (const schema of schemas) expect(ajv.validateSchema(schema), JSON.stringify(schema)).toBe(true);
    const components = (document.components as { schemas: Json }).schemas;
    for (const [, name] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) {
      expect(name).toMatch(/^#\/components\/schemas\//);
      expect(components).toHaveProperty([String(name).replace('#/components/schemas/', '')]);
    }
  });
});

function schemasIn(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(schemasIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'schema' ? [member as Json] : schemasIn(member),
  );
}
