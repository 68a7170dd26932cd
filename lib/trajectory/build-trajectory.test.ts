import { describe, expect, it } from 'vitest';
import { isAgentStep, type Trajectory, trajectory } from '@/lib/domain/trajectory';
import {
  assistant,
  type CallParts,
  METRICS,
  recordedCall,
  system,
  toolCall,
  toolResult,
  user,
} from '@/lib/testing/builders/recorded-calls';
import { buildTrajectory } from './build-trajectory';

const build = (...calls: CallParts[]): Trajectory =>
  trajectory.parse(
    buildTrajectory(
      calls.map((parts, ordinal) => recordedCall(ordinal, parts)),
      { agent: { name: 'sample', version: '1' }, beganAtMs: 1000 },
    ),
  );
/** A step as one line: branch, source, text, calls, results. */
const lines = ({ steps }: Trajectory) =>
  steps.map((step) => {
    const head = `${step.branch} ${step.source}: ${step.text}`;
    if (!isAgentStep(step)) return head;
    const calls = step.toolCalls.map(({ name }) => ` ${name}()`).join('');
    const results = step.results.map(
      ({ callId, content, isError }) => ` ${callId}${isError ? '!' : ''}=${content}`,
    );
    return `${head}${calls}${results.join('')}`;
  });

const search = { name: 'search', description: 'Finds pages.', parameters: '{"type":"object"}' };
const MAIN = ['You are a researcher.'];
const TASK = user('Who wrote the book?');
const SEARCH = assistant(
  '',
  toolCall('c1', 'search', { q: 'book' }),
  toolCall('c2', 'search', { q: 'film' }),
);
const FOUND = [toolResult('c1', 'Ada'), toolResult('c2', 'Error: no film')];
const ASK = assistant('', toolCall('c3', 'ask', { who: 'critic' }));

