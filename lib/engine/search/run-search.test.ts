import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FactData, FactType, LedgerEntry } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { scoreValue } from '@/lib/domain/score';
import { runLoop } from '@/lib/engine/run-loop';
import type { Rollout, Search, SearchingMethod, SearchTools } from '@/lib/methods/search';
import type { ModelRequest } from '@/lib/ports/language-model';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { gepaTestSettings } from '@/lib/testing/builders/method-settings-builder';
import { memoryEvaluationCache } from '@/lib/testing/memory-evaluation-cache';
import { type JournalStore, journalStore } from '@/lib/testing/memory-journal';
import { ledgerStore } from '@/lib/testing/memory-ledger';
import { memorySpread } from '@/lib/testing/memory-spread';
import { toyMethod } from '@/lib/testing/toy-method';
import { type ToyRunOptions, toyRun } from '@/lib/testing/toy-run';

const PROPOSALS = 3;

/** The smallest search: each proposal learns from its own minibatch, a better child is measured and may lead. */
function climbing(turnsMax = Number.POSITIVE_INFINITY): SearchingMethod {
  const openSearch: SearchingMethod['openSearch'] = (_manifest, seed): Search => {
    let best = { candidate: seed, score: 0 };
    let turns = 0;
    return {
      async begin(tools) {
        const rollouts = await rolled(tools, { candidate: seed, proposal: 0 });
        best = { candidate: seed, score: sumOf(rollouts) };
      },
      async turn(tools) {
        turns += 1;
        const parent = best.candidate;
        const tried = await Promise.all(
          Array.from({ length: PROPOSALS }, async (_, proposal) => {
            const examples = tools.take(proposal);
            const mapped = await tools.map({ candidate: parent, examples, proposal });
            const reflections = mapped.map(({ reflection }) => reflection);
            const { update } = await tools.reduce({ base: parent, reflections, proposal, series: 0 });
            const { candidate } = toyMethod.apply(parent, update);
            const on = { candidate, examples, on: 'train', proposal } as const;
            const child = await tools.rollouts({ ...on, series: 0 });
            await tools.rollouts({ ...on, series: 1 });
            const before = mapped.reduce((sum, { score }) => sum + (scoreValue(score) ?? 0), 0);
            return { candidate, mapped, examples, accepted: sumOf(child) > before, proposal };
          }),
        );
        for (const { candidate, accepted, proposal } of tried) {
          if (!accepted) continue;
          const score = sumOf(await rolled(tools, { candidate, proposal }));
          if (score > best.score) best = { candidate, score };
        }
        const mapped = tried.flatMap((one) => one.mapped);
        return {
          candidate: best.candidate,
          seen: tried.reduce((sum, { examples }) => sum + examples.length, 0),
          scores: mapped.map(({ score }) => scoreValue(score) ?? 0),
          mapped,
          ...(turns >= turnsMax ? { done: { why: 'stepsMade', steps: turnsMax, perEpoch: null } } : {}),
        };
      },
    };
  };
  return { ...toyMethod, openSearch };
}

const rolled = (
  tools: SearchTools,
  at: Pick<Parameters<SearchTools['rollouts']>[0], 'candidate' | 'proposal'>,
) => tools.rollouts({ ...at, examples: tools.selection, on: 'selection', series: 0 });

const sumOf = (rollouts: readonly Rollout[]) => rollouts.reduce((sum, { score }) => sum + (score ?? 0), 0);

function manifest(overrides: Partial<RunManifest> = {}): RunManifest {
  const counts = { train: 26, selection: 8, heldOut: 8, confirmation: 0 };
  return buildManifest({
    split: { registrationId: 'spl_1', hash: 'h', counts },
    method: gepaTestSettings({ sampling: { kind: 'independent', n: PROPOSALS } }),
    batch: { kind: 'static', size: 4, reason: 'A fixed size makes twins comparable.' },
    epochs: 2,
    lanes: 4,
    ...overrides,
  });
}

async function finished(options: ToyRunOptions, method = climbing()) {
  const run = toyRun(options);
  const outcome = await runLoop({ ...run.input, method });
  return { ...run, outcome };
}

