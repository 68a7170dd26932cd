import { describe, expect, it } from 'vitest';
import { runCode, type Session } from './run-code';
import { townApis } from './town';
import { EMPTY } from './town-tasks';

const session = (): Session => ({
  variables: new Map(),
  timeoutSeconds: 100,
  apis: townApis(structuredClone({ ...EMPTY, notes: [{ id: 1, text: 'Bread' }] })),
});

describe('code in the fake world', () => {
  it.each([
    ['print(1 + 2 * 3, "a", [1, None])', '7 a [1, None]\n'],
    ['x = apis.notes.list()\nprint(x[0]["text"].lower())', 'bread\n'],
    ['s = []\nfor n in [1, 2, 3]:\n    if n > 1:\n        s.append(n)\nprint(sum(s), len(s))', '5 2\n'],
    ["print(apis.api_docs.show_app_descriptions()[0]['name'])", 'notes\n'],
    ['x = {"a": 1} # no comment here', 'Execution failed. Traceback:\nSyntax error'],
  ])('runs %j', (code, output) => {
    expect(runCode(code, session())).toContain(output);
  });

  it('keeps variables from one execution to the next', () => {
    const one = session();
    runCode('x = 4', one);
    expect(runCode('print(x)', one)).toBe('4\n');
  });

  it.each([
    'process.exit()',
    'x.constructor',
    'apis.constructor("return 1")()',
    'apis["notes"]["__proto__"]',
    'print("".constructor)',
    'globalThis',
    'import os\nos.remove(1)',
  ])('reaches nothing outside of the world by %j', (code) => {
    expect(runCode(code, session())).toMatch(/^Execution failed\. Traceback:\n/);
  });
});
