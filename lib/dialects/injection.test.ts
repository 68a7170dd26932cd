import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/lib/domain/json';
import { DIALECTS, type Dialect } from '@/lib/domain/trajectory';
import type { InjectedComponent } from './dialect';
import { injectionStates, provenIn } from './injection';
import { READERS } from './known-dialects';

const prepend = (text: string, name = 'system'): InjectedComponent => ({ name, way: 'prepend', text });
const marker = (text: string, name = 'system'): InjectedComponent => ({ name, way: 'marker', text });
const BODIES: Readonly<Record<Dialect, (system: string) => JsonObject>> = {
  openaiChat: (system) => ({
    model: 'm',
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: 'Q' },
    ],
  }),
  openaiResponses: (system) => ({ model: 'm', instructions: system, input: 'Q' }),
  anthropicMessages: (system) => ({
    model: 'm',
    system,
    max_tokens: 9,
    messages: [{ role: 'user', content: 'Q' }],
  }),
};

function injected(dialect: Dialect, body: JsonObject, ...components: readonly InjectedComponent[]) {
  return READERS[dialect].readRequest(READERS[dialect].inject(body, components));
}

describe.each(DIALECTS)('injection into %s', (dialect) => {
  const body = BODIES[dialect];

  it('prepends all components once, in their order, before the system text', () => {
    const { system, messages } = injected(
      dialect,
      body('Own.'),
      prepend('A'),
      prepend('', 'empty'),
      prepend('B', 'b'),
    );
    expect(system).toEqual(['A\n\nB\n\nOwn.']);
    expect(messages).toEqual([{ role: 'user', text: 'Q' }]);
  });

  it('replaces every marker of a component and leaves other markers', () => {
    const own = '{{waggle:system}} {{waggle:other}} {{waggle:system}}';
    expect(injected(dialect, body(own), marker('A')).system).toEqual(['A {{waggle:other}} A']);
  });

  it('any text is proven, whatever characters it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(prepend, marker), (text, way) => {
        const component = way(text);
        const request = injected(dialect, body('Own {{waggle:system}} text.'), component);
        expect(provenIn(request, text)).toBe(text.trim() !== '');
      }),
    );
  });

  it('takes a marker inside a text for a text', () => {
    const components = [marker('{{waggle:b}}'), marker('B', 'b')];
    expect(injected(dialect, body('{{waggle:system}} {{waggle:b}}'), ...components).system).toEqual([
      '{{waggle:b}} B',
    ]);
  });

  it('leaves the body as it is where nothing is to be injected', () => {
    const given = body('{{waggle:system}}');
    const components: InjectedComponent[] = [{ name: 'system', way: 'given', text: 'A' }, prepend('', 'b')];
    expect(READERS[dialect].inject(given, components)).toBe(given);
  });

  it('leaves markers outside of system text', () => {
    const given = JSON.parse(JSON.stringify(body('Own.')).replace('"Q"', '"{{waggle:system}}"'));
    expect(injected(dialect, given, marker('A')).messages[0]?.text).toBe('{{waggle:system}}');
  });
});

describe('places of system text', () => {
  it('chat: a system message is made where there is none, and parts of a message stay parts', () => {
    const user = { role: 'user', content: 'Q' };
    const inject = (messages: readonly JsonObject[]) =>
      READERS.openaiChat.inject({ messages }, [prepend('A')]).messages;
    expect(inject([user])).toEqual([{ role: 'system', content: 'A' }, user]);
    expect(inject([user, { role: 'system', content: 'late' }])).toHaveLength(3);
    const part = { type: 'text', text: 'Own.', cache_control: { type: 'ephemeral' } };
    expect(inject([{ role: 'developer', name: 'n', content: [part] }])).toEqual([
      { role: 'developer', name: 'n', content: [{ type: 'text', text: 'A\n\n' }, part] },
    ]);
  });

  it('Responses: instructions, then a leading system item, else new instructions', () => {
    const inject = (body: JsonObject) => READERS.openaiResponses.inject(body, [prepend('A')]);
    const item = { role: 'developer', content: [{ type: 'input_text', text: 'Own.' }] };
    expect(inject({ input: [item] }).input).toEqual([
      { role: 'developer', content: [{ type: 'input_text', text: 'A\n\n' }, ...item.content] },
    ]);
    expect(inject({ instructions: 'First.', input: [item] })).toEqual({
      instructions: 'A\n\nFirst.',
      input: [item],
    });
    expect(inject({ input: 'Q' })).toEqual({ input: 'Q', instructions: 'A' });
    const tools = { type: 'additional_tools', role: 'developer', tools: [] };
    expect(inject({ input: [tools] })).toEqual({ input: [tools], instructions: 'A' });
  });

  it('Anthropic: blocks keep their cache markers, and a block that became empty is left out', () => {
    const block = { type: 'text', text: 'Own.', cache_control: { type: 'ephemeral' } };
    const inject = (system: readonly JsonObject[] | string, component: InjectedComponent) =>
      READERS.anthropicMessages.inject({ system, messages: [] }, [component]);
    expect(inject([block], prepend('A')).system).toEqual([{ type: 'text', text: 'A\n\n' }, block]);
    expect(inject([block, { ...block, text: '{{waggle:system}}' }], marker('')).system).toEqual([block]);
    expect(inject('{{waggle:system}}', marker(''))).toEqual({ messages: [] });
    const changed = inject([{ ...block, text: 'Own {{waggle:system}}.' }], marker('A'));
    expect(changed.system).toEqual([{ ...block, text: 'Own A.' }]);
  });
});

describe('proof of injection', () => {
  const request = (body: JsonObject) => READERS.openaiChat.readRequest({ model: 'm', messages: [], ...body });
  const said = (role: string, content: string) => request({ messages: [{ role, content }] });

  it.each([
    ['a message of the user', said('user', 'Do: be kind. Now.'), true],
    ["a tool's result", said('tool', 'be kind'), true],
    ['a tool description', request({ tools: [{ function: { name: 't', description: 'be kind' } }] }), true],
    ['an answer of the model', said('assistant', 'be kind'), false],
    ['nowhere', said('user', 'be  kind'), false],
  ])('a text in %s counts as proven: %#', (_, call, isProven) => {
    expect(provenIn(call, ' be kind\n')).toBe(isProven);
  });

  it('a text of a tool counts in the description of that tool only', () => {
    const described = (name: string) =>
      request({ tools: [{ function: { name, description: 'Finds orders. Be kind.' } }] });
    const components = [{ name: 'tool.lookup', text: 'Be kind.' }];
    const stateIn = (call: ReturnType<typeof request>) => injectionStates(components, [call])['tool.lookup'];
    expect(stateIn(described('lookup'))).toBe('proven');
    expect(stateIn(described('other'))).toBe('failed');
    expect(stateIn(said('system', 'Be kind.'))).toBe('failed');
  });

  it('states are proven, failed, unproven without a proxy, and not applicable for an empty text', () => {
    const components = [
      { name: 'a', text: 'be kind' },
      { name: 'b', text: 'be brief' },
      { name: 'c', text: '\n' },
    ];
    expect(injectionStates(components, [said('user', 'be kind')])).toEqual({
      a: 'proven',
      b: 'failed',
      c: 'notApplicable',
    });
    expect(injectionStates(components, null)).toEqual({ a: 'unproven', b: 'unproven', c: 'notApplicable' });
  });
});
