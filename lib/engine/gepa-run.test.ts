import { describe, expect, it } from 'vitest';
import type { FactData, FactType, LedgerEntry } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import type { GepaSettings } from '@/lib/domain/method-settings';
import { gepa as method } from '@/lib/methods/gepa/gepa';
import type { ModelRequest } from '@/lib/ports/language-model';
import { reserveOf } from '@/lib/report/sweep-reserve';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { gepaTestSettings } from '@/lib/testing/builders/method-settings-builder';
import { journalStore } from '@/lib/testing/memory-journal';
import { ledgerStore } from '@/lib/testing/memory-ledger';
import { type ToyRunOptions, toyRun } from '@/lib/testing/toy-run';
import { runLoop } from './run-loop';

/** Knows a word where its prompt names it; the proposer writes down at most two words that were missed. */
function answer(request: ModelRequest): string | undefined {
  const [system = '', user = ''] = request.messages.map(({ content }) => content);
  if (request.purpose === 'generate' || request.purpose === 'evaluate') {
    const word = /say (\w+)/.exec(user)?.[1] ?? '';
    const given = /\b(?:words?):([^<]*)/.exec(system)?.[1] ?? '';
    return JSON.stringify({ reasoning: 'x', final_answer: given.includes(word) ? word : 'no idea' });
  }
  const current = /<current_text>\n([\s\S]*?)\n<\/current_text>/.exec(user)?.[1] ?? '';
  const missed = [...user.matchAll(/say (\w+)\n[\s\S]*?The answer is (right|wrong)/g)];
  const wanted =
    request.purpose === 'aggregate'
      ? missed.flatMap(([, word = '', verdict]) => (verdict === 'wrong' ? [word] : [])).slice(0, 2)
      : [...user.matchAll(/words:([^<]*)/g)].flatMap(([, words = '']) => words.trim().split(/\s+/));
  const fresh = [...new Set(wanted)].filter((word) => !current.includes(word));
  return `\`\`\`\n${[current, ...fresh].join(' ')}\n\`\`\``;
}

function manifest(settings: Partial<GepaSettings> = {}, overrides: Partial<RunManifest> = {}): RunManifest {
  const counts = { train: 24, selection: 8, heldOut: 8, confirmation: 0 };
  return buildManifest({
    split: { registrationId: 'spl_1', hash: 'h', counts },
    method: gepaTestSettings(settings),
    batch: { kind: 'static', size: 4, reason: 'A fixed size makes twins comparable.' },
    seedCandidateText: 'words:',
    lanes: 4,
    ...overrides,
  });
}

async function finished(options: ToyRunOptions) {
  const run = toyRun({ reply: answer, ...options });
  const outcome = await runLoop({ ...run.input, method });
  return { ...run, outcome, facts: factsOf(run.ledger.entries) };
}

const factsOf =
  (entries: readonly LedgerEntry[]) =>
  <T extends FactType>(type: T): readonly FactData[T][] =>
    entries.filter((entry) => entry.type === type).map((entry) => entry.data as FactData[T]);

/** Candidates that the run proposed, so all but the seed. */
const created = (facts: ReturnType<typeof factsOf>) =>
  facts('candidate.created').filter(({ iteration }) => iteration >= 0);

