import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdsAll, isAtLeast } from '@/server/commands/install.mjs';
import { prismaEnvironment } from '@/server/commands/prisma.mjs';
import { isStale, markMade, sourceHash } from '@/server/commands/stale';
import { countTests } from '@/server/commands/test-counts';
import { chooseSteps, testSteps } from '@/server/commands/test-steps';

const root = path.resolve(import.meta.dirname, '../..');

describe('what is installed', () => {
  const wanted = {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b-darwin': { version: '1.0.0', optional: true },
  };

  it('is current when every package that is not optional is there in its version', () => {
    expect(holdsAll(wanted, { 'node_modules/a': { version: '1.0.0' } })).toBe(true);
    expect(holdsAll(wanted, { 'node_modules/a': { version: '0.9.0' } })).toBe(false);
    expect(holdsAll(wanted, {})).toBe(false);
  });

  it('compares versions of Node by number', () => {
    expect(isAtLeast('22.12.0', [22, 12])).toBe(true);
    expect(isAtLeast('22.9.0', [22, 12])).toBe(false);
    expect(isAtLeast('100.0.0', [22, 12])).toBe(true);
  });
});

describe('the launcher', () => {
  const launch = path.join(root, 'server/commands/launch.mjs');

  it('answers an unknown command with one sentence and a failure', () => {
    const { status, stderr } = spawnSync(process.execPath, [launch, 'dance'], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^There is no command "dance": use one of [^\n]+\.\n$/);
  });

  it('answers an old Node with one sentence and a failure', () => {
    const older = `Object.defineProperty(process.versions, 'node', { value: '18.20.0' }); process.argv[2] = 'start'; await import(${JSON.stringify(`file://${launch}`)});`;
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', older, 'x', 'start'],
      { encoding: 'utf8' },
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Waggle needs Node 20\.19 or newer and this is 18\.20\.0: [^\n]+\n$/);
  });
});

describe('a product made from sources', () => {
  let folder = '';
  const product = { sources: ['src', 'alone.json'], stamp: 'made/stamp', result: 'made/result' };
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-stale-'));
    for (const name of ['src/deep', 'made']) mkdirSync(path.join(folder, name), { recursive: true });
    for (const name of ['src/deep/a.ts', 'src/a.test.ts', 'alone.json', 'made/result'])
      writeFileSync(path.join(folder, name), name);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is out of date until made, and again when a source changes, but not when a test does', () => {
    expect(isStale(product, folder)).toBe(true);
    markMade(product, sourceHash(product, folder), folder);
    expect(isStale(product, folder)).toBe(false);
    writeFileSync(path.join(folder, 'src/a.test.ts'), 'changed');
    expect(isStale(product, folder)).toBe(false);
    writeFileSync(path.join(folder, 'src/deep/b.ts'), 'new');
    expect(isStale(product, folder)).toBe(true);
    markMade(product, sourceHash(product, folder), folder);
    rmSync(path.join(folder, 'made/result'));
    expect(isStale(product, folder)).toBe(true);
  });
});

describe('the engine of migrations', () => {
  it('comes from npm, except on Windows and where a native one is asked for', () => {
    expect(prismaEnvironment({}, 'linux').PRISMA_SCHEMA_ENGINE_BINARY).toMatch(/schema-engine\.mjs$/);
    expect(prismaEnvironment({}, 'win32').PRISMA_SCHEMA_ENGINE_BINARY).toBeUndefined();
    expect(
      prismaEnvironment({ WAGGLE_NATIVE_PRISMA_ENGINE: '1' }, 'darwin').PRISMA_SCHEMA_ENGINE_BINARY,
    ).toBeUndefined();
    expect(
      prismaEnvironment({ PRISMA_SCHEMA_ENGINE_BINARY: '/own' }, 'linux').PRISMA_SCHEMA_ENGINE_BINARY,
    ).toBe('/own');
  });
});

describe('the steps of npm test', () => {
  const QUICK = { isFull: false, reports: '/nowhere' };

  it('are the steps of the full test, of which some do less', () => {
    const names = testSteps(QUICK).map(({ name }) => name);
    expect(testSteps({ ...QUICK, isFull: true }).map(({ name }) => name)).toEqual(names);
  });

  it('are all run unless some are named, and an unknown name is refused with the known ones', () => {
    const steps = testSteps(QUICK);
    expect(chooseSteps(steps, [])).toEqual(steps);
    expect(chooseSteps(steps, ['unit', 'db'])).toHaveLength(2);
    expect(chooseSteps(steps, ['unti'])).toMatch(/no step unti: choose among generate, types/);
  });

  it('count a step that crashed without a failing test as one failure', () => {
    const nothing = { output: '', reportFile: '/nowhere' };
    expect(countTests({ ...nothing, ok: true })).toMatchObject({ passed: 1, failed: 0 });
    expect(countTests({ ...nothing, ok: false, counts: 'vitest' })).toMatchObject({ passed: 0, failed: 1 });
    expect(
      countTests({ ...nothing, ok: false, counts: 'closingLine', output: 'x\n7 passed, 2 failed\n' }),
    ).toMatchObject({ passed: 7, failed: 2, failures: [{ reason: 'x\n7 passed, 2 failed' }] });
    expect(
      countTests({ ...nothing, ok: false, counts: 'closingLine', output: '7 passed, 0 failed' }),
    ).toMatchObject({ passed: 7, failed: 1 });
  });
});
