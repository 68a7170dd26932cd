import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { componentsOf } from '@/lib/domain/components';
import type { Example } from '@/lib/domain/example';
import type { RunManifest } from '@/lib/domain/manifest';
import type { MiproSettings } from '@/lib/domain/method-settings';
import type { Answer } from '@/lib/methods/method';
import type { RolloutCall, SearchTools } from '@/lib/methods/search';
import { seededRng } from '@/lib/random/seeded-rng';
import { measure } from '@/lib/stats/mean-interval';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { type AskScript, failed, scriptedAsk } from '@/lib/testing/builders/scripted-ask';
import { bootstrap } from './bootstrap';
import { candidateOf, type Demonstration } from './candidate-text';
import { mipro } from './mipro';
import { MIPRO_DEFAULT_SETTINGS } from './mipro-settings';
import { proposeInstructions } from './propose-instructions';
import { Study, turnsOf } from './study';

const exampleOf = (index: number): Example => ({
  id: `t${index}`,
  question: `question ${index}`,
  context: '',
  expected: `answer ${index}`,
  groupKey: null,
  contentHash: `h${index}`,
});
const seed = candidateOf(componentsOf('Do the task.'), []);

interface ToolsWish {
  readonly settings?: Partial<MiproSettings>;
  readonly train?: number;
  readonly cap?: number | null;
  /** Which training examples are answered right. */
  readonly right?: (id: string) => boolean;
  readonly script?: AskScript;
}

function toolsFor({
  settings = {},
  train = 30,
  cap = null,
  right = () => true,
  script = () => '',
}: ToolsWish) {
  const { ask, requests } = scriptedAsk(script);
  const calls: RolloutCall[] = [];
  const manifest: RunManifest = buildManifest({
    method: { ...MIPRO_DEFAULT_SETTINGS, ...settings },
    budget: { rollouts: cap, tokens: null, usd: null, wallMs: null },
  });
  const tools: SearchTools = {
    manifest,
    iteration: 0,
    size: 5,
    take: () => [],
    train: Array.from({ length: train }, (_, index) => exampleOf(index)),
    selection: [],
    rng: seededRng('mipro'),
    ask,
    map: async () => [],
    reduce: async () => ({ update: { edits: [], text: null, reasoning: '', invalid: null }, calls: 0 }),
    emit: () => undefined,
    rollouts: async (call) => {
      calls.push(call);
      return call.examples.map((example) => ({
        exampleId: example.id,
        on: call.on,
        answer: answerOf(example, right(example.id)),
        cause: null,
        score: right(example.id) ? 1 : 0,
        objectives: {},
      }));
    },
  };
  return { tools, requests, calls };
}

const answerOf = ({ expected }: Example, isRight: boolean): Answer => {
  const text = isRight ? expected : 'no';
  const trace = JSON.stringify({ reasoning: 'my steps', final_answer: text });
  return { text, cause: null, citedBulletIds: [], trace, asked: [] };
};

const isBootstrapped = ({ reasoning }: Demonstration) => reasoning === 'my steps';

describe('a candidate as one text', () => {
  it('is the instruction to the letter without demonstrations, and shows each with its parts', () => {
    expect(candidateOf(componentsOf('Do it.'), []).text).toBe('Do it.');
    const shown = candidateOf(componentsOf('Do it.'), [
      { question: 'q1', context: 'c', reasoning: 'r', answer: 'a1' },
      { question: 'q2', context: '', reasoning: null, answer: 'a2' },
    ]);
    expect(shown.text).toBe(
      'Do it.\n\nWorked examples:\n\nExample 1\nQuestion: q1\nContext: c\nReasoning: r\nAnswer: a1\n\nExample 2\nQuestion: q2\nAnswer: a2',
    );
  });
});

