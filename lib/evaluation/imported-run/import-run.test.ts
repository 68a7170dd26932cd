import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CurveMapping } from '@/lib/domain/imported-run';
import { type ImportRunOptions, importRun } from './import-run';

const AUTO: ImportRunOptions = { source: 'auto', scale: 'share' };
const file = (name: string, content: unknown) => ({
  name,
  text: typeof content === 'string' ? content : JSON.stringify(content),
});
const MAPPING: CurveMapping = {
  seen: 'seen',
  score: 'score',
  lower: null,
  upper: null,
  n: null,
  seconds: null,
  usd: null,
};

describe('a CSV curve', () => {
  const table =
    'rollouts,accuracy,ci_low,ci_high,n,seconds,usd,colour\n0,0.5,0.4,0.6,100,0,0,red\n90,0.7,,,100,60,1.5,\n';

  it('suggests a mapping, keeps each number and names the ignored column', () => {
    const found = importRun([file('curve.csv', table)], AUTO);
    expect(found.faults).toEqual([]);
    expect(found.run).toMatchObject({
      method: 'other',
      seenUnit: 'rollouts',
      scoredOn: 'unknown',
      points: [
        { seen: 0, score: 0.5, lower: 0.4, upper: 0.6, n: 100, seconds: 0, usd: 0 },
        { seen: 90, score: 0.7, lower: null, upper: null, n: 100, seconds: 60, usd: 1.5 },
      ],
    });
    expect(found.leftOut).toEqual([{ what: 'column "colour"', why: expect.any(String) }]);
    expect(found.unknown).toEqual(['which examples were scored', 'last prompt', 'original prompt']);
  });

  it('names each bad cell by its line and imports the other rows', () => {
    const found = importRun([file('c.csv', 'seen,score\n1,0.5\n2,"0,7"\n3,72\n4,0.9\n')], AUTO);
    expect(found.faults.map(({ where, message }) => `${where} ${message.slice(0, 20)}`)).toEqual([
      'c.csv:3 The score "0,7" is n',
      'c.csv:4 The score "72" is ou',
    ]);
    expect(found.run?.points.map(({ seen }) => seen)).toEqual([1, 4]);
    const percent = importRun([file('c.csv', 'seen,score\n1,72\n')], { ...AUTO, scale: 'percent' });
    expect(percent.run?.points[0]?.score).toBe(0.72);
  });

  it('numbers rows without a column for the axis, and says so', () => {
    const found = importRun([file('c.csv', 'score\n0.1\n0.2\n')], AUTO);
    expect(found.run).toMatchObject({ seenUnit: 'steps', points: [{ seen: 0 }, { seen: 1 }] });
    expect(found.run?.notes.join()).toContain('numbered');
  });

  it('names the missing column, and requires a score', () => {
    const found = importRun([file('c.csv', 'a,b\n1,2\n')], { ...AUTO, mapping: MAPPING });
    expect(found.run).toBeNull();
    expect(found.faults.map(({ message }) => message).join()).toContain('no column "score"');
    expect(importRun([file('c.csv', 'a,b\n1,2\n')], AUTO).faults[0]?.message).toContain('which column');
  });

  it('drops an incomplete or contradictory interval', () => {
    const found = importRun([file('c.csv', 'seen,score,lower,upper\n1,0.5,0.6,0.7\n2,0.5,0.4,\n')], AUTO);
    expect(found.run?.points.every(({ lower, upper }) => lower === null && upper === null)).toBe(true);
    expect(found.faults).toHaveLength(2);
  });
});