const factsOf = <T extends FactType>(entries: readonly LedgerEntry[], type: T) =>
  entries.filter((entry) => entry.type === type).map(({ data }) => data as unknown as FactData[T]);

/** Verdict of the operator's program on an answer, where a program scores. */
function verdict({ purpose, messages }: ModelRequest): string | undefined {
  if (purpose !== 'environment') return undefined;
  const { input } = JSON.parse(messages[0]?.content ?? '{}');
  return JSON.stringify({ score: input.answer === input.expected ? 1 : 0 });
}

class Killed extends Error {}

async function killedAt(victim: number, store: JournalStore, facts: ReturnType<typeof ledgerStore>) {
  const onCall = (call: number) => {
    if (call === victim) throw new Killed();
  };
  await finished({ manifest: manifest(), store, ledgerStore: facts, onCall }).catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
  });
}

describe('a run of a method that searches', () => {
  it('learns, and states every call of every proposal under a key of its own', async () => {
    const { outcome, ledger, model, journal } = await finished({ manifest: manifest() });
    expect(outcome).toMatchObject({ status: 'finished', reason: 'trainingDone' });
    const [end] = factsOf(ledger.entries, 'run.finished');
    expect(end?.bestScore.mean).toBeGreaterThan(end?.seedScore.mean ?? 1);
    // The ledger drops a fact whose key it knows: as many rollouts as were answered must stand in it.
    const rollouts = factsOf(ledger.entries, 'rollout.finished');
    const asked = model.requests.filter(({ purpose }) => purpose === 'generate' || purpose === 'evaluate');
    expect(rollouts).toHaveLength(asked.length);
    expect(journal.store.calls.size).toBe(model.requests.length);
    expect(factsOf(ledger.entries, 'reflection.finished')).toHaveLength(
      model.requests.filter(({ purpose }) => purpose === 'reflect').length,
    );
    const groups = model.requests.filter(({ purpose }) => purpose === 'aggregate');
    expect(factsOf(ledger.entries, 'group.aggregated')).toHaveLength(groups.length);
    expect(model.repeatedKeys()).toEqual([]);
  });

  it('hands its proposals the training order one behind the other, over the end of an epoch too', async () => {
    const { ledger } = await finished({ manifest: manifest() });
    const mapped = factsOf(ledger.entries, 'reflection.finished').map(({ exampleId }) => exampleId);
    expect(mapped).toHaveLength(52);
    for (const epoch of [mapped.slice(0, 26), mapped.slice(26)]) expect(new Set(epoch).size).toBe(26);
    const closed = factsOf(ledger.entries, 'iteration.closed');
    expect(closed.at(-1)?.trainExamplesSeen).toBe(52);
  });

  it('ends with the hash of its twin wherever it was killed, and pays no answered call again', async () => {
    const twin = await finished({ manifest: manifest() });
    const moments = fc.integer({ min: 0, max: twin.model.requests.length - 1 });
    await fc.assert(
      fc.asyncProperty(moments, moments, async (a, b) => {
        const store = journalStore();
        const facts = ledgerStore();
        await killedAt(a, store, facts);
        await killedAt(b, store, facts);
        const answered = [...store.calls].filter(([, call]) => call.answer !== null);
        const dispatches = new Map(answered.map(([key, call]) => [key, call.dispatches]));
        const last = await finished({ manifest: manifest(), store, ledgerStore: facts });
        expect(last.outcome.runHash).toBe(twin.outcome.runHash);
        for (const [key, before] of dispatches) expect(store.calls.get(key)?.dispatches).toBe(before);
        expect(facts.entries.map(({ key }) => key).sort()).toEqual(
          twin.ledger.entries.map(({ key }) => key).sort(),
        );
      }),
      { numRuns: 8 },
    );
  });

  it('pauses at its beginning or in a turn, and goes on to the same end', async () => {
    const twin = await finished({ manifest: manifest() });
    for (const moment of [9, 60, 200]) {
      const store = journalStore();
      const paused = await finished({
        manifest: manifest(),
        store,
        onCall: (call, _request, interrupt) => {
          if (call === moment) interrupt.abort();
        },
      });
      expect(paused.outcome.status).toBe('paused');
      const resumed = await finished({ manifest: manifest(), store });
      expect(resumed.outcome.runHash).toBe(twin.outcome.runHash);
    }
  });

  it('stays within a cap on rollouts, those of its children included', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 170 }), async (rollouts) => {
        const capped = manifest({ budget: { rollouts, tokens: null, usd: null, wallMs: null } });
        const { model, outcome } = await finished({ manifest: capped });
        const paid = model.requests.filter(({ purpose }) => purpose === 'generate').length;
        expect(paid).toBeLessThanOrEqual(rollouts);
        expect(['budgetRollouts', 'trainingDone']).toContain(outcome.reason);
      }),
      { numRuns: 8 },
    );
  });

  it('ends when the search says that it is done, with its word and a last measurement', async () => {
    const { outcome, ledger } = await finished({ manifest: manifest() }, climbing(2));
    expect(outcome).toMatchObject({ reason: 'searchDone', numbers: { why: 'stepsMade', steps: 2 } });
    const [end] = factsOf(ledger.entries, 'run.finished');
    expect(end?.iterations).toBe(2);
    expect(factsOf(ledger.entries, 'heldOut.measured').at(-1)?.trainExamplesSeen).toBe(24);
  });

  it('ends where a search uses no example any more, rather than go on for ever', async () => {
    const seedOnly = climbing();
    const idle: SearchingMethod = {
      ...seedOnly,
      openSearch: (_manifest, seed) => ({
        turn: async () => ({ candidate: seed, seen: 0, scores: [], mapped: [] }),
      }),
    };
    const { outcome } = await finished({ manifest: manifest() }, idle);
    expect(outcome.reason).toBe('searchDone');
  });

  it('ends as one whose provider is down where every proposal is rejected', async () => {
    const run = toyRun({ manifest: manifest() });
    const cause = { code: 'rejected', message: 'No such model.' } as const;
    const failed = { ok: false, cause, tokensIn: 0, tokensOut: 0, delayMs: 1, attempts: 1 } as const;
    const model = { complete: async () => failed };
    const outcome = await runLoop({ ...run.input, model, method: climbing() });
    expect(outcome.reason).toBe('providerDown');
  });

  it('lets an iteration that mapped nothing say nothing of the batch size', async () => {
    const learning = climbing();
    const resting: SearchingMethod = {
      ...learning,
      openSearch: (pinned, seed) => {
        const inner = learning.openSearch(pinned, seed);
        return {
          async turn(tools) {
            if (tools.iteration % 2 === 0) return inner.turn(tools);
            const rollouts = await rolled(tools, { candidate: seed, proposal: 0 });
            return { candidate: seed, seen: 0, scores: [], mapped: [], rollouts };
          },
        };
      },
    };
    const batch = {
      kind: 'dynamic',
      profileSizes: [1, 2, 3],
      tauShare: 0.016,
      peakSlope: 'analyticMin',
      maxBatch: 4,
      confirm: true,
      rewardVarianceFloor: null,
    } as const;
    const run = toyRun({ manifest: manifest({ batch }) });
    // The toy's clock does not move, and an iteration without a delay is left out of the fit.
    let ms = 0;
    const clock = { ...run.input.clock, monotonicMs: () => (ms += 5) };
    await runLoop({ ...run.input, clock, method: resting });
    const plans = factsOf(run.ledger.entries, 'batch.planned');
    const points = plans.map(({ fit }) => fit?.points ?? 0);
    expect(Math.max(...points)).toBeGreaterThan(2);
    for (const [iteration, known] of points.entries())
      expect(known).toBeLessThanOrEqual(Math.ceil(iteration / 2));
  });

  it('takes from other runs what the seed reaches, and nothing that would shorten its learning time', async () => {
    const cache = memoryEvaluationCache();
    const shared = manifest({ evaluationCache: { read: true, namespace: 'default' } });
    const first = await finished({ manifest: shared, cache });
    const second = await finished({ manifest: shared, cache });
    expect(second.outcome.runHash).toBe(first.outcome.runHash);
    const selection = [...second.journal.store.calls].flatMap(([key, { answer }]) => {
      const [iteration, purpose, ordinal] = key.split('/');
      const isSelection = purpose === 'evaluate' && Number(ordinal) >= 30_000_000;
      return isSelection ? [{ isBefore: iteration === '-1', cached: answer?.cached === true }] : [];
    });
    const [before, within] = [true, false].map((is) => selection.filter(({ isBefore }) => isBefore === is));
    expect(before?.map(({ cached }) => cached)).toEqual(Array(8).fill(true));
    expect(within?.length).toBeGreaterThan(0);
    expect(within?.filter(({ cached }) => cached)).toEqual([]);
  });

  it('scores an example that a minibatch holds twice under a key each, whichever answer comes first', async () => {
    const byProgram = { kind: 'command', command: 'check' } as const;
    const scored = manifest({ task: { ...buildManifest().task, scoring: byProgram } });
    const doubling: SearchingMethod = {
      ...toyMethod,
      openSearch: (_manifest, seed) => ({
        async turn(tools) {
          const [one] = tools.take(0);
          const examples = one ? [one, one] : [];
          const mapped = await tools.map({ candidate: seed, examples, proposal: 0 });
          await tools.rollouts({ candidate: seed, examples, proposal: 0, on: 'train', series: 0 });
          return { candidate: seed, seen: 26, scores: [], mapped };
        },
      }),
    };
    const { journal } = await finished({ manifest: scored, reply: verdict }, doubling);
    const keys = [...journal.store.calls.keys()].filter((key) => key.startsWith('0/environment/'));
    // A second repetition would belong to the copy asked second, which may be the other one after a kill.
    const places = keys.map((key) => key.split('/').slice(2, 4).join('/'));
    expect(places.sort()).toEqual(['0/0', '1/0', '25000/0', '25001/0']);
  });

  it('comes to the same with its rollouts carried by others, scored by a program or not', async () => {
    const byProgram = { kind: 'command', command: 'check' } as const;
    for (const scoring of [buildManifest().task.scoring, byProgram]) {
      const scored = manifest({ task: { ...buildManifest().task, scoring } });
      const own = await finished({ manifest: scored, reply: verdict });
      const run = toyRun({ manifest: scored, reply: verdict });
      const method = climbing();
      const spread = memorySpread({ ...run, input: { ...run.input, method } });
      const outcome = await runLoop({ ...run.input, method, spread });
      expect(outcome.runHash).toBe(own.outcome.runHash);
      expect(run.model.requests).toHaveLength(own.model.requests.length);
      expect(run.model.repeatedKeys()).toEqual([]);
    }
  });
});

