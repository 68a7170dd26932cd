import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edit } from '@/lib/domain/edit';
import type { FollowedIteration } from '@/lib/domain/survival-facts';
import { followRun } from './follow-run';
import type { IterationRecord, ReflectionRecord, WrittenUpdate } from './iteration-record';
import { SURVIVAL_THRESHOLDS } from './thresholds';

const TOPICS = [
  'Round only the last result of a chain of ratios',
  'Convert every amount to the same currency before adding',
  'A stock at a date is not a flow over a year',
  'Return on equity divides net income by mean equity',
  'Depreciation is added back to operating cash',
  'Basis points are hundredths of a per cent',
  'Quote the tag of the balance, never that of the note',
  'Diluted shares include options in the money',
] as const;

const reflection = (ordinal: number, insight: string, isCarried = false): ReflectionRecord => ({
  ordinal,
  insights: [insight],
  text: `Error: none.\nKey insight: ${insight}`,
  isCarried,
});
const written = (...edits: readonly (string | Edit)[]): WrittenUpdate => ({
  edits: edits.map((one) =>
    typeof one === 'string' ? { type: 'add', section: 'OTHERS', content: one } : one,
  ),
  text: null,
  cause: null,
});
const promptOf = (...lines: readonly string[]) =>
  ['## OTHERS', ...lines.map((line, index) => `[misc-0000${index + 1}] helpful=0 harmful=0 :: ${line}`)].join(
    '\n',
  );
const record = (part: Partial<IterationRecord>): IterationRecord => ({
  iteration: 0,
  size: 4,
  reflections: [],
  reduces: [],
  before: '## OTHERS',
  after: '## OTHERS',
  ...part,
});
const follow = (one: IterationRecord) => followRun(SURVIVAL_THRESHOLDS).follow(one);
const counts = ({ wentIn, level1, level2, inPrompt }: FollowedIteration) => [
  wentIn,
  level1,
  level2,
  inPrompt,
];
const [a, b, c, d] = [TOPICS[0], TOPICS[1], TOPICS[2], TOPICS[3]];

describe('an insight on its record', () => {
  it('is lost where the next text does not say it, and the funnel counts who is left', () => {
    const followed = follow(
      record({
        reflections: [reflection(0, a), reflection(1, b), reflection(2, c), reflection(3, d)],
        reduces: [
          {
            groups: [
              { group: 0, members: [0, 1, 2], written: written(a, b) },
              { group: 1, members: [1, 3, 0], written: written(d) },
            ],
            final: written(a, d),
            base: null,
            isAccepted: null,
          },
        ],
        after: promptOf(a),
      }),
    );
    expect(counts(followed)).toEqual([4, 3, 2, 1]);
    expect(followed.insights.map(({ id, place, groups }) => [id, place, groups])).toEqual([
      ['i0.0.0', 'prompt', [0, 1]],
      ['i0.1.0', 'lostLevel2', [0, 1]],
      ['i0.2.0', 'lostLevel1', [0]],
      ['i0.3.0', 'notApplied', [1]],
    ]);
    expect(followed.insights[0]).toMatchObject({ line: 'misc-00001', by: 'similarity', likeness: 1 });
    expect(followed.insights[3]).toMatchObject({ cause: 'leftOut' });
  });

  it('was written only by a call that read it', () => {
    const groups = [
      { group: 0, members: [0], written: written(b) },
      { group: 1, members: [1], written: written(a) },
    ];
    const reduces = [{ groups, final: written(a, b), base: null, isAccepted: null }];
    const followed = follow(
      record({ reflections: [reflection(0, a), reflection(1, b)], reduces, after: promptOf(a, b) }),
    );
    expect(counts(followed)).toEqual([2, 0, 0, 0]);
  });

  it('counts once, however many reflections say it in the same words', () => {
    const groups = [{ group: 0, members: [0, 1, 2], written: written(a) }];
    const followed = follow(
      record({
        reflections: [reflection(0, a), reflection(1, `${a}.`), reflection(2, a.toUpperCase())],
        reduces: [{ groups, final: written(a), base: null, isAccepted: null }],
        after: promptOf(a),
      }),
    );
    expect(counts(followed)).toEqual([1, 1, 1, 1]);
    expect(followed.insights[0]).toMatchObject({ id: 'i0.0.0', alsoIds: ['i0.1.0', 'i0.2.0'] });
  });

  it('that the prompt said already, or that was carried over, is followed but in no count', () => {
    const groups = [{ group: 0, members: [0, 1, 4], written: written(b, c) }];
    const followed = follow(
      record({
        reflections: [reflection(0, a), reflection(1, b), reflection(4, c, true)],
        reduces: [{ groups, final: written(b, c), base: null, isAccepted: null }],
        before: promptOf(a),
        after: promptOf(a, b, c),
      }),
    );
    expect(counts(followed)).toEqual([1, 1, 1, 1]);
    expect(followed).toMatchObject({ known: 1, carriedReflections: 1 });
    expect(followed.insights).toHaveLength(3);
  });
});

