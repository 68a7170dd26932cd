import { describe, expect, it } from 'vitest';
import { readTaskConfig } from './task-config';

const fieldsAtFault = (toml: string) => {
  const read = readTaskConfig(toml);
  return read.ok ? [] : read.faults.map(({ field }) => field);
};

const configOf = (toml: string) => {
  const read = readTaskConfig(toml);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.value;
};

describe('a task.toml', () => {
  it.each([
    ['[agent]\ntimeout_sec = 0', 'agent.timeout_sec'],
    ['[agent]\ntimeout_sec = inf', 'agent.timeout_sec'],
    ['[agent]\nuser = true', 'agent.user'],
    ['agent = 3', 'agent'],
    ['[environment]\ncpus = 1.5', 'environment.cpus'],
    ['[environment]\nmemory = 512', 'environment.memory'],
    ['[environment]\nmemory = "2GB"', 'environment.memory'],
    ['[environment]\nmemory = "2G"\nmemory_mb = 1024', 'environment.memory'],
    ['[environment]\nnetwork_mode = "open"', 'environment.network_mode'],
    ['[environment]\nallowed_hosts = ["a.org"]', 'environment.allowed_hosts'],
    [
      '[environment]\nnetwork_mode = "allowlist"\nallowed_hosts = ["https://a.org"]',
      'environment.allowed_hosts[0]',
    ],
    ['[environment]\nhealthcheck = { retries = 1 }', 'environment.healthcheck.command'],
    ['[environment]\nmcp_servers = [{ name = "m" }]', 'environment.mcp_servers[0].url'],
    [
      '[environment]\nmcp_servers = [{ name = "m", transport = "stdio" }]',
      'environment.mcp_servers[0].command',
    ],
    ['[verifier]\nenv = { A = 1 }', 'verifier.env.A'],
    [
      '[verifier]\nenvironment_mode = "shared"\n[verifier.environment]\ncpus = 1',
      'verifier.environment_mode',
    ],
    ['[task]\nname = "no-organisation"', 'task.name'],
    ['schema_version = 1.3', 'schema_version'],
    ['[[steps]]\nname = "../up"', 'steps[0].name'],
    ['[[steps]]\nname = "a"\n[[steps]]\nname = "a"', 'steps[1].name'],
    ['[[steps]]\nname = "a"\nmin_reward = "much"', 'steps[0].min_reward'],
    ['artifacts = ["/a/../b"]', 'artifacts[0].source'],
    ['artifacts = [{ source = "/a", destination = "/b" }]', 'artifacts[0].destination'],
    ['artifacts = [{ source = "/a", destination = "manifest.json" }]', 'artifacts[0].destination'],
    ['artifacts = [{ source = "a", service = "db" }]', 'artifacts[0].source'],
  ])('names the field at fault: %s', (toml, field) => {
    expect(fieldsAtFault(toml)).toEqual([field]);
  });

  it('names the line that is no TOML, and refuses a key that is no data', () => {
    const read = readTaskConfig('version = "1.0"\nnot toml ===');
    expect(read.ok ? '' : read.faults[0]?.message).toContain('line 2');
    expect(fieldsAtFault('[metadata.__proto__]\nx = 1')).toEqual([null]);
  });

  it('reports every fault at once, unknown keys aside', () => {
    const toml = '[agent]\ntimeout_sec = "soon"\nhurry = 1\n[environment]\ngpus = -1';
    expect(fieldsAtFault(toml)).toEqual(['agent.timeout_sec', 'environment.gpus']);
  });

  it.each([
    ['memory = "512M"', 512],
    ['memory = " 0.5g "', 512],
    ['memory = "2048K"', 2],
    ['memory_mb = "256"', 256],
    ['memory = "1G"\nmemory_mb = 1024', 1024],
  ])('reads sizes old and new: %s', (line, megabytes) => {
    expect(configOf(`[environment]\n${line}`).environment.memoryMb).toBe(megabytes);
  });

  it.each([
    ['allow_internet = false', 'none'],
    ['allow_internet = "yes"', 'public'],
    ['allow_internet = true\nnetwork_mode = "no-network"', 'none'],
    ['', 'public'],
  ])('prefers network_mode over allow_internet: %s', (lines, mode) => {
    expect(configOf(`[environment]\n${lines}`).environment.network.mode).toBe(mode);
  });

  it('keeps hosts of an allowlist once, in lower case', () => {
    const hosts = '["A.org.", "a.org", "*.b.org", "10.0.0.0/8", "::1"]';
    const config = configOf(`[agent]\nnetwork_mode = "allowlist"\nallowed_hosts = ${hosts}`);
    expect(config.agent.network?.hosts).toEqual(['a.org', '*.b.org', '10.0.0.0/8', '::1']);
  });

  it('prefers schema_version over version', () => {
    expect(configOf('version = "1.0"').schemaVersion).toBe('1.0');
    expect(configOf('version = "1.0"\nschema_version = "1.3"').schemaVersion).toBe('1.3');
  });

  it('keeps metadata as it is, with dates and long numbers as text', () => {
    const { metadata } = configOf(
      '[metadata]\nday = 2026-01-02\nlong = 9007199254740993\ndeep = { x = [1] }',
    );
    expect(metadata).toEqual({ day: '2026-01-02', long: '9007199254740993', deep: { x: [1] } });
  });
});
