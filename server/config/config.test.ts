import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AppError } from '@/lib/errors/app-error';
import { parseConfig } from '@/server/config/config';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'waggle-config-'));
const DATABASE_URL = 'postgresql://u:p@db.example:5432/waggle';

describe('the settings in the environment', () => {
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('need nothing but a database, and treat an empty variable as unset', () => {
    const config = parseConfig({ DATABASE_URL, WAGGLE_DATA_DIR: dataDir, PORT: '' });
    expect(config).toMatchObject({
      databaseUrl: DATABASE_URL,
      port: 3000,
      servingPort: 3100,
      baseUrl: 'http://127.0.0.1:3000',
      ownerPassword: null,
    });
  });

  it('put the flag server a hundred ports from the pages by default', () => {
    const servingPort = (more: object) =>
      parseConfig({ DATABASE_URL, WAGGLE_DATA_DIR: dataDir, ...more }).servingPort;
    expect(servingPort({ PORT: '4000' })).toBe(4100);
    expect(servingPort({ PORT: '65535' })).toBe(65_435);
    expect(servingPort({ PORT: '4000', WAGGLE_SERVING_PORT: '5000' })).toBe(5000);
  });

  it('are refused all at once, each fault under its name', () => {
    const bad = {
      DATABASE_URL: 'mysql://x',
      PORT: '70000',
      WAGGLE_OWNER_EMAIL: 'invalid',
      WAGGLE_OWNER_PASSWORD: 'short',
    };
    try {
      parseConfig(bad);
      expect.unreachable();
    } catch (error) {
      if (!AppError.is(error, 'CONFIG_INVALID')) throw error;
      expect(error.fields.map((fault) => fault.path).sort()).toEqual(Object.keys(bad).sort());
      for (const name of Object.keys(bad)) expect(error.message).toContain(name);
    }
  });

  it('name an object store whole or not at all', () => {
    const given = {
      ...{ WAGGLE_OBJECTS_URL: 'https://s3.example.com/', WAGGLE_OBJECTS_BUCKET: 'traces' },
      ...{ WAGGLE_OBJECTS_ACCESS_KEY: 'key', WAGGLE_OBJECTS_SECRET_KEY: 'secret' },
    };
    const parsed = (more: object) => parseConfig({ DATABASE_URL, WAGGLE_DATA_DIR: dataDir, ...more }).objects;
    expect(parsed({})).toBeNull();
    expect(parsed(given)).toEqual({
      ...{ url: 'https://s3.example.com', bucket: 'traces', region: 'us-east-1' },
      ...{ accessKey: 'key', secretKey: 'secret' },
    });
    expect(() => parsed({ ...given, WAGGLE_OBJECTS_SECRET_KEY: '' })).toThrow(/WAGGLE_OBJECTS_SECRET_KEY/);
    expect(() => parsed({ ...given, WAGGLE_OBJECTS_BUCKET: 'a/b' })).toThrow(/WAGGLE_OBJECTS_BUCKET/);
  });

  it('say what to do without a database', () => {
    expect(() => parseConfig({ WAGGLE_DATA_DIR: dataDir })).toThrow(/DATABASE_URL is not set.*npm start/);
  });

  it('keep one generated secret, readable only by its owner', () => {
    const first = parseConfig({ DATABASE_URL, WAGGLE_DATA_DIR: dataDir }).secret;
    expect(parseConfig({ DATABASE_URL, WAGGLE_DATA_DIR: dataDir }).secret).toBe(first);
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(statSync(path.join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
    const given = 'a given secret of forty characters, more';
    expect(parseConfig({ DATABASE_URL, WAGGLE_DATA_DIR: dataDir, NEXTAUTH_SECRET: given }).secret).toBe(
      given,
    );
  });

  it('refuse a short or repetitive secret from any source, and say what to set', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-config-'));
    const faultOf = (env: Record<string, string>) => {
      try {
        parseConfig({ DATABASE_URL, WAGGLE_DATA_DIR: folder, ...env });
        return null;
      } catch (error) {
        return AppError.is(error, 'CONFIG_INVALID') ? error.userMessage : error;
      }
    };
    for (const weak of ['short', 'a'.repeat(64)])
      for (const name of ['WAGGLE_SECRET', 'NEXTAUTH_SECRET'])
        expect(faultOf({ [name]: weak })).toMatch(new RegExp(`${name}.*openssl rand`));
    writeFileSync(path.join(folder, 'secret'), 'short');
    expect(faultOf({})).toMatch(/file .*secret.*openssl rand/);
    expect(faultOf({ WAGGLE_SECRET: 'q9abcdefghijklmnopqrstuvwxyzabcd' })).toBeNull();
    rmSync(folder, { recursive: true });
  });

  it('always allow the practice model and the addresses that the operator adds', () => {
    const config = parseConfig({
      DATABASE_URL,
      WAGGLE_DATA_DIR: dataDir,
      WAGGLE_ALLOWED_ADDRESSES: '10.0.0.0/8, models.lan:8000',
    });
    expect(config.allowedAddresses).toEqual(['127.0.0.1:4010', '10.0.0.0/8', 'models.lan:8000']);
  });
});