describe('a trajectory', () => {
  it('of a conversation with parallel tools, a failed tool, a subagent and a compaction holds each message once', () => {
    const toCritic = [user('Is Ada plausible?')];
    const summary = [TASK, user('So far: Ada wrote it, says the critic.')];
    const built = build(
      { system: MAIN, tools: [search], messages: [TASK], reply: SEARCH },
      { system: MAIN, tools: [search], messages: [TASK, SEARCH, ...FOUND], reply: ASK },
      { system: ['You are a critic.'], messages: toCritic, reply: assistant('Yes, she is.') },
      {
        system: MAIN,
        messages: [TASK, SEARCH, ...FOUND, ASK, toolResult('c3', 'Yes, she is.')],
        reply: assistant('It was Ada, I think.'),
      },
      { system: MAIN, messages: summary, reply: assistant('', toolCall('c4', 'search', { q: 'Ada' })) },
      {
        system: MAIN,
        messages: [
          ...summary,
          assistant('', toolCall('c4', 'search', { q: 'Ada' })),
          toolResult('c4', 'A page'),
        ],
        reply: assistant('Ada.'),
      },
    );
    expect(lines(built)).toEqual([
      '0 system: You are a researcher.',
      '0 user: Who wrote the book?',
      '0 agent:  search() search() c1=Ada c2!=Error: no film',
      '0 agent:  ask() c3=Yes, she is.',
      '1 system: You are a critic.',
      '1 user: Is Ada plausible?',
      '1 agent: Yes, she is.',
      '0 agent: It was Ada, I think.',
      '2 user: So far: Ada wrote it, says the critic.',
      '2 agent:  search() c4=A page',
      '2 agent: Ada.',
    ]);
    expect(built.branches).toEqual([{ after: null }, { after: null }, { after: 1 }]);
    expect(built.tools).toEqual([search]);
    expect(built.steps[2]).toMatchObject({
      atMs: 0,
      model: 'pinned-model',
      finish: 'stop',
      metrics: METRICS,
    });
  });

  it('forks where a call continues an earlier point, and repeats nothing of it', () => {
    const first = assistant('A first answer to this.');
    const built = build(
      { messages: [TASK], reply: first },
      { messages: [TASK, first, user('Sure?')], reply: assistant('Quite sure.') },
      { messages: [TASK, first, user('Why?')], reply: assistant('Because.') },
      { messages: [TASK], reply: assistant('Another answer.') },
      {
        messages: [TASK, first, user('Why?'), assistant('Because.'), user('Go on')],
        reply: assistant('Well.'),
      },
    );
    expect(lines(built).slice(3)).toEqual([
      '0 user: Sure?',
      '0 agent: Quite sure.',
      '1 user: Why?',
      '1 agent: Because.',
      '2 agent: Another answer.',
      '1 user: Go on',
      '1 agent: Well.',
    ]);
    expect(built.branches).toEqual([{ after: null }, { after: 2 }, { after: 1 }]);
  });

  it.each([
    ['writes arguments anew', assistant('', { id: 'c9', name: 'run', arguments: '{ "b": 2, "a": 1 }' })],
    ['keeps only the ids of calls', assistant('Edited', toolCall('c9', 'run'))],
  ])('continues a branch although the agent %s', (_, reworded) => {
    const reply = assistant('', { id: 'c9', name: 'run', arguments: '{"a":1,"b":2}' });
    const built = build(
      { messages: [TASK], reply },
      { messages: [TASK, reworded, toolResult('c9', 'done')], reply: assistant('Ready.') },
      {
        messages: [TASK, reworded, toolResult('c9', 'done'), assistant('Ready.'), user('Thanks')],
        reply: assistant('Bye.'),
      },
    );
    expect(lines(built)).toEqual([
      '0 system: ',
      `0 user: ${TASK.text}`,
      '0 agent:  run() c9=done',
      '0 agent: Ready.',
      '0 user: Thanks',
      '0 agent: Bye.',
    ]);
  });

  it('knows a reply that is sent back in parts or without its thoughts', () => {
    const reply = assistant(
      '<think>Hm.</think>I shall look for the page.',
      toolCall('', 'open', { page: 1 }),
    );
    const parts = [assistant('I shall look for the page.'), assistant('', toolCall('', 'open', { page: 1 }))];
    const built = build(
      { messages: [TASK], reply },
      { messages: [TASK, ...parts, toolResult(null, 'text')], reply: assistant('Found.') },
      {
        messages: [TASK, ...parts, toolResult(null, 'text'), assistant('Found.'), user('Ok')],
        reply: assistant('.'),
      },
    );
    expect(lines(built).slice(2)).toEqual([
      `0 agent: ${reply.text} open() null=text`,
      '0 agent: Found.',
      '0 user: Ok',
      '0 agent: .',
    ]);
  });

  it('continues a branch whose earlier messages were dropped or shortened', () => {
    const turn = (n: number) => assistant(`Step ${n}`, toolCall(`t${n}`, 'run', { n }));
    const long = toolResult('t1', 'a long output');
    const built = build(
      { messages: [TASK], reply: turn(1) },
      { messages: [TASK, turn(1), long], reply: turn(2) },
      {
        messages: [TASK, turn(1), toolResult('t1', '[omitted]'), turn(2), toolResult('t2', 'two')],
        reply: turn(3),
      },
      { messages: [user('Summary'), turn(3), toolResult('t3', 'three')], reply: assistant('Done.') },
    );
    expect(lines(built).slice(2)).toEqual([
      '0 agent: Step 1 run() t1=a long output',
      '0 agent: Step 2 run() t2=two',
      '0 agent: Step 3 run() t3=three',
      '0 user: Summary',
      '0 agent: Done.',
    ]);
  });

  it('states new system text within a conversation and stays in its branch', () => {
    const reply = assistant('One.');
    const built = build(
      { messages: [system('Day 1'), TASK], reply },
      { messages: [system('Day 2'), TASK, reply, user('Next')], reply: assistant('Two.') },
    );
    expect(lines(built).slice(2)).toEqual([
      '0 agent: One.',
      '0 system: Day 2',
      '0 user: Next',
      '0 agent: Two.',
    ]);
  });

  it('holds an example of the prompt as a step without model and cost', () => {
    const example = [user('2+2'), assistant('', toolCall('x', 'add')), toolResult('x', '4')];
    const built = build({ messages: [...example, TASK], reply: assistant('Ada.') });
    expect(lines(built).slice(1)).toEqual([
      '0 user: 2+2',
      '0 agent:  add() x=4',
      `0 user: ${TASK.text}`,
      '0 agent: Ada.',
    ]);
    expect(built.steps[2]).toMatchObject({ model: '', metrics: { costUsd: 0, tokensIn: 0 } });
  });

  it('keeps calls that gave no step apart, with what they cost, and the results that only they carried', () => {
    const built = build(
      { messages: [TASK], status: 'failed', httpStatus: 502 },
      { messages: [TASK], reply: SEARCH, retryOf: 0 },
      { messages: [TASK], reply: SEARCH, retryOf: 1 },
      { messages: [TASK, SEARCH, ...FOUND], status: 'cut', httpStatus: 200 },
      { messages: [TASK, SEARCH, ...FOUND], status: 'refused', httpStatus: 400 },
      { messages: [TASK], status: 'stray', httpStatus: 403 },
      { messages: [TASK], status: 'sent', httpStatus: null },
    );
    expect(lines(built).slice(1)).toEqual([
      `0 user: ${TASK.text}`,
      '0 agent:  search() search() c1=Ada c2!=Error: no film',
    ]);
    expect(built.broken.map(({ reason, status }) => [reason, status])).toEqual([
      ['failed', 502],
      ['cut', 200],
      ['cut', 200],
      ['refused', 400],
      ['stray', 403],
      ['cut', null],
    ]);
    expect(built.broken[0]).toMatchObject({ atMs: 0, dialect: 'openaiChat', metrics: METRICS });
  });

  it('gives results without ids to calls by position, and text without a caller to the user', () => {
    const built = build(
      { messages: [toolResult(null, 'lost')], reply: SEARCH },
      {
        messages: [toolResult(null, 'lost'), SEARCH, toolResult(null, 'one'), toolResult('unknown', 'two')],
        reply: assistant('Done.'),
      },
    );
    expect(lines(built).slice(1)).toEqual([
      '0 user: lost',
      '0 agent:  search() search() c1=one c2=two',
      '0 agent: Done.',
    ]);
  });

  it('is the same for calls in any order of arrival in memory', () => {
    const calls = [TASK, user('Other task')].flatMap((task, index) => {
      const reply = assistant(`Reply ${index}`);
      return [
        recordedCall(index * 2, { messages: [task], reply }),
        recordedCall(index * 2 + 1, { messages: [task, reply, user('More')], reply: assistant('End') }),
      ];
    });
    const options = { agent: { name: 'sample', version: '1' }, beganAtMs: 1000 };
    expect(buildTrajectory([...calls].reverse(), options)).toEqual(buildTrajectory(calls, options));
  });
});
