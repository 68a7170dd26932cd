import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAgentStep, type Trajectory, type TrajectoryStep } from '@/lib/domain/trajectory';
import { anyTrajectory } from '@/lib/testing/builders/arbitrary-trajectory';
import { METRICS } from '@/lib/testing/builders/recorded-calls';
import { condenseTrajectory } from './condense';

const countTokens = (text: string) => Math.ceil(text.length / 4);
const agent = (text: string, result = '', isError = false): TrajectoryStep => ({
  source: 'agent',
  branch: 0,
  atMs: null,
  text,
  reasoning: '',
  toolCalls: [{ id: 'c', name: 'run', arguments: '{}' }],
  results: result === '' ? [] : [{ callId: 'c', content: result, isError }],
  model: 'm',
  finish: '',
  metrics: METRICS,
});
const said = (source: 'system' | 'user', text: string, branch = 0): TrajectoryStep => ({
  source,
  branch,
  atMs: null,
  text,
});
const of = (...steps: TrajectoryStep[]): Trajectory => ({
  version: 'waggle.trajectory/1',
  agent: { name: 'a', version: '1' },
  tools: [],
  steps,
  broken: [],
});
const condense = (trajectory: Trajectory, budgetTokens = 12_000, prompt = '') =>
  condenseTrajectory(trajectory, { countTokens, budgetTokens, prompt });
const marks = (text: string) => [...text.matchAll(/\[cut: [\d,]+ characters?\]/g)].length;

describe('a condensed trajectory', () => {
  it('that fits is shown whole', () => {
    const shown = condense(
      of(said('user', 'Task'), agent('I run it.', 'done'), agent('Broken.', 'no', true)),
    );
    expect(shown).toEqual({
      text: [
        '[step 1] user\nTask',
        '[step 2] agent\nI run it.\nCall of run: {}\nResult of run: done',
        '[step 3] agent\nBroken.\nCall of run: {}\nFailed result of run: no',
      ].join('\n\n'),
      share: 1,
      cuts: 0,
      stepsShown: 3,
      steps: 3,
    });
  });

  it('keeps the first step, the last three, failed ones and those that cite the prompt whole, then the newest', () => {
    const steps = Array.from({ length: 40 }, (_, index) => agent(`Turn ${index}.`, `${index} `.repeat(1500)));
    steps[10] = agent('Turn 10.', 'failed '.repeat(600), true);
    steps[20] = agent('By [str-00007] I go on.', 'cited '.repeat(600));
    const shown = condense(of(...steps), 12_000, '[str-00007] helpful=1 harmful=0 :: Go on');
    for (const index of [0, 37, 38, 39]) expect(shown.text).toContain(`${index} `.repeat(1500));
    expect(shown.text).toContain('failed '.repeat(600));
    expect(shown.text).toContain('cited '.repeat(600));
    expect(shown.text).toContain('Turn 36.');
    expect(shown.text).toContain(`[cut: ${(2500).toLocaleString('en-US')} characters]`);
    expect(shown.text).not.toContain('Turn 1.');
    expect(shown.text).toMatch(/\[steps 2 to 10\] \[cut: [\d,]+ characters\]/);
    expect(shown.cuts).toBe(marks(shown.text));
    expect(countTokens(shown.text)).toBeLessThanOrEqual(12_000);
    expect(countTokens(shown.text)).toBeGreaterThan(11_000);
  });

  it('gives needed steps equal shares where they do not fit, and marks what is missing', () => {
    const shown = condense(of(agent('First.', 'a'.repeat(90_000)), agent('Last.', 'b'.repeat(300))), 1000);
    expect(shown.text).toContain('b'.repeat(300));
    expect(shown.text).toMatch(/a{1500,}\n\[cut: [\d,]+ characters\]\na{1500,}/);
    expect(shown).toMatchObject({ cuts: 1, stepsShown: 2 });
  });

  it('shows fewer needed steps rather than a few characters of each', () => {
    const steps = Array.from({ length: 400 }, (_, index) => agent('', `${index} `.repeat(500), true));
    const shown = condense(of(...steps), 1000);
    expect(countTokens(shown.text)).toBeLessThanOrEqual(1000);
    expect(shown.text).toContain('[step 400]');
    expect(shown.text).toContain('[step 1]');
    expect(shown.stepsShown).toBeLessThan(20);
    expect(shown.stepsShown).toBeGreaterThan(8);
  });

  it('drops repeated and given texts, and does not count them as cut', () => {
    const long = 'A long system text. '.repeat(30);
    const prompt = 'The playbook of the candidate. '.repeat(20);
    const trajectory = of(
      said('system', `${long}${prompt}`),
      said('system', `${long}${prompt}`, 1),
      agent('Ok'),
    );
    const shown = condenseTrajectory(trajectory, {
      countTokens,
      prompt,
      given: [{ label: 'the prompt, given above', text: prompt }],
    });
    expect(shown.text).toContain(`[step 1] system\n${long}[the prompt, given above]`);
    expect(shown.text).toContain('[step 2, branch 1] system\n[as in step 1]');
    expect(shown).toMatchObject({ share: 1, cuts: 0 });
  });

  it('is text about nothing for a trajectory without steps', () => {
    expect(condense(of())).toEqual({ text: '', share: 1, cuts: 0, stepsShown: 0, steps: 0 });
  });

  it('never exceeds its budget, says every cut and is the same each time, for any trajectory', () => {
    const counters = [countTokens, (text: string) => text.split(/\s/).length, (text: string) => text.length];
    fc.assert(
      fc.property(
        anyTrajectory,
        fc.integer({ min: 400, max: 6000 }),
        fc.nat(2),
        (trajectory, budget, which) => {
          const count = counters[which] ?? countTokens;
          const options = { countTokens: count, budgetTokens: budget, prompt: '' };
          const shown = condenseTrajectory(trajectory, options);
          expect(count(shown.text)).toBeLessThanOrEqual(budget);
          expect(shown.share).toBeGreaterThan(0);
          expect(shown.share).toBeLessThanOrEqual(1);
          expect(marks(shown.text)).toBeGreaterThanOrEqual(shown.cuts);
          expect(shown.share === 1).toBe(shown.cuts === 0);
          expect(condenseTrajectory(structuredClone(trajectory), options)).toEqual(shown);
        },
      ),
    );
  });

  it('holds needed steps whole whenever they fit', () => {
    fc.assert(
      fc.property(anyTrajectory, (trajectory) => {
        const shown = condense(trajectory, 40_000);
        const agents = trajectory.steps.filter(isAgentStep);
        const failed = agents.filter(({ results }) => results.some(({ isError }) => isError));
        for (const { text, results } of [...agents.slice(0, 1), ...agents.slice(-3), ...failed])
          for (const part of [text, ...results.map(({ content }) => content)])
            expect(shown.text).toContain(part);
      }),
    );
  });

  it('stays within a budget that is too small for a step', () => {
    for (const budget of [0, 3, 10, 40])
      expect(countTokens(condense(of(agent('Turn.', 'x'.repeat(500))), budget).text)).toBeLessThanOrEqual(
        budget,
      );
  });
});
