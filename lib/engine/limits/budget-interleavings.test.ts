import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunManifest } from '@/lib/domain/manifest';
import { ceilingOf, gpuSeconds, listPriceUsd } from '@/lib/engine/calls/pricing';
import { runLoop } from '@/lib/engine/run-loop';
import { ACE_DEFAULT_SETTINGS } from '@/lib/methods/ace/ace-settings';
import type { LanguageModel, ModelRequest } from '@/lib/ports/language-model';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { scriptedReply } from '@/lib/testing/scripted-model';
import { toyRun } from '@/lib/testing/toy-run';

/**
 * R-120 by exhaustion of order: whole runs whose answers arrive in any order that the seeded scheduler can think of,
 * under random caps. Whatever a provider may still bill is counted as billed.
 */
const base = buildManifest();
const binding = { ...base.models.serving, acceleratorsPerCall: 0.5, callTimeoutMs: 2_000, maxTokens: 40 };

const caps = fc.record({
  rollouts: fc.option(fc.integer({ min: 1, max: 40 })),
  tokens: fc.option(fc.integer({ min: 1, max: 9_000 })),
  usd: fc.option(fc.double({ min: 0.0001, max: 0.02, noNaN: true })),
  gpuSeconds: fc.option(fc.integer({ min: 1, max: 60 })),
});

const shape = fc.record({
  lanes: fc.integer({ min: 1, max: 40 }),
  batchSize: fc.integer({ min: 1, max: 20 }),
  maxRounds: fc.constantFrom(1, 2),
});

/** Amounts that the providers have billed, or may still bill for calls in flight. */
function makeBill(manifest: RunManifest) {
  const billed = { rollouts: 0, tokens: 0, usd: 0, gpuSeconds: 0 };
  const ceilings = (request: ModelRequest) => {
    const bytes = request.messages.reduce((sum, { content }) => sum + content.length, 0);
    return { ...ceilingOf(binding, bytes), rollouts: request.purpose === 'generate' ? 1 : 0 };
  };
  const add = (amount: typeof billed, sign: 1 | -1) => {
    for (const kind of ['rollouts', 'tokens', 'usd', 'gpuSeconds'] as const) {
      billed[kind] += sign * amount[kind];
      const cap = manifest.budget[kind] ?? null;
      if (cap !== null) expect(billed[kind], `${kind} of ${cap}`).toBeLessThanOrEqual(cap + 1e-9);
    }
  };
  return { add, ceilings };
}

describe('R-120 hard caps', () => {
  it('are never passed by a run, in whatever order its answers arrive', async () => {
    let capped = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        caps,
        shape,
        fc.infiniteStream(fc.nat(100)),
        async (s, cap, size, shares) => {
          const manifest = buildManifest({
            budget: { wallMs: null, ...cap },
            lanes: size.lanes,
            batch: { kind: 'static', size: size.batchSize, reason: 'a property' },
            method: { ...ACE_DEFAULT_SETTINGS, maxRounds: size.maxRounds },
            models: { serving: binding, proposer: binding, evaluator: binding },
          });
          const bill = makeBill(manifest);
          const model: LanguageModel = {
            async complete(request) {
              const ceiling = bill.ceilings(request);
              bill.add(ceiling, 1);
              await s.schedule(Promise.resolve(), request.purpose);
              bill.add(ceiling, -1);
              const share = (shares.next().value ?? 0) / 100;
              const use = {
                tokensIn: Math.floor((ceiling.tokens - binding.maxTokens) * share),
                tokensOut: Math.floor(binding.maxTokens * share),
                tokensCached: 0,
              };
              const delayMs = Math.floor(share * 4_000); // up to twice the time-out: the profile bounds what counts
              bill.add(
                {
                  rollouts: ceiling.rollouts,
                  tokens: use.tokensIn + use.tokensOut,
                  usd: listPriceUsd(binding, use) ?? 0,
                  gpuSeconds: gpuSeconds(binding, delayMs) ?? 0,
                },
                1,
              );
              return scriptedReply(request, 'oak', { ...use, delayMs });
            },
          };
          const outcome = await s.waitFor(runLoop({ ...toyRun({ manifest }).input, model }));
          expect(outcome.status).toBe('finished');
          if (outcome.reason?.startsWith('budget')) capped += 1;
        },
      ),
      { numRuns: 150 },
    );
    expect(capped, 'the caps were tight enough to matter').toBeGreaterThan(5);
  });
});
