import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentSettings } from '@/lib/domain/agent';
import { agentComponents } from '@/lib/domain/agent-components';
import { textOfComponents } from '@/lib/domain/components';
import { ace } from './ace/ace';
import { gepa } from './gepa/gepa';
import { mipro } from './mipro/mipro';
import { CONTEXT_PLACE, candidatesWithin, promptAsMeasured, QUESTION_PLACE } from './prompt-as-measured';
import { textGrad } from './textgrad/textgrad';

const TASK = {
  ...{ id: 't', name: 'Sums', instructions: 'Add.', inputShape: 'a sum', outputShape: 'a number' },
  scoring: { kind: 'formula' as const },
};

describe.each([ace, gepa, textGrad, mipro])('a candidate of $name as measured', (method) => {
  it('has its instructions, the task and the whole candidate in one system message', () => {
    const { text, responseFormat } = promptAsMeasured(method, { task: TASK }, '- [a-1] Carry the one.');
    for (const part of ['You are the generator.', 'Add.', '- [a-1] Carry the one.'])
      expect(text).toContain(part);
    expect(responseFormat).toBe('json_object');
  });

  it('is the same message whatever the question', () => {
    const messagesOf = (question: string) =>
      method.questionMessages({ task: TASK, text: 'Be exact.', example: { question, context: '' } });
    fc.assert(
      fc.property(fc.string(), (question) => {
        const measured = promptAsMeasured(method, { task: TASK }, 'Be exact.');
        expect(messagesOf(question)[0]).toEqual({ role: 'system', content: measured.text });
      }),
    );
  });

  it('marks the places of question and context in the message that follows', () => {
    const { questionForm, contextForm } = promptAsMeasured(method, { task: TASK }, 'Be exact.');
    const example = { question: '1 + 1', context: 'in binary' };
    const [, user] = method.questionMessages({ task: TASK, text: 'Be exact.', example });
    expect(contextForm?.replace(QUESTION_PLACE, '1 + 1').replace(CONTEXT_PLACE, 'in binary')).toBe(
      user?.content,
    );
    expect(contextForm?.startsWith(questionForm ?? '')).toBe(true);
  });

  it('is found again in the text as measured, and where its instructions were changed by hand', () => {
    const candidate = fc.string().filter((text) => !/&lt;\s*\//.test(text));
    fc.assert(
      fc.property(candidate, (learned) => {
        const { text } = promptAsMeasured(method, { task: TASK }, learned);
        expect(candidatesWithin(text)).toContain(learned);
        expect(candidatesWithin(`Be polite. ${text}\n`)).toContain(learned);
      }),
    );
  });
});

it('an artefact is sent to no model, so it is the candidate alone', () => {
  const measured = promptAsMeasured(ace, { task: { ...TASK, artefact: true } }, 'def f(): return 1');
  expect(measured).toEqual({
    ...{
      readBy: 'scorer',
      text: 'def f(): return 1',
      questionForm: null,
      contextForm: null,
      responseFormat: null,
    },
  });
});

describe('a prompt that an agent was given', () => {
  const agentOf = (components: readonly { readonly name: string; readonly initialText: string }[]) => ({
    ...{ id: 'agt_1', name: 'Solver', version: 1, hash: 'a'.repeat(64) },
    settings: agentSettings.parse({ kind: 'program', command: 'solver', components }),
  });

  it('is the text of its component, without the instructions that a model would get', () => {
    const agent = agentOf([{ name: 'system', initialText: 'You are a clerk.' }]);
    const measured = promptAsMeasured(ace, { task: TASK, agent }, '- [a-1] Check the window.');
    expect(measured).toEqual({
      ...{ readBy: 'agent', text: '- [a-1] Check the window.' },
      ...{ questionForm: null, contextForm: null, responseFormat: null },
    });
    expect(agentComponents(agent, '- [a-1] Check the window.').system).toBe(measured.text);
  });

  it('keeps the sections of several components', () => {
    const agent = agentOf([
      { name: 'planner', initialText: 'Plan.' },
      { name: 'writer', initialText: 'Write.' },
    ]);
    const candidate = textOfComponents(
      new Map([
        ['planner', 'Plan twice.'],
        ['writer', 'Write.'],
      ]),
    );
    expect(promptAsMeasured(gepa, { task: TASK, agent }, candidate).text).toBe(candidate);
  });
});
