import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';
import { buildModelBinding } from '@/lib/testing/builders/manifest-builder';
import { gepaTestSettings } from '@/lib/testing/builders/method-settings-builder';
import { buildPlanInput, buildReportInput } from '@/lib/testing/builders/strategy-input';
import { composeStrategy } from './compose-strategy';
import { SECTIONS } from './sections';
import { type StrategyContent, strategyHash } from './strategy-content';
import { strategyDiff } from './strategy-diff';
import { strategyDocument } from './strategy-document';
import type { StrategyInput } from './strategy-input';
import { assertStrategy, missingFields, strategyFaults } from './validate-strategy';
import { PRACTICE } from './words';

const TITLES = [
  'Task & Baseline',
  'Convergence Diagnosis',
  'Parallelism Shape',
  'Dynamic Batching Policy',
  'Rollout Diversity Controls',
  'Evaluator Spec',
  'Stopping Rule & Final Selection',
  'Production Canary',
  'Cost Report',
  'Risks & Honest Limits',
];
const METHODS = ['ace', 'gepa', 'textgrad', 'mipro'] as const;
const VERSION = { version: 1, createdBy: 'ada', createdAt: '2026-11-21T10:00:00.000Z' };

/** Sections read only the name and version of a method. */
const ofMethod = (name: (typeof METHODS)[number]): Partial<RunManifest> => ({
  method: { ...gepaTestSettings(), name } as unknown as RunManifest['method'],
});
const practised = (): Partial<RunManifest> => {
  const place = buildModelBinding({ practice: true, hardware: 'practice' });
  return { models: { serving: place, proposer: place, evaluator: place } };
};
const inputs = { plan: buildPlanInput, report: buildReportInput };
const plan = (changes?: Partial<StrategyInput>) => composeStrategy({ ...buildPlanInput(), ...changes });
const code = (content: StrategyContent) => {
  try {
    assertStrategy(content);
  } catch (error) {
    if (AppError.is(error)) return { code: error.code, ruleId: error.ruleId, fields: error.fields };
    throw error;
  }
  return null;
};