describe('an id', () => {
  const followedBy = (edit: Edit) =>
    follow(
      record({
        reflections: [reflection(0, a), reflection(1, b)],
        reduces: [
          {
            groups: [{ group: 0, members: [0, 1], written: written(edit) }],
            final: written(edit),
            base: null,
            isAccepted: null,
          },
        ],
        after: promptOf('content' in edit ? edit.content : ''),
      }),
    ).insights;
  const add = (content: string, from: readonly string[]): Edit => ({
    type: 'add',
    section: 'OTHERS',
    content,
    from,
  });

  it('counts where the line says it too, even where similarity alone would not do', () => {
    const said = followedBy(add('With ratios in a chain round the last result alone', ['i0.0.0']));
    expect(said[0]).toMatchObject({ place: 'prompt', by: 'id' });
    expect(said[1]).toMatchObject({ place: 'lostLevel1', by: null });
  });

  it('without the content is claimed, not found', () => {
    const said = followedBy(add('Be careful with numbers.', ['i0.0.0', 'i0.1.0']));
    for (const one of said) expect(one).toMatchObject({ place: 'lostLevel1', claimedNotFound: true });
  });

  it('of another insight does not take the line from the one whose words it has', () => {
    const said = followedBy(add(a, ['i0.1.0']));
    expect(said[0]).toMatchObject({ place: 'prompt', by: 'similarity' });
    expect(said[1]).toMatchObject({ place: 'lostLevel1', claimedNotFound: true });
  });
});

describe('a rewritten text', () => {
  const base = 'Solve the question.\nAnswer with a number.';
  const followedText = (text: string) =>
    follow(
      record({
        reflections: [reflection(0, a), reflection(1, b)],
        reduces: [
          {
            groups: [{ group: 0, members: [0, 1], written: { edits: [], text, cause: null } }],
            final: { edits: [], text, cause: null },
            base,
            isAccepted: true,
          },
        ],
        before: base,
        after: text,
      }),
    );

  it('is read by its new lines', () => {
    const followed = followedText(`${base}\n- ${a}\nCheck the unit.`);
    expect(counts(followed)).toEqual([2, 1, 1, 1]);
    expect(followed.insights[0]).toMatchObject({ line: 'line 3' });
  });

  it('that repeats what stood around the insights in its input has learned nothing', () => {
    const around = 'Error: The final answer is not the expected one.\nCause: The note was not used here.';
    const reflections = [a, b].map((insight, ordinal) => ({
      ...reflection(ordinal, insight),
      text: `${around}\nKey insight: ${insight}`,
    }));
    const text = `${base}\n${reflections.map((one) => one.text).join('\n')}`;
    const update = { edits: [], text, cause: null };
    const reduces = [
      { groups: [{ group: 0, members: [0, 1], written: update }], final: update, base, isAccepted: true },
    ];
    expect(counts(follow(record({ reflections, reduces, before: base, after: text })))).toEqual([2, 0, 0, 0]);
  });
});