describe('an MLflow run', () => {
  it('reads metric files of the store, joins the axis by step and counts seconds from the first value', () => {
    const found = importRun(
      [
        file('run/metrics/best_score_on_valset', '1700000000000 0.5 1\n1700000060000 0.6 2\ntorn\n'),
        file('run/metrics/total_metric_calls', '1700000000000 100 1\n1700000060000 150 2\n'),
        file('run/params/seed', '0'),
        file('run/meta.yaml', 'run_name: calm-bee-12\nuser_id: someone\n'),
      ],
      AUTO,
    );
    expect(found.source).toBe('mlflow');
    expect(found.run).toMatchObject({
      seenUnit: 'rollouts',
      scoredOn: 'selection',
      points: [
        { seen: 100, score: 0.5, seconds: 0 },
        { seen: 150, score: 0.6, seconds: 60 },
      ],
    });
    expect(found.faults.map(({ where }) => where)).toEqual(['run/metrics/best_score_on_valset:3']);
    expect(found.run?.notes.join()).toContain('calm-bee-12');
    expect(found.leftOut.map(({ what }) => what).join()).toContain('run/params/seed');
  });

  it('reads a metric history, a run of the REST API and lists by name alike', () => {
    const values = [
      { key: 'accuracy', value: 0.25, step: 0, timestamp: 1 },
      { key: 'accuracy', value: 0.5, step: 10, timestamp: 2 },
    ];
    const documents = [
      { metrics: values },
      values,
      { run: { info: {}, data: { metrics: values } } },
      { accuracy: values.map(({ key: _, ...rest }) => rest) },
    ];
    for (const document of documents) {
      const found = importRun([file('history.json', document)], AUTO);
      expect(found.source).toBe('mlflow');
      expect(found.run?.points.map(({ seen, score }) => [seen, score])).toEqual([
        [0, 0.25],
        [10, 0.5],
      ]);
    }
  });
});

describe('a GEPA run', () => {
  const result = {
    candidates: [{ prompt: 'seed' }, { prompt: 'better' }, { prompt: 'other' }],
    val_aggregate_scores: [0.5, 0.75, 0.5],
    val_subscores: [{ a: 1, b: 0 }, { a: 1, b: 0.5 }, [0, 1]],
    discovery_eval_counts: [2, 10, 18],
    total_metric_calls: 20,
    total_reflection_cost: 0.12,
  };

  it('imports candidates with their scores, intervals from single scores, and the best prompt', () => {
    const found = importRun(
      [file('result.json', result), file('run_log.json', [{ i: 0, new_program_idx: 1 }])],
      AUTO,
    );
    expect(found.faults).toEqual([]);
    expect(found.source).toBe('gepa');
    expect(found.run).toMatchObject({
      method: 'gepa',
      seenUnit: 'rollouts',
      scoredOn: 'selection',
      seedPrompt: 'seed',
      finalPrompt: 'better',
      points: [
        { seen: 2, score: 0.5, n: 2, usd: null },
        { seen: 10, score: 0.75, n: 2 },
        { seen: 18, score: 0.5, n: 2 },
      ],
    });
    expect(found.run?.points[0]?.lower).toBeGreaterThan(0);
    expect(found.run?.notes.join(' ')).toMatch(/20 metric calls.*0\.12 dollars/);
  });

  it('reads the directory of iterations when no result was saved', () => {
    const found = importRun(
      [
        file('run/iterations/seed/meta.json', {
          candidate_idx: 0,
          avg_val_score: 0.5,
          num_val_scored: 4,
          metric_calls_so_far: 4,
        }),
        file('run/iterations/seed/components/prompt.txt', 'seed text'),
        file('run/iterations/x1/meta.json', { candidate_idx: null }),
        file('run/iterations/x2/meta.json', {
          candidate_idx: 1,
          avg_val_score: 0.9,
          metric_calls_to_discover: 14,
        }),
        file('run/iterations/x2/val_scores.json', { '0': 1, '1': 1, '2': 0, '3': 1 }),
        file('run/iterations/x2/components/a.txt', 'A'),
        file('run/iterations/x2/components/b.txt', 'B'),
        file('run/iterations/x2/trace.json', {}),
        file('run/candidates.json', [{ prompt: 'seed text' }]),
      ],
      AUTO,
    );
    expect(found.faults).toEqual([]);
    expect(found.run?.points).toMatchObject([
      { seen: 4, score: 0.5, lower: null, n: 4 },
      { seen: 14, score: 0.75, n: 4 },
    ]);
    expect(found.run).toMatchObject({
      seedPrompt: 'seed text',
      finalPrompt: '<<component a>>\nA\n<<component b>>\nB',
    });
    expect(found.leftOut.some(({ what }) => what.includes('trace.json'))).toBe(true);
  });

  it('names the missing scores if there are only texts, and accepts Python’s NaN', () => {
    const texts = importRun([file('candidates.json', [{ prompt: 'only' }])], AUTO);
    expect(texts.run).toBeNull();
    expect(texts.faults[0]?.message).toContain('Add the run’s result');
    const odd = '{"candidates": [{"p": "NaN"}, {"p": "b"}], "val_aggregate_scores": [NaN, 0.5]}';
    const found = importRun([file('r.json', odd)], AUTO);
    expect(found.run).toMatchObject({
      seedPrompt: 'NaN',
      finalPrompt: 'b',
      points: [{ score: 0.5, seen: 0 }],
    });
    expect(found.run?.notes.join()).toContain('NaN or Infinity');
  });
});