describe('bootstrapping', () => {
  it('shows only what was answered right with the steps of the model, and what is labelled with none', async () => {
    const { tools } = toolsFor({ right: (id) => Number(id.slice(1)) % 3 === 0 });
    const { sets } = await bootstrap(tools, seed);
    expect(sets[0]).toEqual([]);
    expect(sets[1]).toHaveLength(4);
    expect(sets[1]?.some(isBootstrapped)).toBe(false);
    expect(sets[2]?.filter(isBootstrapped)).toHaveLength(4);
    for (const set of sets.slice(2)) {
      expect(set).toHaveLength(4);
      const steps = set.filter(isBootstrapped);
      expect(steps.length).toBeGreaterThan(0);
      expect(steps.every(({ question }) => Number(question.split(' ')[1]) % 3 === 0)).toBe(true);
      expect(new Set(set.map(({ question }) => question)).size).toBe(set.length);
    }
  });

  it('answers each training example at most once, and stops when it has enough right ones', async () => {
    const { tools, calls } = toolsFor({ train: 200 });
    const { rollouts } = await bootstrap(tools, seed);
    const met = calls.flatMap(({ examples }) => examples.map(({ id }) => id));
    expect(new Set(met).size).toBe(met.length);
    // Four bootstrapped sets of four each, in chunks of eight.
    expect(rollouts).toHaveLength(16);
    expect(new Set(calls.map(({ proposal }) => proposal)).size).toBe(calls.length);
  });

  it('leaves the last rollout of a cap alone, since the run would end before its first trial', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), fc.nat({ max: 40 }), async (cap, train) => {
        const { tools } = toolsFor({ cap, train, right: () => false });
        const { rollouts, sets } = await bootstrap(tools, seed);
        expect(rollouts.length).toBe(Math.min(train, cap - 1));
        expect(sets[0]).toEqual([]);
      }),
    );
  });

  it('has the empty set alone where demonstrations are off, and no labelled ones without ground truth', async () => {
    const off = toolsFor({ settings: { bootstrappedDemos: 0, labelledDemos: 0 } });
    expect(await bootstrap(off.tools, seed)).toEqual({ sets: [[]], rollouts: [] });
    expect(off.calls).toHaveLength(0);
    const blind = toolsFor({ settings: { useGroundTruth: false } });
    const { sets } = await bootstrap(blind.tools, seed);
    expect(sets.flat().every(isBootstrapped)).toBe(true);
  });

  it('has no two sets that say the same, however few examples there are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 5 }), async (train) => {
        const { sets } = await bootstrap(toolsFor({ train }).tools, seed);
        expect(new Set(sets.map((set) => candidateOf(componentsOf('x'), set).hash)).size).toBe(sets.length);
      }),
    );
  });
});

const written = (text: string) => `<proposed_instruction>\n${text}\n</proposed_instruction>`;

describe('proposing instructions', () => {
  it('looks at ten examples a call, sums up once, and asks for each instruction but the original', async () => {
    const { tools, requests } = toolsFor({
      train: 130,
      script: ({ ordinal }) =>
        ordinal < 1000 ? `look ${ordinal}` : ordinal === 1000 ? 'the sum' : written(`new ${ordinal}`),
    });
    const { instructions, failed: none } = await proposeInstructions(tools, seed, [[]]);
    expect(requests.every(({ purpose }) => purpose === 'propose')).toBe(true);
    expect(requests.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1000, 2001, 2002]);
    expect(requests[0]?.messages[1]?.content.match(/<data_example number="\d+">/g)).toHaveLength(10);
    expect(requests[10]?.messages[1]?.content).toMatch(/look 0[\s\S]*look 9/);
    const prompts = requests.slice(11).map(({ messages }) => messages[1]?.content ?? '');
    expect(prompts.every((prompt) => prompt.includes('the sum') && prompt.includes('Do the task.'))).toBe(
      true,
    );
    expect(prompts[0]).not.toBe(prompts[1]);
    expect([...instructions]).toEqual([['', ['Do the task.', 'new 2001', 'new 2002']]]);
    expect(none).toEqual([]);
  });

  it('goes on with what came: failures are told with their tip, repeated instructions count once', async () => {
    const { tools } = toolsFor({
      settings: { candidates: 8 },
      script: ({ ordinal }) => {
        if (ordinal < 2000) return failed();
        return ordinal === 2001 ? 'no tags' : written('the same');
      },
    });
    const { instructions, failed: fails } = await proposeInstructions(tools, seed, [[]]);
    expect([...instructions]).toEqual([['', ['Do the task.', 'the same']]]);
    expect(fails).toMatchObject([{ proposal: 1, cause: { code: 'unparseable' } }]);
  });

  it('makes no call when only the original is requested, and shows no answer without ground truth', async () => {
    const one = toolsFor({ settings: { candidates: 1 } });
    const { instructions } = await proposeInstructions(one.tools, seed, [[]]);
    expect([...instructions.values()]).toEqual([['Do the task.']]);
    expect(one.requests).toHaveLength(0);
    const blind = toolsFor({ settings: { useGroundTruth: false }, script: () => written('x') });
    await proposeInstructions(blind.tools, seed, [[]]);
    expect(blind.requests[0]?.messages[1]?.content).not.toContain('answer 1');
  });
});