describe('a run of GEPA', () => {
  it('measures the seed, lets in only children that gained, and ends with the best by selection', async () => {
    const { outcome, facts } = await finished({ manifest: manifest() });
    expect(outcome).toMatchObject({ status: 'finished', reason: 'trainingDone' });
    const proposed = facts('candidate.proposed');
    for (const one of proposed.filter(({ accepted }) => accepted)) {
      expect(one.childScore ?? 0).toBeGreaterThan(one.parentScore ?? 1);
    }
    const selected = facts('candidate.selected');
    expect(selected[0]).toMatchObject({ iteration: -1, score: { mean: 0, n: 8 } });
    expect(selected).toHaveLength(1 + proposed.filter(({ accepted }) => accepted).length);
    const last = facts('frontier.updated').at(-1);
    expect(Math.max(...(last?.pool.map(({ mean }) => mean) ?? []))).toBe(
      last?.pool.find(({ hash }) => hash === last.bestHash)?.mean,
    );
    expect(facts('heldOut.measured').at(-1)?.score.mean).toBeGreaterThan(0.5);
  });

  it.each<Partial<GepaSettings>>([
    { sampling: { kind: 'independent', n: 3 }, keep: { kind: 'best' } },
    {
      sampling: { kind: 'pxn', parents: 2, n: 2 },
      acceptance: 'orEqual',
      parent: { kind: 'topKPareto', k: 2 },
    },
    { merge: { maxInvocations: 3 }, candidateCache: true, compatibleSeeds: true },
  ])('is the same again from the journal alone, and nothing is paid twice: %o', async (settings) => {
    const store = journalStore();
    const first = await finished({ manifest: manifest(settings), store });
    const again = await finished({ manifest: manifest(settings), store });
    expect(first.outcome.status).toBe('finished');
    expect(again.outcome.runHash).toBe(first.outcome.runHash);
    expect(again.model.requests).toHaveLength(0);
  });

  it.each<Partial<GepaSettings>>([
    {},
    { acceptance: 'orEqual', sampling: { kind: 'independent', n: 2 } },
    { sampling: { kind: 'sameParent', n: 3 }, keep: { kind: 'best' }, skipPerfect: false },
    { merge: { maxInvocations: 3 }, acceptance: 'orEqual', candidateCache: true },
  ])(
    'keeps within the rollouts that a sweep reserves for it where it selects on train: %o',
    async (settings) => {
      const counts = { train: 24, selection: 0, heldOut: 8, confirmation: 0 };
      const own = manifest(settings, { split: { registrationId: 'spl_1', hash: 'h', counts } });
      const expected = { usd: 0, tokens: 1, rollouts: 1 };
      const reserve = reserveOf({ cell: { batchSize: 4 }, base: own, expected, measured: null });
      const { outcome, model } = await finished({ manifest: own });
      expect(outcome).toMatchObject({ status: 'finished', reason: 'trainingDone' });
      const rollouts = model.requests.filter(({ purpose }) => purpose === 'generate').length;
      expect(rollouts).toBeLessThanOrEqual(reserve.rollouts);
    },
  );

  it('killed in the middle, it ends as its twin that was not', async () => {
    const settings = { sampling: { kind: 'sameParent', n: 2 } } as const;
    const twin = await finished({ manifest: manifest(settings) });
    const store = journalStore();
    const kept = ledgerStore();
    const killedAt = Math.floor(twin.model.requests.length / 2);
    const dying = toyRun({
      manifest: manifest(settings),
      store,
      ledgerStore: kept,
      reply: answer,
      onCall: (call) => {
        if (call > killedAt) throw new Error('killed');
      },
    });
    await expect(runLoop({ ...dying.input, method })).rejects.toThrow('killed');
    const resumed = await finished({ manifest: manifest(settings), store, ledgerStore: kept });
    expect(resumed.outcome.runHash).toBe(twin.outcome.runHash);
  });

  it('sends the level-1 calls of all proposals in one wave, before any level-2 call', async () => {
    const { model } = await finished({
      manifest: manifest({ sampling: { kind: 'independent', n: 2 } }, { lanes: 1 }),
    });
    const purposes = model.requests.map(({ purpose }) => purpose).filter((one) => one !== 'evaluate');
    const levels = purposes.slice(purposes.indexOf('aggregate'), purposes.indexOf('combine') + 2);
    expect(levels).toEqual(['aggregate', 'aggregate', 'aggregate', 'aggregate', 'combine', 'combine']);
  });

  it('never adopts a reply without a fence', async () => {
    const { facts } = await finished({
      manifest: manifest(),
      reply: (request) => answer(request)?.replaceAll('```', ''),
    });
    const proposed = facts('candidate.proposed');
    expect(proposed.length).toBeGreaterThan(0);
    expect(proposed.every(({ hash, accepted }) => hash === null && !accepted)).toBe(true);
    expect(created(facts)).toHaveLength(0);
  });

  it('selects on the training examples where there is no split to select on', async () => {
    const counts = { train: 12, selection: 0, heldOut: 4, confirmation: 0 };
    const split = { registrationId: 'spl_1', hash: 'h', counts };
    const sampling = { kind: 'independent', n: 2 } as const;
    const { facts, model } = await finished({ manifest: manifest({ sampling }, { split, epochs: 2 }) });
    expect(facts('candidate.selected')[0]?.exampleIds).toHaveLength(12);
    expect(model.repeatedKeys()).toEqual([]);
  });

  it('stops by its own conditions, with the reason', async () => {
    const stop = { ...gepaTestSettings().stop, candidates: 2 };
    const { outcome, facts } = await finished({ manifest: manifest({ stop }) });
    expect(outcome).toMatchObject({ reason: 'searchDone' });
    expect(facts('frontier.updated').at(-1)?.pool).toHaveLength(2);
  });

  it.each([
    { train: 0, selection: 4, heldOut: 4, confirmation: 0 },
    { train: 0, selection: 0, heldOut: 4, confirmation: 0 },
    { train: 1, selection: 1, heldOut: 1, confirmation: 0 },
  ])('ends in order on a split as small as %o', async (counts) => {
    const split = { registrationId: 'spl_1', hash: 'h', counts };
    const { outcome } = await finished({ manifest: manifest({}, { split }) });
    expect(outcome.status).toBe('finished');
  });

  it('lets nothing in by a trial or a measurement that a cap cut short', async () => {
    const reasons = new Set<string>();
    for (let tokens = 2000; tokens < 30_000; tokens += 1000) {
      const budget = { rollouts: null, tokens, usd: null, wallMs: null };
      const { facts } = await finished({ manifest: manifest({}, { budget }) });
      for (const { reason, accepted } of facts('candidate.proposed')) if (!accepted) reasons.add(reason.code);
      for (const { exampleIds } of facts('candidate.selected')) expect(exampleIds).toHaveLength(8);
      expect(facts('candidate.selected').length).toBeGreaterThanOrEqual(created(facts).length);
    }
    expect([...reasons].join()).toContain('noRoom');
  });

  it('ends at once, with the reason, where there is no room to measure the seed', async () => {
    const budget = { rollouts: null, tokens: 3000, usd: null, wallMs: null };
    const { facts } = await finished({ manifest: manifest({}, { budget }) });
    expect(facts('candidate.selected')).toHaveLength(0);
    expect(facts('candidate.proposed')).toHaveLength(0);
  });

  it('rewrites one component after the other and leaves the others as they are', async () => {
    const seedCandidateText = '<<component solver>>\nwords:\n<<component checker>>\nBe careful.';
    const { facts } = await finished({ manifest: manifest({}, { seedCandidateText, epochs: 2 }) });
    const proposed = facts('candidate.proposed');
    expect(new Set(proposed.flatMap(({ components }) => components))).toEqual(new Set(['solver', 'checker']));
    const [first] = created(facts);
    expect(first?.text).toMatch(/^<<component solver>>\nwords: \w+/);
    expect(first?.text).toContain('<<component checker>>\nBe careful.');
  });
});