describe('the age of an insight', () => {
  it('ends with the prompt that stops saying it, and begins again where it comes back', () => {
    const follower = followRun(SURVIVAL_THRESHOLDS);
    const groups = [{ group: 0, members: [0, 1], written: written(a, b) }];
    const reduces = [{ groups, final: written(a, b), base: null, isAccepted: null }];
    const later = (iteration: number, ...lines: readonly string[]) =>
      follower.follow(record({ iteration, after: promptOf(...lines) }));
    follower.follow(
      record({ reflections: [reflection(0, a), reflection(1, b)], reduces, after: promptOf(a, b) }),
    );
    expect(later(1, b)).toMatchObject({ left: ['i0.0.0'], returned: [] });
    // Reworded, not gone.
    expect(later(2, 'Convert every amount to the same currency before you are adding')).toMatchObject({
      left: [],
      returned: [],
    });
    expect(later(3, a)).toMatchObject({ left: ['i0.1.0'], returned: ['i0.0.0'] });
  });
});

/** Any run of the two levels: who said what, who was grouped how, what was kept. */
const anyRoad = fc
  .record({
    said: fc.array(fc.nat(TOPICS.length - 1), { minLength: 1, maxLength: 8 }),
    grouped: fc.array(fc.nat(3), { minLength: 16, maxLength: 16 }),
    kept: fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }),
    final: fc.subarray([...TOPICS]),
    stood: fc.subarray([...TOPICS], { maxLength: 2 }),
    order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
  })
  .map(({ said, grouped, kept, final, stood, order }) => {
    const groups = [0, 1, 2, 3].map((group) => {
      const members = said.flatMap((_, ordinal) =>
        grouped[ordinal] === group || grouped[ordinal + 8] === group ? [ordinal] : [],
      );
      const lines = members.flatMap((ordinal) =>
        kept[ordinal * 8 + group] ? [TOPICS[said[ordinal] ?? 0] ?? ''] : [],
      );
      return { group, members, written: written(...lines) };
    });
    const one = record({
      reflections: said.map((topic, ordinal) => reflection(ordinal, TOPICS[topic] ?? '')),
      reduces: [{ groups, final: written(...final), base: null, isAccepted: null }],
      before: promptOf(...stood),
      after: promptOf(...stood, ...final.slice(1)),
    });
    const permuted = order.flatMap((group) => groups[group] ?? []);
    const distinct = new Set(said).size;
    return {
      one,
      distinct,
      permuted: { ...one, reduces: one.reduces.map((reduce) => ({ ...reduce, groups: permuted })) },
    };
  });

describe('whatever the groups kept', () => {
  it('counts never rise along the record, and every insight is in exactly one place', () => {
    fc.assert(
      fc.property(anyRoad, ({ one, distinct }) => {
        const followed = follow(one);
        const [wentIn = 0, level1 = 0, level2 = 0, inPrompt = 0] = counts(followed);
        expect([wentIn, level1, level2, inPrompt]).toEqual(
          [wentIn, level1, level2, inPrompt].toSorted((x, y) => y - x),
        );
        expect(followed.insights).toHaveLength(distinct);
        expect(wentIn + followed.known).toBe(distinct);
        expect(followed.byId + followed.bySimilarity).toBe(level2);
        const ids = followed.insights.flatMap(({ id, alsoIds = [] }) => [id, ...alsoIds]);
        expect(ids.toSorted()).toEqual(one.reflections.map(({ ordinal }) => `i0.${ordinal}.0`).toSorted());
      }),
    );
  });

  it('the order of the groups does not matter', () => {
    fc.assert(
      fc.property(anyRoad, ({ one, permuted }) => {
        expect(follow(permuted)).toEqual(follow(one));
      }),
    );
  });
});
