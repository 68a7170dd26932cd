import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FollowedIteration } from '@/lib/domain/survival-facts';
import { findInsights } from './find-insights';
import type { WatchedInsight } from './follow-iteration';
import { insightsNow, survivalByAge } from './survival-summary';
import { SURVIVAL_THRESHOLDS as thresholds } from './thresholds';
import { type PromptWatch, watchPrompt } from './watch-prompt';
import { makeReader } from './written-lines';

/** The plain way: all that is watched is looked at in each iteration, and searched for wherever it is gone. */
function plainWatch(): PromptWatch {
  const reader = makeReader();
  let all: readonly WatchedInsight[] = [];
  let lastPlain = new Set<string>();
  return {
    look(prompt) {
      const lines = reader.prompt(prompt);
      const plain = new Set(lines.map((line) => line.wording.plain));
      const untouched = (one: WatchedInsight) => plain.has(one.sought.seenAs?.line.wording.plain ?? '');
      const gone = all.filter((one) => !untouched(one)).map(({ sought }) => sought);
      const fresh = lines.filter((line) => !lastPlain.has(line.wording.plain));
      const found = findInsights(gone, fresh, thresholds).seen;
      const now = all.map((one) => {
        const sighting = found.get(one.sought);
        const isPresent = untouched(one) || sighting !== undefined;
        return { ...one, isPresent, sought: sighting ? { ...one.sought, seenAs: sighting } : one.sought };
      });
      const changed = (to: boolean) =>
        now.flatMap((one, place) => (one.isPresent === to && all[place]?.isPresent !== to ? [one.id] : []));
      const change = { left: changed(false), returned: changed(true) };
      all = now;
      lastPlain = plain;
      return change;
    },
    add(watched) {
      all = [...all, ...watched];
    },
  };
}

const words = fc.constantFrom('ratio', 'year', 'cash', 'tag', 'share', 'not', 'round', 'twice', '3', 'EPS');
const said = fc.array(words, { minLength: 1, maxLength: 6 }).map((some) => some.join(' '));
const step = fc.record({
  prompt: fc.array(said, { maxLength: 8 }),
  insights: fc.array(fc.record({ text: said, as: said, isPresent: fc.boolean() }), { maxLength: 4 }),
});

describe('watching the prompt', () => {
  it('tells the same as looking at everything each time, whatever is added, rewritten, dropped and said again', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const reader = makeReader();
        const [quick, plain] = [watchPrompt({ thresholds, reader: makeReader() }), plainWatch()];
        for (const [iteration, { prompt, insights }] of steps.entries()) {
          const text = prompt.map((line) => `- ${line}`).join('\n');
          expect(quick.look(text)).toEqual(plain.look(text));
          const watched = insights.map((one, index): WatchedInsight => {
            const line = { wording: reader.wording(one.as), from: [] };
            const id = `i${iteration}.${index}.0`;
            const seenAs = { line, by: 'similarity' as const, likeness: 0.9 };
            const sought = { ids: [id], wording: reader.wording(one.text), seenAs };
            return { id, sought, isPresent: one.isPresent };
          });
          quick.add(watched);
          plain.add(watched);
        }
      }),
      { numRuns: 400 },
    );
  });
});

describe('survival by age', () => {
  it('counts for each age what is at least that old, and of it what is still there', () => {
    const lives = fc.array(fc.record({ from: fc.nat(9), until: fc.option(fc.nat(12)) }), { maxLength: 20 });
    fc.assert(
      fc.property(lives, (all) => {
        const iterations = Array.from({ length: 10 }, (_, iteration) => ({
          iteration,
          insights: all.flatMap(({ from }, index) =>
            from === iteration ? [{ id: `i${index}`, place: 'prompt', by: null, groups: [] }] : [],
          ),
          left: all.flatMap(({ from, until }, index) =>
            until !== null && from + until === iteration && until > 0 ? [`i${index}`] : [],
          ),
          returned: [],
        })) as unknown as readonly FollowedIteration[];
        const { removedAt } = insightsNow(iterations);
        const counted = survivalByAge(iterations);
        for (const { age, n, stillThere } of counted) {
          const old = all.flatMap(({ from }, index) =>
            9 - from >= age ? [(removedAt.get(`i${index}`) ?? 10) - from] : [],
          );
          expect([n, stillThere]).toEqual([old.length, old.filter((lived) => lived > age).length]);
        }
        const oldest = Math.max(-1, ...all.map(({ from }) => 9 - from));
        expect(counted).toHaveLength(oldest + 1);
      }),
    );
  });
});
