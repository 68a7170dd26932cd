import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MUST_COVER } from './adapter-table';
import { difference } from './compare';
import type { GoldenAdapter, GoldenCase } from './golden-adapter';
import { type FoundFile, runGolden } from './run-golden';

const FIXTURES = path.join(import.meta.dirname, 'fixtures');
const SHARED = path.resolve(import.meta.dirname, '../../../../shared/vectors');
const readShared = (file: string) => readFileSync(path.join(SHARED, '../data', file), 'utf8');

function filesIn(folder: string): FoundFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({
      stem: path.basename(name, '.json'),
      ...JSON.parse(readFileSync(path.join(folder, name), 'utf8')),
    }));
}

const toy = (cases: number, adapter: Partial<GoldenAdapter> = {}) => {
  const groups = { even: Array.from({ length: cases }, (_, index) => ({ id: `toy/${index}`, n: index })) };
  const check = (testCase: GoldenCase) => [{ what: 'n', actual: Number(testCase.n) % 2, expected: 0 }];
  return runGolden([{ stem: 'toy', groups }], {
    load: async () => ({ groups: { even: check }, ...adapter }),
  });
};

describe('the golden runner', () => {
  it('passes every case of the bundled vectors', async () => {
    const report = await runGolden(filesIn(FIXTURES));
    expect(report.files.flatMap(({ lines }) => lines)).toEqual([]);
    expect(report.files.map(({ stem }) => stem).sort()).toEqual([...MUST_COVER].sort());
    expect(report.failed).toBe(0);
  });

  const present = existsSync(SHARED);
  it.skipIf(!present)(
    present ? 'passes the full vectors' : 'passes the full vectors (skipped: no ../shared/vectors here)',
    async () => {
      const report = await runGolden(filesIn(SHARED), { readNamed: readShared });
      expect(report.files.filter(({ counted }) => counted > 0)).toEqual([]);
    },
  );

  it('passes a cosine that differs by rounding, and fails one that differs by more', async () => {
    const cosineOf = (cosine: number) => {
      const groups = { cases: [{ id: 'stats_cosine/cases/own', a: [3, 4], b: [4, 3], cosine }] };
      return runGolden([{ stem: 'stats_cosine', groups }]);
    };
    expect((await cosineOf(0.96 + 2.2e-16)).passed).toBe(1);
    expect((await cosineOf(0.96 + 1e-14)).passed).toBe(0);
  });

  it('reads the file that a case names, and fails the case where the file is not at hand', async () => {
    const written = JSON.stringify({
      ...{ schema_version: 'ATIF-v1.5', session_id: 's', agent: { name: 'a', version: '1' } },
      steps: [{ step_id: 1, source: 'agent', message: 'Done.', metrics: { prompt_tokens: 7 } }],
    });
    const counts = { steps: 1, by_source: { system: 0, user: 0, agent: 1 }, tool_calls: 0 };
    const tokens = { prompt_tokens: 7, completion_tokens: 0 };
    const golden = [{ id: 'own', file: 'own.json', valid: true, ...counts, ...tokens }];
    const files = [{ stem: 'atif_validation', groups: { golden } }];
    expect((await runGolden(files, { readNamed: () => written })).passed).toBe(1);
    expect((await runGolden(files, { readNamed: () => written.replace('7', '8') })).failed).toBe(1);
    expect((await runGolden(files)).files[0]?.lines[0]).toContain('own.json');
  });

  it('fails a case whose expected value is another one', async () => {
    const [file] = filesIn(FIXTURES).filter(({ stem }) => stem === 'stats_summary');
    const spoiled = JSON.parse(JSON.stringify(file), (key, value) => (key === 'mean' ? value + 1e-9 : value));
    const report = await runGolden([spoiled]);
    expect(report.passed).toBe(0);
    expect(report.files[0]?.lines[0]).toContain('mean: expected');
  });

  it('counts a required file without an adapter as failed, and an absent one not at all', async () => {
    const groups = { cases: [{ id: 'a' }, { id: 'b' }] };
    const report = await runGolden([{ stem: 'stats_cosine', groups }], { load: async () => undefined });
    expect(report.failed).toBe(2);
    expect(report.files.filter(({ status }) => status === 'absent')).toHaveLength(MUST_COVER.length - 1);
    const other = await runGolden([{ stem: 'of another peer', groups }]);
    expect(other.failed).toBe(0);
    expect(other.files[0]?.notCovered).toBe(2);
  });

  it('counts an unknown group, a throwing check and an empty comparison as failed', async () => {
    expect((await toy(3, { groups: {} })).failed).toBe(3);
    const throwing = () => {
      throw new Error('no such field');
    };
    expect((await toy(3, { groups: { even: throwing } })).files[0]?.lines[0]).toContain('no such field');
    expect((await toy(3, { groups: { even: () => [] } })).failed).toBe(3);
  });

  it('excuses at most 3 % of a file, and only what fails', async () => {
    const excuses = (limit: number) => [
      {
        defect: 'mergeZeroWeights' as const,
        applies: (_: string, testCase: GoldenCase) => Number(testCase.n) < limit,
      },
    ];
    const few = await toy(100, { excuses: excuses(6) });
    expect([few.files[0]?.excused, few.failed, few.passed]).toEqual([3, 47, 50]);
    const many = await toy(100, { excuses: excuses(100) });
    expect([many.files[0]?.excused, many.failed]).toEqual([0, 50]);
  });

  it('fails a file whose adapter cannot be loaded, and goes on', async () => {
    const groups = { cases: [{ id: 'a' }, { id: 'b' }] };
    const load = () => Promise.reject(new Error('no export'));
    const report = await runGolden([{ stem: 'broken', groups }], { load });
    expect([report.failed, report.files[0]?.lines[0]]).toEqual([2, expect.stringContaining('no export')]);
  });

  it('reports a file that cannot be read as failed', async () => {
    const report = await runGolden([{ stem: 'stats_cosine', unreadable: 'stats_cosine.json is no JSON' }]);
    expect(report.failed).toBe(1);
  });
});

describe('difference', () => {
  const of = (actual: unknown, expected: unknown, tolerance = {}) =>
    difference({ what: 'x', actual, expected, tolerance });

  it('knows the floats that JSON lacks and takes undefined for null and NaN', () => {
    expect(of(Number.NaN, { $float: 'nan' })).toBeUndefined();
    expect(of(undefined, { $float: 'nan' })).toBeUndefined();
    expect(of(undefined, null)).toBeUndefined();
    expect(of(Number.POSITIVE_INFINITY, { $float: 'inf' })).toBeUndefined();
    expect(of(0, { $float: 'nan' })).toBeDefined();
  });

  it('applies the tolerance at any depth and names the place that differs', () => {
    expect(of({ a: [1.0000001] }, { a: [1] }, { relative: 1e-6 })).toBeUndefined();
    expect(of({ a: [1.1] }, { a: [1] }, { relative: 1e-6 })).toBe('x.a.0: expected 1, got 1.1');
    expect(of({ a: 1, b: 2 }, { a: 1 })).toBeDefined();
    expect(of('1', 1)).toBeDefined();
  });
});