describe('a search whose later prompts break the form of the answers', () => {
  const broken = { code: 'unparseable' as const, message: 'The reply holds no final answer.' };
  /** Each turn learns two words in a row of updates and tries them on one split, where no answer can be read. */
  const trying = (on: 'train' | 'selection'): SearchingMethod => ({
    ...toyMethod,
    openSearch: (_manifest, seed) => {
      let candidate = seed;
      return {
        async turn(tools) {
          const examples = tools.take(0);
          const mapped = await tools.map({ candidate, examples, proposal: 0 });
          const reflections = mapped.map(({ reflection }) => reflection);
          const { update } = await tools.reduce({ base: candidate, reflections, proposal: 0, series: 0 });
          candidate = toyMethod.apply(candidate, update).candidate;
          const at = { candidate, examples: tools.selection, proposal: 0, series: 0, on };
          const rollouts = (await tools.rollouts(at)).map((one) => ({ ...one, cause: broken }));
          const unreadable = rollouts.map((one) => ({ ...one, answer: { ...one.answer, cause: broken } }));
          return { candidate, seen: examples.length, scores: [], mapped, rollouts: unreadable };
        },
      };
    },
  });

  it('stops for training answers that cannot be parsed, and never for those on selection', async () => {
    const onTrain = await finished({ manifest: manifest() }, trying('train'));
    expect(onTrain.outcome).toMatchObject({ status: 'stopped', reason: 'answersUnreadable' });
    const onSelection = await finished({ manifest: manifest() }, trying('selection'));
    expect(onSelection.outcome).toMatchObject({ status: 'finished', reason: 'trainingDone' });
  });
});
