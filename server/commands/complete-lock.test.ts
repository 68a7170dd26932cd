import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { completePackages, missingOptionals } from '@/server/commands/complete-lock.mjs';

const lock = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../package-lock.json'), 'utf8'));

describe('package-lock.json', () => {
  it('holds every optional package, so that npm ci accepts it on every platform', () => {
    expect(missingOptionals(lock.packages)).toEqual([]);
  });

  it('names no registry host', () => {
    expect(Object.values<{ resolved?: string }>(lock.packages).filter((entry) => entry.resolved)).toEqual([]);
  });

  it('is completed with platform, processor and library, and only once', () => {
    const packages = {
      '': {},
      'node_modules/tool': {
        version: '1.0.0',
        dev: true,
        optionalDependencies: { '@tool/linux-x64-musl': '1.0.0', here: '^2.0.0' },
      },
      'node_modules/tool/node_modules/here': { version: '2.1.0' },
    };
    const complete = completePackages(packages);
    expect(complete['node_modules/@tool/linux-x64-musl']).toEqual({
      version: '1.0.0',
      cpu: ['x64'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    });
    expect(completePackages(complete)).toEqual(complete);
  });

  it('is left alone where only a registry could tell what is meant', () => {
    const packages = { 'node_modules/tool': { version: '1.0.0', optionalDependencies: { other: '>=3' } } };
    expect(completePackages(packages)).toEqual(packages);
    expect(missingOptionals(completePackages(packages))).toEqual([
      { name: 'other', range: '>=3', of: 'node_modules/tool' },
    ]);
  });
});