describe('the study', () => {
  const sets: Demonstration[][] = [[], [{ question: 'q', context: '', reasoning: null, answer: 'a' }]];
  const at = (instruction: number, demonstrations: number) => ({
    instructions: [instruction],
    demonstrations,
  });

  it('names the best mean that was never measured whole, and only whole measurements make a best', () => {
    const study = new Study({ instructions: new Map([['', ['one', 'two']]]), sets });
    expect(study.book(at(0, 0), measure([0, 1]), true)).toBe(true);
    expect(study.mostPromising()).toBeNull();
    study.book(at(1, 0), measure([1, 1]), false);
    study.book(at(1, 1), measure([1, 1]), false);
    study.book(at(1, 0), measure([0, 0]), false);
    expect(study.best?.candidate.text).toBe('one');
    expect(study.mostPromising()).toEqual(at(1, 1));
    expect(study.book(at(1, 1), measure([0, 1]), true)).toBe(false);
    expect(study.mostPromising()).toEqual(at(1, 0));
    expect(study.best?.score.mean).toBe(0.5);
  });

  it('chooses an instruction for each component; the first component shows the demonstrations', () => {
    const instructions = new Map([
      ['planner', ['Plan.', 'Plan well.']],
      ['writer', ['Write.', 'Write well.', 'Write short.']],
    ]);
    const study = new Study({ instructions, sets });
    expect(study.size).toBe(12);
    const point = { instructions: [1, 2], demonstrations: 1 };
    const { text } = study.candidateAt(point);
    expect([...componentsOf(text)]).toEqual([
      ['planner', expect.stringMatching(/^Plan well\.\n\nWorked examples:/)],
      ['writer', 'Write short.'],
    ]);
    expect(study.choicesAt(point)).toEqual({
      'instruction of planner': 1,
      'instruction of writer': 2,
      demonstrations: 1,
    });
    fc.assert(
      fc.property(fc.string(), (seedText) => {
        const suggested = study.suggest(seededRng(seedText));
        expect([...componentsOf(study.candidateAt(suggested).text).keys()]).toEqual(['planner', 'writer']);
      }),
    );
  });

  it('turns: whole after each so many trials and at the end, or every trial where the split is small', () => {
    const plan = { trials: 7, fullEvaluationEvery: 3, minibatch: 10 };
    expect(turnsOf(plan, 50).map((kind) => kind[0])).toEqual([...'tttftttftf']);
    expect(turnsOf(plan, 10)).toEqual(Array.from({ length: 7 }, () => 'wholeTrial'));
    expect(turnsOf({ ...plan, trials: 6 }, 50).filter((kind) => kind === 'full')).toHaveLength(2);
  });
});

describe('as a method', () => {
  it('has nothing to aggregate, and hashes each template apart', async () => {
    expect(mipro.union([])).toEqual({ edits: [], text: null, reasoning: '', invalid: null });
    expect(new Set(Object.values(mipro.promptHashes)).size).toBe(5);
  });
});
