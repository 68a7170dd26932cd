import { describe, expect, it } from 'vitest';
import type { Health } from '@/lib/contracts/health';
import { type HealthCheck, healthLine, nextCheck } from './health-words';

const well = { ok: true, detail: 'answers' };
const away = { ok: false, detail: 'does not answer' };
const health = (part: Partial<Health> = {}): Health => {
  const parts = { database: well, queue: well, worker: well, disk: well, ...part };
  return { ok: Object.values(parts).every((one) => one === true || (one as Health['disk']).ok), ...parts };
};
const shown = (checks: readonly (Health | null)[]) => {
  const last = checks.reduce<HealthCheck | undefined>(nextCheck, undefined);
  return last === undefined ? null : healthLine(last);
};

describe('the line about the health', () => {
  it('is not shown after one missed check, nor after two with a good one between', () => {
    const missed = health({ database: away });
    expect(shown([missed])).toBeNull();
    expect(shown([missed, health(), missed])).toBeNull();
    expect(shown([missed, null, missed])).toBeNull();
  });

  it('names the parts that two checks in a row have missed, until a check is good', () => {
    const missed = health({ database: away, queue: away });
    const line = shown([missed, missed]);
    expect(line?.title).toContain('database, queue');
    expect(line?.title).not.toContain('worker');
    expect(shown([missed, missed, health()])).toBeNull();
  });

  it.each([['worker'], ['disk'], ['database']] as const)('says something else to do about the %s', (part) => {
    const missed = health({ [part]: away });
    const others = (['worker', 'disk', 'database'] as const)
      .filter((one) => one !== part)
      .map((one) => shown([health({ [one]: away }), health({ [one]: away })])?.text);
    expect(others).not.toContain(shown([missed, missed])?.text);
  });
});
