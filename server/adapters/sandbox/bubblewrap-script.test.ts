import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { MAKE_SANDBOX } from './bubblewrap-script';

const hasPerl = spawnSync('perl', ['-e', '1']).status === 0;

it.runIf(hasPerl)('the Perl program of a sandbox compiles under strict and without a warning', () => {
  const { stderr } = spawnSync('perl', ['-Mstrict', '-Mwarnings', '-c', '-e', MAKE_SANDBOX]);
  expect(stderr.toString()).toBe('-e syntax OK\n');
});
