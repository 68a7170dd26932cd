import { z } from 'zod';

/**
 * Tools of the built-in loop, as an agent's version pins them: servers of the Model Context Protocol, the tools of them
 * that the model may call, and tools that are plain HTTP requests. Names, descriptions and parameters are part of the
 * settings, so the hash of the version covers what the model is offered.
 */
const toolName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'A name is letters, digits, hyphens and underscores, at most 64.');

const address = z
  .url({ protocol: /^https?$/, error: 'Give an http or https address.' })
  .max(2000)
  .meta({ examples: ['https://tools.example.com/mcp'] });

const PARAMETERS_MAX = 50_000;

/** JSON Schema of an object, as models take it. */
const parameters = z
  .record(z.string(), z.json())
  .refine((schema) => JSON.stringify(schema).length <= PARAMETERS_MAX, 'The schema is too long.')
  .meta({ examples: [{ type: 'object', properties: {} }] });

const withSecret = z.boolean().default(false).describe('Gets the header with the secret.');

export const toolServer = z.discriminatedUnion('via', [
  z.strictObject({ via: z.literal('http'), name: toolName, url: address, withSecret }),
  z.strictObject({
    via: z.literal('command'),
    name: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,62}$/, 'A name is lower-case letters, digits and hyphens.')
      .describe('From the configuration of the workers; never a path or arguments.'),
  }),
]);
export type ToolServer = z.output<typeof toolServer>;

/** A tool as its server lists it. */
export const listedTool = z.strictObject({
  server: z.string().max(64),
  /** The server's own name, which may hold characters that models do not take. */
  name: z.string().min(1).max(200),
  description: z.string().max(20_000).default(''),
  parameters,
});
export type ListedTool = z.output<typeof listedTool>;

/**
 * Parameters named in braces in the path go there; of the others, GET and DELETE put theirs into the query, the rest into
 * a JSON body.
 */
export const httpTool = z.strictObject({
  name: toolName,
  description: z.string().max(20_000).default(''),
  parameters,
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  url: address.refine(
    (url) =>
      !/[{}]/.test(new URL(url).host) &&
      !/[{}]/.test(url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(PLACES, '')),
    'Name parameters in the path only, as in /cities/{city}.',
  ),
  withSecret,
});
export type HttpTool = z.output<typeof httpTool>;

/** A parameter in the path of an address. */
export const PLACES = /\{([A-Za-z0-9_-]+)\}/g;

/** The name under which the model calls a tool. */
export const offeredName = ({ name }: Pick<ListedTool, 'name'>) =>
  name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64);

/** Component that is the description of a tool. */
export const componentOfTool = (offered: string) => `tool.${offered}`;

/** The tool whose description a component is; null = a component that may stand anywhere. */
export const toolOfComponent = (component: string): string | null =>
  component.startsWith('tool.') ? component.slice('tool.'.length) : null;

export const toolAgentFields = {
  servers: z.array(toolServer).max(16).default([]),
  /** Tools of the servers that the model may call, as they were listed; a server that lists them otherwise is refused. */
  serverTools: z.array(listedTool).max(128).default([]),
  httpTools: z.array(httpTool).max(64).default([]),
  /** A tool that takes longer has failed: the model is told so. */
  toolSeconds: z.int().min(1).max(3600).default(60),
};

interface ToolFields {
  readonly servers: readonly ToolServer[];
  readonly serverTools: readonly ListedTool[];
  readonly httpTools: readonly HttpTool[];
}

/** All names that the model is offered. */
export const offeredNames = ({ serverTools, httpTools }: ToolFields): string[] => [
  ...serverTools.map(offeredName),
  ...httpTools.map(({ name }) => name),
];

/** Addresses that get the secret: they share one origin, since a secret was entered for one. */
export const secretAddresses = ({ servers, httpTools }: ToolFields): string[] =>
  [...servers, ...httpTools].flatMap((one) => ('url' in one && one.withSecret ? [one.url] : []));

/** Origin that the secret belongs to; null = nothing gets it. */
export function secretOriginOf(fields: ToolFields): string | null {
  const [first] = secretAddresses(fields);
  return first === undefined ? null : new URL(first).origin;
}

export interface ToolFault {
  readonly path: (string | number)[];
  readonly message: string;
}

/** Faults that no single field shows. */
export function toolFaults(
  fields: ToolFields & {
    readonly header: string | null;
    readonly proxied: boolean;
    readonly components: readonly { readonly name: string; readonly injection: string }[];
  },
): ToolFault[] {
  const { servers, serverTools, httpTools, header, components } = fields;
  const named = servers.map(({ name }) => name);
  const offered = offeredNames(fields);
  const own = ['system', ...offered.map(componentOfTool)];
  const isTwice = (name: string, at: number, all: readonly string[]) => all.indexOf(name) !== at;
  const origins = new Set(secretAddresses(fields).map((url) => new URL(url).origin));
  return [
    ...(fields.proxied ? [] : [{ path: ['proxied'], message: 'The loop calls its model through Waggle.' }]),
    ...named.flatMap((name, at) =>
      isTwice(name, at, named)
        ? [{ path: ['servers', at, 'name'], message: 'Give each server a name of its own.' }]
        : [],
    ),
    ...serverTools.flatMap(({ server }, at) =>
      named.includes(server)
        ? []
        : [{ path: ['serverTools', at, 'server'], message: 'No server has this name.' }],
    ),
    ...offered.flatMap((name, at) => {
      if (!isTwice(name, at, offered)) return [];
      const http = at - serverTools.length;
      const path = http < 0 ? ['serverTools', at, 'name'] : ['httpTools', http, 'name'];
      return [{ path, message: `Two tools would be called ${name}: allow one of them.` }];
    }),
    ...httpTools.flatMap(({ url, parameters: schema }, at) => {
      const known = Object.keys((schema.properties as object | undefined) ?? {});
      const missing = [...url.matchAll(PLACES)]
        .map(([, name = '']) => name)
        .filter((name) => !known.includes(name));
      return missing.length === 0
        ? []
        : [{ path: ['httpTools', at, 'url'], message: `The parameters do not name ${missing.join(', ')}.` }];
    }),
    ...(origins.size > 1
      ? [
          {
            path: ['header'],
            message: 'One secret goes to one host only: send it to addresses of that host.',
          },
        ]
      : []),
    ...(origins.size > 0 && header === null
      ? [{ path: ['header'], message: 'Name the header that carries the secret.' }]
      : []),
    ...components.flatMap(({ name, injection }, at) =>
      own.includes(name) && injection === 'given'
        ? []
        : [
            {
              path: ['components', at, 'name'],
              message: 'The loop reads `system` and descriptions of its own tools.',
            },
          ],
    ),
  ];
}
