import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentHash } from '@/lib/domain/content-hash';
import type { RunManifest } from '@/lib/domain/manifest';
import type { CallPurpose } from '@/lib/domain/model-role';
import type { Budget } from '@/lib/domain/spend';
import type { Method } from '@/lib/methods/method';
import type { ModelRequest } from '@/lib/ports/language-model';
import { buildModelBinding } from '@/lib/testing/builders/manifest-builder';
import { journalStore } from '@/lib/testing/memory-journal';
import { type ScriptedReply, scriptedReply } from '@/lib/testing/scripted-model';
import { generateFormulaPractice } from '@/prisma/practice-sets/formula-practice';
import { factsOf, type PracticeRun, practiceManifest, practiceRun } from './practice-run';

/**
 * Requirements of the run loop on every method, tested over the real loop with the practice model's replies,
 * in memory. A method that passes can be resumed, capped and stopped, and tolerates bad replies.
 */
export interface MethodSubject {
  readonly method: Method;
  readonly settings: RunManifest['method'];
  readonly overrides?: Partial<RunManifest>;
  /** False for a method that also learns from expected answers alone, without rollouts. */
  readonly needsRollouts?: boolean;
}

class Killed extends Error {}

/** A run small enough to be killed at every call, with groups at both levels. */
function manifestOf({ settings, overrides }: MethodSubject, changes: Partial<RunManifest> = {}): RunManifest {
  return practiceManifest(
    { train: 12, selection: 6, heldOut: 6 },
    {
      method: settings,
      batch: { kind: 'static', size: 6, reason: 'A fixed size makes twins comparable.' },
      lanes: 4,
      ...overrides,
      ...changes,
    },
  );
}

const NO_CAPS: Budget = { rollouts: null, tokens: null, usd: null, wallMs: null };

const BAD_REPLIES: Readonly<Record<string, (request: ModelRequest) => ScriptedReply>> = {
  empty: (request) => scriptedReply(request, ''),
  unparseable: () => 'I would rather talk about the weather {',
  'cut off': (request) => scriptedReply(request, '{"final_answer": "4', { finishReason: 'length' }),
  failed: () => ({
    ok: false,
    cause: { code: 'unavailable', message: 'The provider did not answer.' },
    tokensIn: 0,
    tokensOut: 0,
    delayMs: 1,
    attempts: 3,
  }),
};

