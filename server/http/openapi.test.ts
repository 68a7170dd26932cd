import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { describe, expect, it } from 'vitest';
import { API_OPERATIONS } from '@/lib/contracts/api';
import { openapiDocument } from './openapi';

/** Doors that are no operations: sign-in, the catch-all, the document under its second address, files for strangers, the
 * protocols of others that serve slots. */
const NOT_OPERATIONS = [
  'app/api/auth/[...nextauth]',
  'app/api/[...path]',
  'app/api/openapi.json',
  'app/shared/[secret]/download',
  'app/ofrep/v1/[...path]',
  'app/gateway/v1/chat/completions',
  'app/gateway/v1/models',
];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

type Json = Record<string, unknown>;
type RouteModule = Partial<Record<(typeof METHODS)[number], { readonly operationId?: string }>>;

function routeFileOf(operationPath: string): string {
  return `app${operationPath.replace(/\{(\w+)\}/g, '[$1]')}/route.ts`;
}

const importRoute = (file: string): Promise<RouteModule> => import(/* @vite-ignore */ path.resolve(file));

describe('the API and its document', () => {
  it.each(API_OPERATIONS.map((operation) => [operation.id, operation] as const))(
    '%s is served by the route file that its path names',
    async (id, operation) => {
      const file = routeFileOf(operation.path);
      expect(existsSync(file), `${file} is missing`).toBe(true);
      const route = await importRoute(file);
      expect(route[operation.method]?.operationId).toBe(id);
    },
  );

  it('every route file serves operations of the contracts only', async () => {
    const known = new Set(API_OPERATIONS.map(({ id }) => id));
    const files = globSync('app/**/route.ts').filter((file) => !NOT_OPERATIONS.includes(path.dirname(file)));
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
      const route = await importRoute(file);
      const served = METHODS.map((method) => route[method]?.operationId).filter((id) => id !== undefined);
      expect(served, `${file} serves nothing`).not.toEqual([]);
      expect(served.filter((id) => !known.has(id))).toEqual([]);
    }
  });

  it('names every operation once', () => {
    const ids = API_OPERATIONS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const places = API_OPERATIONS.map(({ method, path: where }) => `${method} ${where}`);
    expect(new Set(places).size).toBe(places.length);
  });

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
