import { describe, expect, it } from 'vitest';
import { agentSettings } from './agent';
import { canonicalHash } from './content-hash';

const parameters = { type: 'object', properties: { city: { type: 'string' } } };
const desk = { via: 'http', name: 'desk', url: 'https://tools.example.com/mcp' };
const find = { server: 'desk', name: 'find', description: 'Finds.', parameters };
const weather = { name: 'weather', parameters, url: 'https://api.example.com/cities/{city}' };
const USUAL = { kind: 'tools', servers: [desk], serverTools: [find], httpTools: [weather] };

const faultsOf = (more: object) =>
  agentSettings.safeParse({ ...USUAL, ...more }).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('settings of the built-in loop', () => {
  it('are whole with a server, its tools and a tool of HTTP', () => {
    expect(faultsOf({})).toEqual([]);
  });

  it.each([
    ['two servers of one name', { servers: [desk, desk] }, 'servers.1.name'],
    ['a tool of no server', { servers: [] }, 'serverTools.0.server'],
    [
      'two tools that the model could not tell apart',
      { httpTools: [{ ...weather, name: 'find' }] },
      'httpTools.0.name',
    ],
    [
      'two names that become one',
      {
        serverTools: [
          { ...find, name: 'a.b' },
          { ...find, name: 'a/b' },
        ],
      },
      'serverTools.1.name',
    ],
    [
      'a place that no parameter fills',
      { httpTools: [{ ...weather, url: 'https://api.example.com/{town}' }] },
      'httpTools.0.url',
    ],
    [
      'a place in the host',
      { httpTools: [{ ...weather, url: 'https://{city}.example.com/' }] },
      'httpTools.0.url',
    ],
    ['a secret without a header', { servers: [{ ...desk, withSecret: true }] }, 'header'],
    [
      'a secret for two hosts',
      {
        header: 'X-Key',
        servers: [{ ...desk, withSecret: true }],
        httpTools: [{ ...weather, withSecret: true }],
      },
      'header',
    ],
    ['a component that the loop does not read', { components: [{ name: 'planner' }] }, 'components.0.name'],
    [
      'a description of a tool that is not allowed',
      { components: [{ name: 'tool.other' }] },
      'components.0.name',
    ],
    [
      'a text that the proxy would put elsewhere',
      { components: [{ name: 'system', injection: 'prepend' }] },
      'components.0.name',
    ],
    ['calls past the proxy', { proxied: false }, 'proxied'],
  ])('refuse %s', (_what, more, path) => {
    expect(faultsOf(more)).toContain(path);
  });

  it('have another hash where a tool has other parameters or another description', () => {
    const hashOf = (tool: object) =>
      canonicalHash(agentSettings.parse({ ...USUAL, serverTools: [{ ...find, ...tool }] }));
    const hashes = [{}, { parameters: { type: 'object' } }, { description: 'Finds orders.' }].map(hashOf);
    expect(new Set(hashes).size).toBe(3);
  });
});