export function methodContract(subject: MethodSubject): void {
  const run = (changes: Partial<RunManifest> = {}, more: Partial<PracticeRun> = {}) =>
    practiceRun({ method: subject.method, manifest: manifestOf(subject, changes), ...more });

  describe(`the method contract for ${subject.method.name}`, () => {
    it('ends with the hash of its twin after a kill at any call, and pays no answered call again', async () => {
      const twin = await run();
      const moments = fc.integer({ min: 0, max: twin.requests.length - 1 });
      await fc.assert(
        fc.asyncProperty(moments, moments, async (a, b) => {
          const store = journalStore();
          for (const victim of [a, b]) {
            const onCall = (call: number) => {
              if (call === victim) throw new Killed();
            };
            await run({}, { store, onCall }).catch((error: unknown) => {
              if (!(error instanceof Killed)) throw error;
            });
          }
          const answered = [...store.calls].filter(([, call]) => call.answer !== null);
          const dispatches = new Map(answered.map(([key, call]) => [key, call.dispatches]));
          const last = await run({}, { store });
          expect(last.outcome.runHash).toBe(twin.outcome.runHash);
          for (const [key, before] of dispatches) expect(store.calls.get(key)?.dispatches).toBe(before);
        }),
        { numRuns: 8 },
      );
    });

    it('replays a finished run from its journal without a call, to the same hash', async () => {
      const store = journalStore();
      const first = await run({}, { store });
      const again = await run({}, { store });
      expect(again.outcome.runHash).toBe(first.outcome.runHash);
      expect(again.requests).toEqual([]);
    });

    it('never exceeds a cap on rollouts, tokens or dollars, and still ends', async () => {
      // Reservations are upper bounds: with short replies, caps leave room for some calls and not for others.
      const binding = buildModelBinding({ maxTokens: 2_000 });
      const models = { serving: binding, proposer: binding, evaluator: binding };
      const whole = factsOf((await run({ models })).entries, 'run.finished')[0]?.spend;
      if (whole === undefined) throw new Error('the run did not finish');
      const share = fc.double({ min: 0.02, max: 1.1, noNaN: true });
      await fc.assert(
        fc.asyncProperty(share, fc.constantFrom('rollouts', 'tokens', 'usd'), async (part, cap) => {
          const used = { ...whole, tokens: whole.tokensIn + whole.tokensOut, usd: whole.spendUsd }[cap];
          const room = cap === 'usd' ? used * part : Math.max(1, Math.floor(used * part));
          const { entries } = await run({ models, budget: { ...NO_CAPS, [cap]: room } });
          const spend = factsOf(entries, 'run.finished')[0]?.spend;
          if (spend === undefined) throw new Error('the capped run did not finish');
          const spent = { ...spend, tokens: spend.tokensIn + spend.tokensOut, usd: spend.spendUsd }[cap];
          expect(spent).toBeLessThanOrEqual(room);
        }),
        { numRuns: 10 },
      );
    });

    it('ends cleanly when a person stops it, with its measurements', async () => {
      const calls = (await run()).requests.length;
      for (const stopAfterCalls of [0, Math.floor(calls / 3), Math.floor((2 * calls) / 3)]) {
        const { outcome, entries } = await run({}, { stopAfterCalls });
        expect(outcome).toMatchObject({ status: 'stopped', reason: 'stoppedByPerson' });
        expect(factsOf(entries, 'heldOut.measured').length).toBeGreaterThan(0);
        expect(factsOf(entries, 'run.finished')).toHaveLength(1);
      }
    });

    it.each(Object.keys(BAD_REPLIES))('treats replies that are %s as data, in every role', async (kind) => {
      const purposes = new Set((await run()).requests.map(({ purpose }) => purpose));
      for (const purpose of purposes) {
        const reply = badReplies(kind, (request) => request.purpose === purpose);
        const { outcome, entries } = await run({}, { reply });
        expect(['finished', 'stopped']).toContain(outcome.status);
        expect(factsOf(entries, 'run.finished')).toHaveLength(1);
      }
    });

    it('tolerates occasional bad replies, and ends with the hash of its twin', async () => {
      const kinds = Object.keys(BAD_REPLIES);
      const reply = (request: ModelRequest) => {
        const drawn = Number.parseInt(contentHash(request.idempotencyKey).slice(0, 6), 16);
        const kind = kinds[drawn % kinds.length] ?? 'empty';
        return drawn % 3 === 0 ? BAD_REPLIES[kind]?.(request) : undefined;
      };
      const [one, other] = [await run({}, { reply }), await run({ lanes: 2 }, { reply })];
      expect(one.outcome.status).toBe('finished');
      expect(factsOf(one.entries, 'run.finished')[0]?.bestCandidateHash).toBe(
        factsOf(other.entries, 'run.finished')[0]?.bestCandidateHash,
      );
    });

    if (subject.needsRollouts !== false) {
      it('keeps its candidate if no reflection is usable', async () => {
        const reply = badReplies('empty', ({ purpose }) => LEARNING.includes(purpose));
        const { entries } = await run({}, { reply });
        expect(factsOf(entries, 'candidate.created').map(({ iteration }) => iteration)).toEqual([-1]);
        const failed = await run(
          {},
          { reply: badReplies('failed', ({ purpose }) => purpose === 'generate') },
        );
        expect(failed.requests.some(({ purpose }) => purpose === 'aggregate')).toBe(false);
        expect(factsOf(failed.entries, 'candidate.created')).toHaveLength(1);
      });
    }

    it('ends on one training example', async () => {
      const { outcome } = await run({ split: splitOf(1) });
      expect(outcome.status).toBe('finished');
    });

    it('ends on training examples that all ask the same', async () => {
      const [example] = generateFormulaPractice();
      if (example === undefined) throw new Error('the practice set is empty');
      const same = Array.from({ length: 12 }, (_, index) => ({
        ...example,
        id: `twin-${index}`,
        contentHash: 'same',
      }));
      const { outcome } = await run({}, { examples: { train: same } });
      expect(outcome.status).toBe('finished');
    });

    it('measures its prompt and ends if the train split is empty', async () => {
      const { outcome, entries, requests } = await run({ split: splitOf(0) });
      expect(outcome).toMatchObject({ status: 'finished', reason: 'trainingDone' });
      expect(factsOf(entries, 'heldOut.measured')).toHaveLength(1);
      expect(new Set(requests.map(({ purpose }) => purpose))).toEqual(new Set(['evaluate']));
    });
  });
}

/** Purposes of the calls that write a candidate; rollouts and measurements are excluded. */
const LEARNING: readonly CallPurpose[] = ['reflect', 'aggregate', 'combine', 'propose', 'summarise'];

function badReplies(kind: string, isMeant: (request: ModelRequest) => boolean) {
  return (request: ModelRequest) => (isMeant(request) ? BAD_REPLIES[kind]?.(request) : undefined);
}

function splitOf(train: number): RunManifest['split'] {
  const counts = { train, selection: 6, heldOut: 6, confirmation: 0 };
  return { registrationId: 'spl_practice', hash: 'h', counts };
}
