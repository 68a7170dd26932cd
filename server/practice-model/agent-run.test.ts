import { describe, expect, it } from 'vitest';
import { gepaSettings } from '@/lib/contracts/method-settings';
import { agentSettings, type PinnedAgent } from '@/lib/domain/agent';
import { agentTaskOf } from '@/lib/domain/agent-task';
import { componentsOf } from '@/lib/domain/components';
import type { RunManifest } from '@/lib/domain/manifest';
import type { RolloutReply } from '@/lib/domain/rollout-reply';
import { isAgentCall } from '@/lib/evaluation/agent-call';
import { programOutcome, type programRequest } from '@/lib/evaluation/program';
import { ace } from '@/lib/methods/ace/ace';
import { ACE_DEFAULT_SETTINGS } from '@/lib/methods/ace/ace-settings';
import { methodForAgent } from '@/lib/methods/agent';
import { gepa } from '@/lib/methods/gepa/gepa';
import { GEPA_VERSION } from '@/lib/methods/gepa/gepa-settings';
import type { Method } from '@/lib/methods/method';
import { mipro } from '@/lib/methods/mipro/mipro';
import { MIPRO_DEFAULT_SETTINGS } from '@/lib/methods/mipro/mipro-settings';
import { textGrad } from '@/lib/methods/textgrad/textgrad';
import { TEXTGRAD_DEFAULT_SETTINGS } from '@/lib/methods/textgrad/textgrad-settings';
import type { ModelOutcome, ModelReply, ModelRequest } from '@/lib/ports/language-model';
import { journalStore } from '@/lib/testing/memory-journal';
import { factsOf, type PracticeRun, practiceManifest, practiceRun } from './testing/practice-run';

const METHODS: Readonly<
  Record<'ACE' | 'GEPA' | 'TextGrad' | 'MIPROv2', { method: Method; settings: RunManifest['method'] }>
> = {
  ACE: { method: ace, settings: { ...ACE_DEFAULT_SETTINGS, maxRounds: 1 } },
  GEPA: { method: gepa, settings: { ...gepaSettings.parse({ name: 'gepa' }), version: GEPA_VERSION } },
  MIPROv2: { method: mipro, settings: { ...MIPRO_DEFAULT_SETTINGS, candidates: 4, trials: 3, minibatch: 2 } },
  TextGrad: { method: textGrad, settings: { ...TEXTGRAD_DEFAULT_SETTINGS, stepsPerEpoch: null } },
};

const TOOL_ERROR = 'search_orders failed: no such customer';
const LIMITS = { modelCalls: 10, tokens: 5_000, usd: 0.01, seconds: 60 };

function pinned(components: readonly string[]): PinnedAgent {
  const settings = agentSettings.parse({
    kind: 'program',
    command: 'desk',
    components: components.map((name) => ({ name, initialText: `Initial ${name}.` })),
    limits: LIMITS,
  });
  return { id: 'agt', name: 'Desk', version: 1, hash: 'agent-hash', settings };
}

const REPLY: RolloutReply = {
  rolloutId: 'ro_0123456789',
  attempts: 1,
  trajectoryHash: 'trajectory',
  modelCalls: 3,
  toolErrors: 1,
  injection: { system: 'proven' },
  selfReported: null,
  limit: null,
  seen: { text: `Step 2: ${TOOL_ERROR}`, share: 0.31, cuts: 2 },
  countedBy: 'proxy',
};

/** Solves the task once its prompt has grown; its calls cost three cents a rollout. */
function agentOutcome(request: ModelRequest): ModelReply {
  const { components } = agentTaskOf(request.messages[0]?.content ?? '');
  const text = Object.values(components).join('').length > 600 ? 'solved' : 'gave up';
  return {
    ...{ ok: true, text, finishReason: 'stop', tokensIn: 900, tokensOut: 100, tokensCached: 0 },
    ...{ usageReported: true, delayMs: 10, attempts: 1, reportedUsd: 0.003, rollout: REPLY },
  };
}

function evaluated(content: string): string {
  const { input } = JSON.parse(content) as ReturnType<typeof programRequest>;
  const score = input.answer === 'solved' ? 1 : 0;
  const outcome = programOutcome({ ok: true, score, notes: '', delayMs: 1 });
  return outcome.ok ? outcome.text : '';
}

