import { describe, expect, it } from 'vitest';
import { decideTurn, FIRST_TURN } from './decide-turn';
import { readJsonReply } from './read-json-reply';
import { readXmlReply } from './read-xml-reply';
import { waitSeconds } from './terminal-reply';

const reply = (others: object = {}) =>
  JSON.stringify({ analysis: 'a', plan: 'p', commands: [{ keystrokes: 'ls\n', duration: 0.1 }], ...others });
const LS = [{ keystrokes: 'ls\n', durationSeconds: 0.1 }];

describe('a reply in JSON', () => {
  it('is read without a warning where it is complete', () => {
    expect(readJsonReply(reply())).toEqual({
      commands: LS,
      isTaskComplete: false,
      error: null,
      warnings: [],
    });
  });

  it('is repaired where closing braces are missing or other text is around it', () => {
    for (const text of [reply().slice(0, -1), `He said " and wrote ${reply()}`]) {
      const read = readJsonReply(text);
      expect([read.commands, read.error, read.warnings.length > 0]).toEqual([LS, null, true]);
    }
  });

  it.each([
    ['', 'no JSON'],
    ['{"analysis":"a",}', 'cannot be read'],
    ['{"analysis":"a"}', 'plan, commands'],
    [reply({ commands: null }), '"commands"'],
    [reply({ commands: ['ls'] }), 'Command 1'],
    [reply({ commands: [{ duration: 1 }] }), 'keystrokes'],
  ])('has an error and no command: %s', (text, part) => {
    const read = readJsonReply(text);
    expect(read.commands).toEqual([]);
    expect(read.error).toContain(part);
  });

  it('completes the task in spite of commands that cannot be read', () => {
    const read = readJsonReply(reply({ commands: ['ls'], task_complete: 'Yes' }));
    expect([read.isTaskComplete, read.error, read.warnings.length]).toEqual([true, null, 1]);
  });

  it('warns of each oddity and still runs the commands', () => {
    const commands = [
      { keystrokes: 'ls', speed: 1 },
      { keystrokes: 'pwd\n', duration: 'long' },
    ];
    const read = readJsonReply(JSON.stringify({ plan: 1, analysis: 'a', commands, task_complete: 0 }));
    expect(read.commands).toEqual([
      { keystrokes: 'ls', durationSeconds: 1 },
      { keystrokes: 'pwd\n', durationSeconds: 1 },
    ]);
    // The plan's kind, the order, the completion, two durations, an unknown field, a missing line end.
    expect(read.warnings).toHaveLength(7);
  });
});

describe('a reply in tags', () => {
  const inTags = (commands: string, rest = '') =>
    `<response><analysis>a</analysis><plan>p</plan><commands>${commands}</commands>${rest}</response>`;

  it('keeps keystrokes as they are typed', () => {
    const read = readXmlReply(inTags('<keystrokes duration="0.1">a < b && echo "<x>"\n</keystrokes>'));
    expect(read.commands).toEqual([{ keystrokes: 'a < b && echo "<x>"\n', durationSeconds: 0.1 }]);
    expect(read.warnings).toEqual([]);
  });

  it('is read up to its end where it is not closed, with a warning', () => {
    const read = readXmlReply(
      inTags('<keystrokes duration="1">ls\n</keystrokes>').replace('</response>', ''),
    );
    expect([read.commands.length, read.error, read.warnings.length]).toEqual([1, null, 1]);
  });

  it.each([
    ['nothing'],
    ['<response> </response>'],
    ['<response><analysis>a</analysis><plan>p</plan></response>'],
  ])('has an error where there are no commands: %s', (text) => {
    expect(readXmlReply(text).error).not.toBeNull();
  });

  it('completes the task without commands', () => {
    const done = '<task_complete> TRUE </task_complete>';
    for (const text of [inTags('', done), `<response>${done}</response>`]) {
      expect(readXmlReply(text)).toMatchObject({ isTaskComplete: true, error: null, commands: [] });
    }
  });

  it('warns of other text, unknown and repeated parts, entities and attributes', () => {
    const keys = `<keystrokes duration=1 wait='2'>a &lt; b\n</keystrokes>`;
    const read = readXmlReply(`So: ${inTags(keys, '<plan>q</plan><note/>')} end`);
    expect(read.commands).toEqual([{ keystrokes: 'a &lt; b\n', durationSeconds: 1 }]);
    // Text before and after, a repeated and an unknown tag, two quotes, an unknown attribute, no duration, an entity.
    expect(read.warnings).toHaveLength(9);
  });
});

describe('the wait after keystrokes', () => {
  it.each([
    [-1, 0],
    [0.5, 0.5],
    [3600, 60],
    [Number.POSITIVE_INFINITY, 60],
  ])('is within limits: %d', (durationSeconds, seconds) => {
    expect(waitSeconds({ keystrokes: '', durationSeconds })).toBe(seconds);
  });
});

describe('the turns of a terminal agent', () => {
  const done = readJsonReply(reply({ commands: [], task_complete: true }));
  const goOn = readJsonReply(reply());
  const broken = readJsonReply('?');
  const kindsOf = (replies: readonly (typeof done)[]) => {
    let state = FIRST_TURN;
    return replies.map((each) => {
      const turn = decideTurn(state, each);
      if (turn.kind !== 'finish') state = turn.state;
      return turn.kind;
    });
  };

  it('finish when two replies in a row say so', () => {
    expect(kindsOf([goOn, done, done])).toEqual(['continue', 'confirm', 'finish']);
  });

  it('ask anew after a reply that goes on, and not after one that cannot be read', () => {
    expect(kindsOf([done, goOn, done])).toEqual(['confirm', 'continue', 'confirm']);
    expect(kindsOf([done, broken, done])).toEqual(['confirm', 'repeat', 'finish']);
  });

  it('tell the model what was wrong, and nothing where nothing was', () => {
    const feedbackOf = (each: typeof done) => {
      const turn = decideTurn(FIRST_TURN, each);
      return turn.kind === 'finish' ? '' : turn.feedback;
    };
    expect(feedbackOf(broken)).toContain(broken.error);
    expect(feedbackOf(goOn)).toBe('');
    expect(feedbackOf(readJsonReply(`x ${reply()}`))).toContain('- ');
  });
});