describe('an ACE run', () => {
  const bullets = '## OTHERS\n[misc-00001] helpful=1 harmful=0 :: check the units';

  it('imports the best playbook and the scores of each epoch', () => {
    const results = [
      { epoch: 1, step: 100, val_result: { accuracy: 0.6, correct: 30, total: 50 } },
      { epoch: 1, step: 200, val_result: { accuracy: 0.61, correct: 30, total: 50 } },
      { epoch: 2, step: 100, val_result: { accuracy: 0.7, correct: 35, total: 50 } },
      { epoch: 2, step: 200, val_result: {} },
    ];
    const found = importRun(
      [
        file('final_playbook.txt', 'final'),
        file('best_playbook.txt', bullets),
        file('train_results.json', { best_accuracy: 0.7, results }),
        file('final_results.json', {
          initial_test_results: { accuracy: 0.5 },
          final_test_results: { accuracy: 0.65 },
        }),
        file('run_config.json', { task_name: 'sums', generator_model: 'm-1' }),
      ],
      AUTO,
    );
    expect(found.run).toMatchObject({
      method: 'ace',
      task: 'sums',
      scoredOn: 'selection',
      seenUnit: 'examples',
      finalPrompt: bullets,
      points: [
        { seen: 100, score: 0.6, n: 50 },
        { seen: 200, score: 0.61, lower: null },
        { seen: 300, score: 0.7 },
      ],
    });
    expect(found.run?.points[0]?.lower).toBeGreaterThan(0.4);
    expect(found.run?.notes.join(' ')).toMatch(/0\.5, then 0\.65.*m-1/);
    expect(found.leftOut[0]?.what).toBe('final_playbook.txt');
  });

  it('imports a playbook alone, and test scores if there are no others', () => {
    const alone = importRun([file('my_playbook.txt', bullets)], AUTO);
    expect(alone.run).toMatchObject({ finalPrompt: bullets, points: [] });
    const tests = importRun(
      [
        file('final_results.json', {
          initial_test_results: { accuracy: 0.5, correct: 5, total: 10 },
          final_test_results: { accuracy: 0.8, correct: 8, total: 10 },
        }),
      ],
      AUTO,
    );
    expect(tests.run).toMatchObject({
      scoredOn: 'heldOut',
      seenUnit: 'steps',
      points: [{ seen: 0 }, { seen: 1, score: 0.8 }],
    });
  });
});