interface Agents extends Partial<PracticeRun> {
  readonly components?: readonly string[];
  readonly train?: number;
  readonly choice?: 'roundRobin' | 'all';
  readonly budget?: Partial<RunManifest['budget']>;
  readonly outcome?: (request: ModelRequest) => ModelOutcome;
}

async function runOf(
  name: keyof typeof METHODS,
  { components = ['system'], train = 12, choice, ...more }: Agents = {},
) {
  const { method, settings } = METHODS[name];
  const usual = practiceManifest({ train, heldOut: 4 }, {});
  const agent = pinned(components);
  const seed = components.map((each) => `<<component ${each}>>\nInitial ${each}.`).join('\n');
  const manifest: RunManifest = {
    ...usual,
    kind: 'comparisonPoint',
    method: choice && settings.name === 'gepa' ? { ...settings, components: choice } : settings,
    agent,
    task: {
      ...usual.task,
      scoring: { kind: 'http', url: 'https://evaluator.test/score', header: null, timeoutSeconds: 5 },
    },
    split: { ...usual.split, counts: { ...usual.split.counts, selection: 6 } },
    seedCandidateText: components.length > 1 ? seed : '',
    batch: { kind: 'static', size: 6, reason: 'Two iterations.' },
    budget: { ...usual.budget, ...more.budget },
  };
  const run = await practiceRun({
    ...more,
    method: methodForAgent(method, agent),
    manifest,
    reply: (request) => {
      if (request.purpose === 'environment') return evaluated(request.messages[0]?.content ?? '');
      if (!isAgentCall(manifest, request.purpose)) return undefined;
      return (more.outcome ?? agentOutcome)(request);
    },
  });
  return { ...run, manifest };
}

