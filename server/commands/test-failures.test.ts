import { describe, expect, it } from 'vitest';
import { playwrightFailures, vitestFailures } from '@/server/commands/test-failures';

describe('the failures of a report', () => {
  it('name each failing test of Vitest with the first lines of its reason', () => {
    const failures = vitestFailures({
      testResults: [
        {
          name: `${process.cwd()}/lib/a.test.ts`,
          status: 'failed',
          message: '',
          assertionResults: [
            { fullName: 'a sum is finite', status: 'passed', failureMessages: [] },
            { fullName: 'a sum is positive', status: 'failed', failureMessages: ['expected -1\n\n  at a:1'] },
          ],
        },
      ],
    });
    expect(failures).toEqual([
      { file: 'lib/a.test.ts', test: 'a sum is positive', reason: 'expected -1\n  at a:1' },
    ]);
  });

  it('name a file of Vitest that broke before its first test', () => {
    const broken = { name: `${process.cwd()}/b.test.ts`, status: 'failed', message: 'no such module' };
    expect(vitestFailures({ testResults: [{ ...broken, assertionResults: [] }] })).toEqual([
      { file: 'b.test.ts', test: '', reason: 'no such module' },
    ]);
  });

  it('name each journey that failed, however deep its group lies, and a set-up that broke', () => {
    const error = { message: '\u001B[31mno button\u001B[39m' };
    const failures = playwrightFailures({
      suites: [
        {
          specs: [{ title: 'signs in', file: 'a.spec.ts', ok: true, tests: [{ results: [{}] }] }],
          suites: [
            { specs: [{ title: 'runs', file: 'a.spec.ts', ok: false, tests: [{ results: [{ error }] }] }] },
          ],
        },
      ],
      errors: [{ message: 'the server ended' }],
    });
    expect(failures).toEqual([
      { file: 'a.spec.ts', test: 'runs', reason: 'no button' },
      { file: '', test: 'set-up', reason: 'the server ended' },
    ]);
  });
});