describe('files of any content', () => {
  const names = fc.constantFrom(
    'curve.csv',
    'a.tsv',
    'metrics.json',
    'run/metrics/score',
    'meta.yaml',
    'result.json',
    'candidates.json',
    'run_log.json',
    'gepa_state.json',
    'iterations/seed/meta.json',
    'iterations/seed/val_scores.json',
    'best_playbook.txt',
    'train_results.json',
    'final_results.json',
    'run_config.json',
  );
  const words = fc.constantFrom(
    'candidates',
    'val_aggregate_scores',
    'val_subscores',
    'metrics',
    'key',
    'value',
    'step',
    'results',
    'val_result',
    'accuracy',
    'correct',
    'total',
    'score',
    'seen',
    'epoch',
    'candidate_idx',
    '__proto__',
  );
  const tree = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, 1e308, -1, 0.5, 1, 'NaN', '1e999', 'score'),
      fc.double(),
      fc.string({ unit: 'binary' }),
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(words, tie('value'), { maxKeys: 6, noNullPrototype: true }),
    ),
  })).value;
  const json = tree.map((value) => JSON.stringify(value) ?? 'null');
  const torn = fc.tuple(json, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1)));
  const table = fc
    .array(
      fc.array(fc.oneof(words, fc.double().map(String), fc.string(), fc.constant('"')), { maxLength: 4 }),
      { maxLength: 6 },
    )
    .map((rows) => rows.map((row) => row.join(',')).join('\n'));
  const text = fc.oneof(json, torn, table, fc.string({ unit: 'binary', maxLength: 200 }));
  const options = fc.record({
    source: fc.constantFrom(
      'auto' as const,
      'gepa' as const,
      'ace' as const,
      'mlflow' as const,
      'csv' as const,
    ),
    scale: fc.constantFrom('share' as const, 'percent' as const),
    mapping: fc.constantFrom(undefined, MAPPING),
  });

  it('never throws: gives a run in range, or faults with a place and a sentence', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ name: names, text }), { maxLength: 4 }), options, (files, chosen) => {
        const found = importRun(files, chosen);
        expect(found.run !== null || found.faults.length > 0).toBe(true);
        for (const { where, message } of found.faults) {
          expect(where).not.toBe('');
          expect(message).toMatch(/[.…]$/);
        }
        for (const { seen, score, lower, upper, n } of found.run?.points ?? []) {
          expect(seen >= 0 && Number.isFinite(seen) && score >= 0 && score <= 1).toBe(true);
          expect(lower === null || (upper !== null && lower <= score && score <= upper)).toBe(true);
          expect(n === null || (Number.isInteger(n) && n > 0)).toBe(true);
        }
        expect(JSON.stringify(found)).not.toMatch(/\\u0000|\\ud[89a-f]/i);
        expect(importRun(files, chosen)).toEqual(found);
      }),
      { numRuns: 400 },
    );
  });

  it('lists every given file as read, faulty or left out', () => {
    const files = [
      file('a.bin.txt', 'x'),
      file('b.json', '{"c": 1}'),
      file('pareto/instance_front.json', {}),
    ];
    const found = importRun(files, {
      ...AUTO,
      source: 'gepa',
      unread: [{ what: 'gepa_state.bin', why: 'Never read.' }],
    });
    const told = JSON.stringify([found.faults, found.leftOut]);
    for (const { name } of [...files, { name: 'gepa_state.bin' }]) expect(told).toContain(name);
  });

  it('survives a document nested a hundred thousand deep', () => {
    const found = importRun([file('result.json', `${'['.repeat(100_000)}`)], AUTO);
    expect(found.faults.length).toBeGreaterThan(0);
  });
});

describe('files of no known source', () => {
  it.each([
    ['settings', { model: 'm', temperature: 0, tags: ['a', 'b'] }, '"model", "temperature", "tags"'],
    ['a list of texts', ['a', 'b'], 'a JSON list of 2'],
    ['numbers by name', { loss: [0.5, 0.4] }, '"loss"'],
    ['values that say nothing of when', { results: [{ value: 1 }] }, '"results"'],
    ['candidates without scores', { candidates: ['Ada', 'Bob'] }, '"candidates"'],
    ['an empty object', {}, 'no keys'],
    ['prose', 'Dear team', '"Dear team"'],
  ])('are not recognised as a run: %s', (_, content, saw) => {
    const found = importRun([file('odd.json', content)], AUTO);
    expect(found).toMatchObject({ source: null, run: null, mapping: null });
    expect(found.faults[0]?.message).toContain(saw);
    expect(found.faults[0]?.message).toMatch(/GEPA.*ACE.*MLflow.*CSV/);
  });

  it('are read as the kind that a person chooses', () => {
    const found = importRun([file('odd.json', { results: [{ value: 1 }] })], { ...AUTO, source: 'mlflow' });
    expect(found).toMatchObject({ source: 'mlflow', names: ['results'] });
  });
});
