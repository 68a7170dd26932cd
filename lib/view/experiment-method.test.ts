import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { methodSettings } from '@/lib/contracts/method-settings';
import { EMPTY_METHOD, searchSettingsOf } from './experiment-method';

describe('the method part of the experiment form', () => {
  it.each(['gepa', 'textgrad', 'mipro'] as const)(
    'sends for %s exactly the defaults of the API where nothing was typed',
    (method) => {
      const sent = methodSettings.parse(searchSettingsOf({ ...EMPTY_METHOD, method }));
      expect(sent).toEqual(methodSettings.parse({ name: method }));
    },
  );

  it('takes an empty number of steps for all of them', () => {
    const draft = { ...EMPTY_METHOD, method: 'textgrad', gradSteps: '' } as const;
    expect(searchSettingsOf(draft)).toMatchObject({ stepsPerEpoch: null });
  });

  it('sends what the API takes, whatever is chosen', () => {
    fc.assert(
      fc.property(
        fc.record({
          gepaParent: fc.constantFrom('pareto', 'currentBest', 'epsilonGreedy', 'topKPareto' as const),
          gepaFrontier: fc.constantFrom('instance', 'objective', 'hybrid', 'cartesian' as const),
          gepaKeep: fc.constantFrom('all', 'best', 'topK' as const),
          gepaSampling: fc.constantFrom('single', 'sameParent', 'independent', 'pxn' as const),
          gepaMerges: fc.boolean(),
          gepaStopWithout: fc.constantFrom('', '3'),
        }),
        (chosen) => {
          const sent = methodSettings.parse(
            searchSettingsOf({
              ...EMPTY_METHOD,
              ...(chosen as Partial<typeof EMPTY_METHOD>),
              method: 'gepa',
            }),
          );
          if (sent.name !== 'gepa') throw new Error('it must stay GEPA');
          expect(sent.parent.kind).toBe(chosen.gepaParent);
          expect(sent.sampling.kind).toBe(chosen.gepaSampling);
          expect(sent.merge === null).toBe(!chosen.gepaMerges);
          expect(sent.stop.iterationsWithoutImprovement).toBe(chosen.gepaStopWithout === '' ? null : 3);
        },
      ),
    );
  });

  it('leaves half a number to the API to refuse rather than to guess', () => {
    const sent = searchSettingsOf({ ...EMPTY_METHOD, method: 'mipro', miproTrials: 'ten' });
    const { error } = methodSettings.safeParse(sent);
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['trials']);
  });
});
