import { describe, expect, it } from 'vitest';
import { Redactor } from '@/lib/evaluation/privacy/redact';
import { assistant, recordedCall, toolCall, toolResult, user } from '@/lib/testing/builders/recorded-calls';
import { buildTrajectory } from './build-trajectory';
import { citedLines } from './cited-lines';
import { compareTrajectories } from './compare';
import { scrubTrajectory } from './scrub';
import { nextFailedStep, searchSteps } from './step-search';
import { isFailed } from './tool-error';

const options = { agent: { name: 'a', version: '1' }, beganAtMs: 0 };
/** A system text, a task, a search with this query and result, an answer. */
function trajectoryOf(query: string, result: string, answer: string, prompt = 'Be brief.') {
  const reply = { ...assistant('Looking.', toolCall('c', 'search', { query })), reasoning: 'Which one?' };
  const messages = [user('Find Ada.')];
  return buildTrajectory(
    [
      recordedCall(0, { system: [prompt], messages, reply }),
      recordedCall(1, {
        system: [prompt],
        messages: [...messages, reply, toolResult('c', result)],
        reply: assistant(answer),
      }),
    ],
    options,
  );
}

describe('citations of a prompt', () => {
  const prompt = [
    '## STRATEGIES',
    '[str-00001] helpful=1 harmful=0 :: Search by surname first',
    '- Always check the year before you answer a question',
    'short line',
  ].join('\n');

  it('are found by id, in brackets or as JSON, and by a long line word for word', () => {
    const built = trajectoryOf(
      'by str-00001',
      'none',
      'I always check. Always check the year\nbefore you answer a question.',
    );
    expect(citedLines(prompt, built.steps)).toEqual(
      new Map([
        [2, [1]],
        [3, [2]],
      ]),
    );
    expect(citedLines(prompt, trajectoryOf('x', 'none', 'As [str-00001] has it.').steps)).toEqual(
      new Map([[3, [1]]]),
    );
  });

  it('are not made by the prompt itself, by unknown ids or by short lines', () => {
    const built = trajectoryOf('str-00009', '[str-00001]', 'a short line', prompt);
    expect(citedLines(prompt, built.steps).size).toBe(0);
  });
});

describe('a search within a trajectory', () => {
  const built = trajectoryOf('ADA (x)', 'ada, Ada', 'Found Ada.');

  it('finds text, arguments and results in any case, with the place of each hit', () => {
    expect(searchSteps(built, ' ada ')).toEqual([
      { step: 1, hits: [{ field: 'text', index: 0, at: [5] }] },
      {
        step: 2,
        hits: [
          { field: 'arguments', index: 0, at: [10] },
          { field: 'result', index: 0, at: [0, 5] },
        ],
      },
      { step: 3, hits: [{ field: 'text', index: 0, at: [6] }] },
    ]);
    expect(searchSteps(built, 'SEARCH')).toEqual([{ step: 2, hits: [{ field: 'tool', index: 0, at: [0] }] }]);
    expect(searchSteps(built, 'which')).toEqual([
      { step: 2, hits: [{ field: 'reasoning', index: 0, at: [0] }] },
    ]);
  });

  it('takes signs as signs, and finds nothing for no words', () => {
    expect(searchSteps(built, '(x)').map(({ step }) => step)).toEqual([2]);
    expect(searchSteps(built, '.*')).toEqual([]);
    expect(searchSteps(built, '  ')).toEqual([]);
  });

  it('steps from one failed tool to the next', () => {
    const failed = trajectoryOf('x', 'Error: gone', 'Sorry.');
    expect([nextFailedStep(failed, -1), nextFailedStep(failed, 1), nextFailedStep(failed, 2)]).toEqual([
      2,
      2,
      null,
    ]);
    expect(nextFailedStep(built, -1)).toBeNull();
  });
});

describe('a tool result', () => {
  it.each([
    'Error: no file',
    'Traceback (most recent call last):\n  File',
    'An error occurred while running the tool. Please try again.',
    'ValueError: bad',
    '{"error":"no such user"}',
    '{"success":false}',
    '{"exit_code":1,"output":""}',
  ])('without a flag counts as failed: %s', (content) => {
    expect(isFailed({ callId: null, content, isError: false }, false)).toBe(true);
    expect(isFailed({ callId: null, content, isError: false }, true)).toBe(false);
  });

  it.each([
    'No errors found',
    '{"error":null,"rows":3}',
    '{"exit_code":0}',
    '{"error',
    'The error rate is 3 %',
    '',
  ])('without a flag does not count as failed: %s', (content) => {
    expect(isFailed({ callId: null, content, isError: false }, false)).toBe(false);
    expect(isFailed({ callId: null, content, isError: true }, false)).toBe(true);
  });
});

describe('two trajectories of one example', () => {
  it('are equal where they do and say the same, whatever the wording of arguments and the system text', () => {
    const left = trajectoryOf('x', 'one', 'Ada.');
    const right = trajectoryOf('x', 'one', ' Ada. ', 'Be long.');
    expect(compareTrajectories(left, left)).toMatchObject({ first: null, pairs: { length: 4 } });
    expect(compareTrajectories(left, right)).toMatchObject({
      first: null,
      pairs: [{ difference: 'text' }, {}, {}, {}],
    });
  });

  it('differ first where a tool, its arguments or a text differ', () => {
    const left = trajectoryOf('x', 'one', 'Ada.');
    expect(compareTrajectories(left, trajectoryOf('y', 'one', 'Bea.'))).toMatchObject({
      first: 2,
      pairs: [
        {},
        {},
        { left: 2, right: 2, difference: 'arguments' },
        { left: 3, right: 3, difference: 'text' },
      ],
    });
    const answered = { steps: left.steps.filter((_, index) => index !== 2) };
    expect(compareTrajectories(left, answered)).toEqual({
      first: 2,
      pairs: [
        { left: 0, right: 0, difference: null },
        { left: 1, right: 1, difference: null },
        { left: 2, right: null, difference: 'missing' },
        { left: 3, right: 2, difference: null },
      ],
    });
  });

  it('pair agent with agent where messages are inserted', () => {
    const left = trajectoryOf('x', 'one', 'Ada.');
    const [first, task, ...rest] = left.steps;
    if (first === undefined || task === undefined) throw new Error('expected steps');
    const right = {
      steps: [first, task, { ...task, text: 'Hurry.' }, ...rest.map((step) => ({ ...step, text: '?' }))],
    };
    expect(compareTrajectories(left, right).pairs.slice(2)).toEqual([
      { left: null, right: 2, difference: 'missing' },
      { left: 2, right: 3, difference: null },
      { left: 3, right: 4, difference: 'text' },
    ]);
  });
});

describe('a scrubbed trajectory', () => {
  it('has the same placeholder for a value in every text, and the same structure', () => {
    const mail = 'ada@example.com';
    const built = trajectoryOf(mail, `Found ${mail}`, `It is ${mail}.`, `Ask ${mail}.`);
    const redactor = new Redactor();
    const scrubbed = scrubTrajectory(built, (text) => redactor.redact(text));
    expect(JSON.stringify(scrubbed)).not.toContain(mail);
    expect(JSON.parse(JSON.stringify(scrubbed).replaceAll('[EMAIL_1]', mail))).toEqual(built);
  });
});