describe('a plan and a report', () => {
  it.each(
    METHODS.flatMap((name) =>
      (['plan', 'report'] as const).flatMap((kind) =>
        [false, true].map((practice) => ({ name, kind, practice })),
      ),
    ),
  )(
    'R-150: a $kind for $name (practice: $practice) has the ten sections, complete and in order',
    ({ name, kind, practice }) => {
      const content = composeStrategy(inputs[kind]({ ...ofMethod(name), ...(practice ? practised() : {}) }));
      expect(content.kind).toBe(kind);
      expect(content.sections.map(({ title }) => title)).toEqual(TITLES);
      expect(content.sections.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(strategyFaults(content)).toEqual([]);
      const document = strategyDocument(content, VERSION);
      expect(document.sections.map(({ heading }) => heading)).toEqual(
        TITLES.map((title, index) => `${index + 1}. ${title}`),
      );
    },
  );

  it.each(['plan', 'report'] as const)(
    'says "practice model" next to every number of a practised %s',
    (kind) => {
      const document = strategyDocument(composeStrategy(inputs[kind](practised())), VERSION);
      const lines = document.sections.flatMap(({ blocks }) =>
        blocks.flatMap((block) => (block.kind === 'terms' ? block.terms : [])),
      );
      const numbers = lines.filter(({ value }) => /\[(?:measured|expected)/.test(value));
      expect(numbers.length).toBeGreaterThan(5);
      for (const { value } of numbers) expect(value).toContain(PRACTICE);
      expect(document.title).toContain(PRACTICE);
      expect(document.lead).toContain(PRACTICE);
    },
  );

  it('says "not measured" for missing measurements, and lists those lines at the end', () => {
    const bare = plan({ serial: null, expected: null, diagnosis: null });
    const { notMeasured } = bare.sections.at(-1)?.fields ?? {};
    expect(notMeasured?.blocks?.[0]).toMatchObject({
      items: expect.arrayContaining(['2. Go or no-go', '9. Headline']),
    });
    expect(bare.headline.says).toMatch(/^Not measured: /);
    expect(strategyFaults(bare)).toEqual([]);
  });

  it('names any line that is taken out, whichever it is, and all of several at once', () => {
    const lines = SECTIONS.flatMap(({ key, fields }) => Object.keys(fields).map((name) => ({ key, name })));
    const whole = plan();
    fc.assert(
      fc.property(fc.subarray(lines, { minLength: 1 }), fc.constantFrom('gone', 'blank'), (removed, how) => {
        const content = structuredClone(whole) as unknown as {
          sections: { key: string; fields: Record<string, { says: string }> }[];
        };
        for (const { key, name } of removed) {
          const fields = content.sections.find((section) => section.key === key)?.fields ?? {};
          if (how === 'gone') delete fields[name];
          else fields[name] = { ...fields[name], says: '  ' };
        }
        const faults = missingFields((content as unknown as StrategyContent).sections);
        const named = removed.map(({ key, name }) => `sections.${key}.${name}`);
        expect(faults.map(({ path }) => path).sort()).toEqual(named.sort());
        expect(() => assertStrategy(content as unknown as StrategyContent)).toThrow(AppError);
      }),
    );
  });

  it('treats an expected line without its source as missing', () => {
    const content = structuredClone(plan()) as unknown as {
      sections: { fields: Record<string, { from?: string }> }[];
    };
    delete content.sections[8]?.fields.total?.from;
    expect(missingFields((content as unknown as StrategyContent).sections)).toEqual([
      {
        path: 'sections.costReport.total',
        message: expect.stringContaining('does not say what it rests on'),
      },
    ]);
  });

  it('R-024: gives every amount to the target in section 9, and is refused if one is null', () => {
    const content = composeStrategy(buildReportInput());
    const [table] = content.sections[8]?.fields.toTarget?.blocks ?? [];
    expect(table).toMatchObject({ kind: 'table', head: ['', 'This run', 'Serial baseline'] });
    expect(table?.kind === 'table' ? table.rows.map(([name]) => name) : []).toEqual([
      'Rollouts',
      'Tokens',
      'GPU-seconds',
      'List price',
      'Learning time',
      'Time with the measurements',
    ]);
    expect(code(content)).toBeNull();
    const holed = structuredClone(content) as unknown as { toTarget: { run: { tokens: null } } };
    holed.toTarget.run.tokens = null;
    expect(code(holed as unknown as StrategyContent)).toMatchObject({
      code: 'COST_TO_TARGET_MISSING',
      fields: [{ path: 'toTarget.run.tokens' }],
    });
  });

  it('R-028: blocks the headline of one model in two roles until a person acknowledges it, then names them', () => {
    const open = composeStrategy(buildReportInput());
    expect(open.headlineBlockedBy.join()).toMatch(/The proposer is also the serving model/);
    const at = '2026-11-22T00:00:00.000Z';
    const acknowledged = { by: 'ada', reason: 'Another proposer gained as much.', at };
    const said = composeStrategy({ ...buildReportInput(), acknowledged });
    expect(said.headlineBlockedBy).toEqual([]);
    const { lead, facts } = strategyDocument(said, VERSION);
    expect(lead).toMatch(/acknowledged by ada: Another proposer gained as much\.$/);
    expect(facts.find(({ term }) => term === 'Confounded')?.value).toMatch(/acknowledged by ada/);
  });

  it('gives the range of a plan as a set-up does, and explains it', () => {
    const { total, toTarget } = plan().sections[8]?.fields ?? {};
    expect(total?.says).toMatch(
      /^\$2\.00 to \$3\.00, 40,000 to 60,000 tokens, 20 rollouts, GPU-seconds not measured, 6\.0 s to 12\.0 s with/,
    );
    expect(total?.from).toMatch(/the range spans the batch sizes/);
    expect(toTarget?.says).toContain('$2.00 to $3.00');
  });

  it('has one hash for the same facts, through JSON too, and another for others', () => {
    const { says } = plan().headline;
    expect(strategyHash(plan())).toBe(strategyHash(JSON.parse(JSON.stringify(plan())) as StrategyContent));
    const other = plan({ evaluationSet: { ...buildPlanInput().evaluationSet, owner: 'Grace' } });
    expect(strategyHash(other)).not.toBe(strategyHash(plan()));
    expect(says).toMatch(/a held-out point/);
  });

  it('differs line by line from another version, and only where it differs', () => {
    const diff = strategyDiff(
      plan(),
      plan({ evaluationSet: { ...buildPlanInput().evaluationSet, owner: 'Grace' } }),
    );
    expect(diff.headline).toBeNull();
    expect(diff.sections.map(({ number, lines }) => [number, lines.map(({ label }) => label)])).toEqual([
      [1, ['Evaluation set']],
    ]);
    const marks = diff.sections[0]?.lines[0]?.parts.filter(({ mark }) => mark !== 'same');
    expect(marks).toEqual([
      { text: 'Ada', mark: 'removed' },
      { text: 'Grace', mark: 'added' },
    ]);
    expect(strategyDiff(plan(), plan())).toEqual({ headline: null, sections: [] });
  });
});

describe('the rules of plans and reports', () => {
  const withSections = (change: (sections: StrategyContent['sections']) => StrategyContent['sections']) => ({
    ...plan(),
    sections: change(plan().sections),
  });
  const speedup = {
    ratio: 8,
    cost: { kind: 'noImprovement', usd: 1, gain: { mean: 0, lower: null, upper: null, n: 9 }, sentence: '' },
    splits: ['a', 'a'],
    hardware: ['H100', 'H100'],
  } as const;

  it('R-150: a complete one passes; a missing, extra or misplaced section is refused', () => {
    expect(code(plan())).toBeNull();
    expect(code(withSections((all) => all.slice(0, 9)))).toMatchObject({
      code: 'REPORT_SECTIONS',
      ruleId: 'R-150',
    });
    expect(code(withSections((all) => [...all, ...all.slice(0, 1)]))?.code).toBe('REPORT_SECTIONS');
    expect(code(withSections((all) => all.toReversed()))?.code).toBe('REPORT_SECTIONS');
  });

  it('R-023: cost per iteration requires cost per point, and vice versa', () => {
    const half = withSections((all) =>
      all.map((section) =>
        section.key === 'costReport'
          ? { ...section, fields: { ...section.fields, perPoint: { says: '', basis: 'measured' } } }
          : section,
      ),
    );
    expect(code(half)).toMatchObject({
      code: 'COST_HALF_STATEMENT',
      fields: [{ path: 'sections.costReport.perPoint' }],
    });
  });

  it('R-025: a speedup with the price of a point passes, without it is refused', () => {
    expect(code({ ...plan(), speedup })).toBeNull();
    expect(code({ ...plan(), speedup: { ...speedup, cost: null } })).toMatchObject({
      code: 'SPEEDUP_WITHOUT_COST',
      ruleId: 'R-025',
    });
  });

  it('R-159, R-179: a speedup across hardware or splits is refused', () => {
    expect(code({ ...plan(), speedup: { ...speedup, hardware: ['H100', 'A100'] } })?.code).toBe(
      'HARDWARE_MISMATCH',
    );
    expect(code({ ...plan(), speedup: { ...speedup, splits: ['a', 'b'] } })?.code).toBe('SPLIT_MISMATCH');
  });

  it('R-141, R-171: the headline is the price of a point, on held-out', () => {
    const { headline } = plan();
    expect(code({ ...plan(), headline: { ...headline, metric: 'speedup' } })?.code).toBe(
      'HEADLINE_IS_SPEEDUP',
    );
    const onTrain = { ...headline, basis: 'measured', split: 'train' } as const;
    expect(code({ ...plan(), headline: onTrain })).toMatchObject({
      code: 'HEADLINE_ON_TRAIN',
      ruleId: 'R-171',
    });
  });

  it('R-160: the monitor is one that runs write; an invented one is refused', () => {
    const entry = 'invented.fact' as unknown as StrategyContent['monitor']['entry'];
    expect(code({ ...plan(), monitor: { entry } })?.code).toBe('MONITOR_UNKNOWN');
  });

  it('R-075: every shape that was not chosen has its reason', () => {
    const content = { ...plan(), shape: { chosen: 'candidate', rejected: [] } } as const;
    expect(code(content)).toMatchObject({ code: 'REJECTED_SHAPES_MISSING', fields: [{}, {}] });
  });

  it('R-012: a regression is no headline', () => {
    const input = buildReportInput();
    const { measured } = input;
    if (measured === null) throw new Error('A report has measured something.');
    const speed = { kind: 'regression', struckThrough: 8, sentence: 'Faster but worse.' } as const;
    const costs = { ...measured.costs, headline: { ...measured.costs.headline, speed } };
    const content = composeStrategy({
      ...input,
      measured: { ...measured, costs: costs as typeof measured.costs },
    });
    expect(content.headlineBlockedBy).toContain('Faster but worse.');
  });
});
