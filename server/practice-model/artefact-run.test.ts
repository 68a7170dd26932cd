import { describe, expect, it } from 'vitest';
import { gepaSettings } from '@/lib/contracts/method-settings';
import type { RunManifest } from '@/lib/domain/manifest';
import { artefactOutcome, isArtefactCall } from '@/lib/evaluation/artefact';
import { programOutcome, type programRequest } from '@/lib/evaluation/program';
import { ace } from '@/lib/methods/ace/ace';
import { ACE_DEFAULT_SETTINGS } from '@/lib/methods/ace/ace-settings';
import { methodForTask } from '@/lib/methods/artefact';
import { gepa } from '@/lib/methods/gepa/gepa';
import { GEPA_VERSION } from '@/lib/methods/gepa/gepa-settings';
import type { Method } from '@/lib/methods/method';
import { textGrad } from '@/lib/methods/textgrad/textgrad';
import { TEXTGRAD_DEFAULT_SETTINGS } from '@/lib/methods/textgrad/textgrad-settings';
import { journalStore } from '@/lib/testing/memory-journal';
import { factsOf, type PracticeRun, practiceManifest, practiceRun } from './testing/practice-run';

interface Case {
  readonly method: Method;
  readonly settings: RunManifest['method'];
}

const METHODS: Readonly<Record<'ACE' | 'GEPA' | 'TextGrad', Case>> = {
  ACE: { method: ace, settings: ACE_DEFAULT_SETTINGS },
  GEPA: { method: gepa, settings: { ...gepaSettings.parse({ name: 'gepa' }), version: GEPA_VERSION } },
  TextGrad: { method: textGrad, settings: { ...TEXTGRAD_DEFAULT_SETTINGS, stepsPerEpoch: null } },
};

const SAID = 'The plan never says when to stop.';

/** An evaluator that wants a text longer than the one that it has seen, and says so. */
function evaluated(content: string): string {
  const { input } = JSON.parse(content) as ReturnType<typeof programRequest>;
  const score = Math.min(1, input.answer.length / 5_000);
  const outcome = programOutcome({
    ...{ ok: true, score, notes: 'n', delayMs: 1 },
    ...{ sideInformation: SAID, objectives: { length: score } },
  });
  return outcome.ok ? outcome.text : '';
}

async function runOf(name: keyof typeof METHODS, more: Partial<PracticeRun> = {}) {
  const { method, settings } = METHODS[name];
  const usual = practiceManifest({ train: 12, heldOut: 4 }, {});
  const manifest: RunManifest = {
    ...usual,
    kind: 'comparisonPoint',
    method: settings,
    task: {
      ...usual.task,
      scoring: { kind: 'http', url: 'https://evaluator.test/score', header: null, timeoutSeconds: 5 },
      artefact: true,
    },
    split: { ...usual.split, counts: { ...usual.split.counts, selection: 6 } },
    seedCandidateText: 'A plan in two steps.',
    batch: { kind: 'static', size: 6, reason: 'Two iterations.' },
  };
  const run = await practiceRun({
    ...more,
    method: methodForTask(method, manifest.task),
    manifest,
    reply: (request) => {
      if (request.purpose === 'environment') return evaluated(request.messages[0]?.content ?? '');
      return isArtefactCall(manifest, request.purpose) ? artefactOutcome(request) : undefined;
    },
  });
  return { ...run, manifest };
}

describe('an artefact under any method', () => {
  it.each(['ACE', 'GEPA', 'TextGrad'] as const)(
    '%s: is its own answer, is scored for every example, and is paid for nowhere',
    async (name) => {
      const { outcome, entries, requests } = await runOf(name);
      expect(outcome.status).toBe('finished');
      const texts = new Map(
        [...factsOf(entries, 'candidate.created'), ...factsOf(entries, 'candidate.proposed')].map(
          ({ hash, text }) => [hash, text] as const,
        ),
      );
      const rollouts = factsOf(entries, 'rollout.finished');
      expect(rollouts.length).toBeGreaterThan(10);
      for (const { answer, candidateHash, cause, costUsd, tokensIn } of rollouts) {
        expect([cause, costUsd, tokensIn]).toEqual([null, 0, 0]);
        expect(answer).toBe(texts.get(candidateHash));
      }
      const [end] = factsOf(entries, 'run.finished');
      expect(end?.spend.rollouts).toBeGreaterThanOrEqual(12);
      expect(end?.seedScore.mean).toBeLessThan(0.1);
      const prompts = requests.map(({ messages }) => messages.map(({ content }) => content).join('\n'));
      const told = prompts.filter((prompt, index) => {
        const { purpose } = requests[index] ?? {};
        return purpose !== 'environment' && prompt.includes(SAID);
      });
      expect(told.length, 'the evaluator is heard').toBeGreaterThan(0);
    },
  );

  it('asks its evaluator for nothing again after a death', async () => {
    const evaluations = ({ requests }: Awaited<ReturnType<typeof runOf>>) =>
      requests.filter(({ purpose }) => purpose === 'environment').length;
    const twin = await runOf('GEPA');
    const store = journalStore();
    let before = 0;
    const onCall: PracticeRun['onCall'] = (call, { purpose }) => {
      if (call === 40) throw new Error('killed');
      if (purpose === 'environment') before += 1;
    };
    await expect(runOf('GEPA', { store, onCall })).rejects.toThrow('killed');
    expect(before).toBeGreaterThan(5);
    const rest = await runOf('GEPA', { store });
    expect(rest.outcome.runHash).toBe(twin.outcome.runHash);
    expect(before + evaluations(rest)).toBe(evaluations(twin));
  });
});