describe('an agent under any method', () => {
  it.each(['ACE', 'GEPA', 'TextGrad'] as const)(
    '%s: is given the components, is scored by its output, and its trajectory is what is reflected upon',
    async (name) => {
      const { outcome, entries, requests } = await runOf(name);
      expect(outcome.status).toBe('finished');
      const rollouts = factsOf(entries, 'rollout.finished');
      expect(rollouts.length).toBeGreaterThan(10);
      for (const { answer, cause, costUsd, tokensIn } of rollouts) {
        expect(cause).toBeNull();
        expect(['solved', 'gave up']).toContain(answer);
        expect(tokensIn).toBe(900);
        expect(costUsd).toBeCloseTo(0.003, 9);
      }
      const agents = requests.filter(({ purpose }) => purpose === 'generate' || purpose === 'evaluate');
      for (const { messages } of agents) {
        const task = agentTaskOf(messages[0]?.content ?? '');
        expect(Object.keys(task)).toEqual(['input', 'candidateHash', 'components']);
        expect(Object.keys(task.input)).toEqual(['question', 'context']);
      }
      const others = requests.filter((request) => !agents.includes(request));
      const read = others.filter(({ messages }) =>
        messages.some(({ content }) => content.includes(TOOL_ERROR)),
      );
      expect(read.length, 'the proposer reads what the tools said').toBeGreaterThan(0);
    },
  );

  it.each(['roundRobin', 'all'] as const)('GEPA: learns several components, %s', async (choice) => {
    const names = ['planner', 'writer'];
    // Nothing is better than before, so each turn rewrites what is next.
    const outcome = (request: ModelRequest) => ({ ...agentOutcome(request), text: 'gave up' });
    const { entries, requests } = await runOf('GEPA', { components: names, train: 24, choice, outcome });
    const proposed = factsOf(entries, 'candidate.proposed').filter(({ text }) => text !== null);
    const rewritten = proposed.map(({ components }) => components);
    expect(rewritten.slice(0, 2)).toEqual(choice === 'all' ? [names, names] : [['planner'], ['writer']]);
    for (const { text } of proposed) expect([...componentsOf(text ?? '').keys()]).toEqual(names);
    const first = requests.find(({ purpose }) => purpose === 'generate');
    const given = agentTaskOf(first?.messages[0]?.content ?? '').components;
    expect(given).toEqual({ planner: 'Initial planner.', writer: 'Initial writer.' });
  });

  it('MIPROv2: chooses an instruction for each component', async () => {
    const names = ['planner', 'writer'];
    const { entries, outcome } = await runOf('MIPROv2', { components: names });
    expect(outcome.status).toBe('finished');
    const trials = factsOf(entries, 'trial.finished');
    expect(trials.length).toBeGreaterThan(1);
    for (const { choices } of trials)
      expect(Object.keys(choices)).toEqual([
        'instruction of planner',
        'instruction of writer',
        'demonstrations',
      ]);
    const created = factsOf(entries, 'candidate.created');
    for (const { text } of created) expect([...componentsOf(text).keys()]).toEqual(names);
  });

  it('TextGrad: rewrites every component at each step', async () => {
    const names = ['planner', 'writer'];
    const { entries } = await runOf('TextGrad', { components: names });
    const proposed = factsOf(entries, 'candidate.proposed').filter(({ text }) => text !== null);
    expect(proposed.length).toBeGreaterThan(0);
    for (const { components, text } of proposed) {
      expect(components).toEqual(names);
      expect([...componentsOf(text ?? '').keys()]).toEqual(names);
    }
  });

  it('fails of itself and scores 0; fails for reasons outside and has no score', async () => {
    const failing = (code: 'agentFailed' | 'unavailable') => (): ModelOutcome => ({
      ...{ ok: false, cause: { code, message: 'It failed.' }, tokensIn: 10, tokensOut: 0 },
      ...{ delayMs: 1, attempts: 1, reportedUsd: 0.001 },
      rollout: { ...REPLY, seen: null },
    });
    const own = factsOf(
      (await runOf('ACE', { outcome: failing('agentFailed') })).entries,
      'rollout.finished',
    );
    expect(new Set(own.map(({ score }) => score))).toEqual(new Set([0]));
    const { entries } = await runOf('ACE', { outcome: failing('unavailable') });
    const outside = factsOf(entries, 'rollout.finished');
    expect(new Set(outside.map(({ score }) => score))).toEqual(new Set([null]));
    expect(outside.every(({ costUsd }) => costUsd !== null && costUsd > 0)).toBe(true);
  });

  it('ends the run when its prompt was not seen in more than 2 of 20 rollouts, and replays to the same end', async () => {
    const store = journalStore();
    let count = 0;
    // Every sixth rollout is one without the prompt; after 2 of them, none is.
    const unseen =
      (most: number) =>
      (request: ModelRequest): ModelOutcome => {
        count += 1;
        if (count % 6 !== 0 || count / 6 > most) return agentOutcome(request);
        return {
          ...{
            ok: false,
            cause: { code: 'notInjected' },
            tokensIn: 10,
            tokensOut: 0,
            delayMs: 1,
            attempts: 1,
          },
          rollout: { ...REPLY, injection: { system: 'failed' } },
        };
      };
    const two = await runOf('TextGrad', { outcome: unseen(2) });
    expect(two.outcome.reason).not.toBe('promptNotSeen');
    expect(factsOf(two.entries, 'rollout.finished').filter(({ cause }) => cause !== null)).not.toEqual([]);
    count = 0;
    const many = await runOf('TextGrad', { outcome: unseen(99), store });
    expect(many.outcome).toMatchObject({ status: 'stopped', reason: 'promptNotSeen' });
    const replay = await runOf('TextGrad', { store });
    expect(replay.outcome).toMatchObject({ reason: 'promptNotSeen', runHash: many.outcome.runHash });
  });

  it('reserves the limits of a rollout before it starts, so that no cap is passed', async () => {
    const full = (request: ModelRequest): ModelOutcome => ({
      ...agentOutcome(request),
      ...{ tokensIn: LIMITS.tokens, tokensOut: 0, reportedUsd: LIMITS.usd },
    });
    const { outcome, requests } = await runOf('TextGrad', { outcome: full, budget: { usd: 0.105 } });
    const started = requests.filter(({ purpose }) => purpose === 'generate' || purpose === 'evaluate');
    expect(outcome.status).toBe('finished');
    expect(started.length).toBeGreaterThan(4);
    expect(started.length * LIMITS.usd).toBeLessThanOrEqual(0.105);
  });

  it('is replayed from the journal: the same hash, and no agent is started', async () => {
    const store = journalStore();
    const first = await runOf('GEPA', { store });
    const started = () => {
      throw new Error('A replay starts no agent.');
    };
    const replay = await runOf('GEPA', { store, onCall: started });
    expect(replay.outcome.runHash).toBe(first.outcome.runHash);
  });
});
