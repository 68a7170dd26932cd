import { describe, expect, it } from 'vitest';
import { createAgentBody } from '@/lib/contracts/agents';
import { agentSettings } from '@/lib/domain/agent';
import { bodyOfAgent, draftOfAgent } from './agent-draft';

describe('the form of an agent', () => {
  it('makes the settings again that it was filled with', () => {
    const http = { kind: 'http', url: 'https://agents.example.com/run', header: 'X-Key' };
    const program = { kind: 'program', command: 'solver', limits: { usd: 0.5 } };
    const parameters = { type: 'object', properties: { city: { type: 'string' } } };
    const tools = {
      kind: 'tools',
      servers: [
        { via: 'http', name: 'desk', url: 'https://tools.example.com/mcp', withSecret: true },
        { via: 'command', name: 'files' },
      ],
      serverTools: [{ server: 'desk', name: 'orders.find', description: 'Finds orders.', parameters }],
      httpTools: [{ name: 'weather', parameters, url: 'https://tools.example.com/cities/{city}' }],
      header: 'X-Key',
      components: [{ name: 'system' }, { name: 'tool.orders_find', initialText: 'Finds orders.' }],
    };
    const inside = { reset: 'eachRollout', tools: 'sandboxed' };
    const environments = [
      { kind: 'terminal', replies: 'xml', ...inside },
      { kind: 'terminal', harbor: { agent: 'terminus-2' }, ...inside },
      { kind: 'terminal', harbor: { agent: 'own.solver:Agent', model: 'anthropic/claude' }, ...inside },
      {
        ...{ kind: 'terminal', command: 'solve.sh', ...inside },
        components: [{ name: 'plan', injection: 'marker', initialText: 'Look first.' }, { name: 'system' }],
      },
      { kind: 'appworld', components: [{ name: 'system', initialText: 'Call one API.' }], ...inside },
    ];
    for (const given of [http, program, { kind: 'runner', rolloutsMax: 500 }, tools, ...environments]) {
      const settings = agentSettings.parse(given);
      expect(createAgentBody.parse(bodyOfAgent(draftOfAgent({ name: 'Solver', settings })))).toEqual({
        name: 'Solver',
        settings,
      });
    }
  });

  it('needs a name and an address only', () => {
    const draft = { ...draftOfAgent(null), name: 'Solver', url: 'https://agents.example.com/run' };
    expect(createAgentBody.safeParse(bodyOfAgent(draft)).success).toBe(true);
    const { error } = createAgentBody.safeParse(bodyOfAgent(draftOfAgent(null)));
    expect(error?.issues.map(({ path }) => path.join('.')).sort()).toEqual(['name', 'settings.url']);
  });

  it('asks for one rollout at a time where tools are live, and for given components without the proxy', () => {
    const draft = { ...draftOfAgent(null), tools: 'live' as const, proxied: false };
    const [component] = draft.components;
    if (component) component.injection = 'marker';
    const { settings } = bodyOfAgent(draft);
    expect(settings).toMatchObject({ rolloutsMax: 1, components: [{ injection: 'given' }] });
  });

  it('leaves fields of other kinds out of an agent in an environment', () => {
    const other = { command: 'solver', tools: 'live' as const, proxied: false };
    const components = ['plan', 'system'].map((name) => ({
      ...{ name, injection: 'marker' as const, initialText: '' },
    }));
    for (const kind of ['terminal', 'appworld'] as const) {
      const body = bodyOfAgent({ ...draftOfAgent(null), ...other, components, name: 'Solver', kind });
      expect(createAgentBody.parse(body).settings).toEqual(
        agentSettings.parse({ kind, reset: 'eachRollout', tools: 'sandboxed' }),
      );
    }
  });
});
