/** Sections 7 and 8: when it stops and which prompt is kept, and how that prompt would reach production. */

import type { CanaryState } from '@/lib/domain/canary-state';
import { claimSettings } from '@/lib/domain/claim-settings';
import type { RunManifest } from '@/lib/domain/manifest';
import type { Budget } from '@/lib/domain/spend';
import { canarySentence } from '@/lib/policy/canary-policy';
import { pairsToHold } from '@/lib/stats/paired-power';
import { runEndSentence } from '@/lib/words/run-end';
import { endedBy, usedOfBudget } from './ended-words';
import type { Fields, Statement } from './sections';
import type { CanaryTerms, StrategyInput } from './strategy-input';
import {
  byRule,
  count,
  dollars,
  duration,
  measured,
  notMeasured,
  percent,
  pinned,
  plural,
  points,
  scoreWords,
  shortHash,
  stated,
} from './words';

export function stoppingAndSelection(input: StrategyInput): Fields<'stoppingAndSelection'> {
  const { stopping, budget, tieBreak } = input.manifest;
  const { patience, targetScore } = stopping;
  const ended = input.measured?.finished ? input.measured : null;
  const from = ended ? `"${ended.record.label}"` : '';
  if (ended)
    return {
      budget: measured(`Used: ${usedOfBudget(budget, ended)}.`, from),
      target:
        targetScore === null
          ? pinned('None was set.')
          : measured(`${percent(targetScore)} on held-out; ${endedBy('targetReached', ended)}.`, from),
      patience:
        patience === null
          ? pinned('Off.')
          : measured(
              `${plural(patience, 'held-out measurement')} without improvement; ${endedBy('patienceSpent', ended)}.`,
              from,
            ),
      ...selectionOf(tieBreak),
      outcome: outcomeOf(input),
    };
  return {
    budget: pinned(budgetWords(budget)),
    target: pinned(
      targetScore === null
        ? 'None: the run ends with its training or its budget.'
        : `${percent(targetScore)} on held-out by the corrected lower bound; whichever comes first stops the run.`,
    ),
    patience: pinned(
      patience === null
        ? 'Off: no run of measurements without improvement stops it.'
        : `${plural(patience, 'held-out measurement')} without improvement; the train score is never looked at.`,
    ),
    ...selectionOf(tieBreak),
    outcome: outcomeOf(input),
  };
}

function selectionOf(tieBreak: RunManifest['tieBreak']) {
  return {
    selection: byRule('Best on held-out, never best on train.'),
    tieBreak: pinned(
      tieBreak === 'costLengthAge'
        ? 'Of equal held-out scores: lower cost, then the shorter prompt, then the earlier one.'
        : 'Of equal held-out scores the earlier prompt stays.',
    ),
  };
}

function budgetWords(budget: Budget): string {
  const caps = [
    ...(budget.rollouts === null ? [] : [plural(budget.rollouts, 'rollout')]),
    ...(budget.tokens === null ? [] : [plural(budget.tokens, 'token')]),
    ...(budget.usd === null ? [] : [dollars(budget.usd)]),
    ...((budget.gpuSeconds ?? null) === null ? [] : [`${count(budget.gpuSeconds ?? 0)} GPU-seconds`]),
  ];
  const time = budget.wallMs === null ? [] : [duration(budget.wallMs)];
  if (caps.length + time.length === 0) return 'No hard cap is set: the run ends with its training examples.';
  const reserved = caps.length === 0 ? '' : '; reserved before each call, so that no parallel wave passes it';
  const stopped = time.length === 0 ? '' : '; nothing is sent once the time is over';
  return `${[...caps, ...time].join(', ')}${reserved}${stopped}.`;
}

function outcomeOf({ measured: facts }: StrategyInput): Statement {
  if (facts === null) return notMeasured('the run has not been made.');
  const { finished, record } = facts;
  if (finished === null || record.chosen === null) return notMeasured('the run did not come to its end.');
  return measured(
    `${runEndSentence(finished.data)} Kept: prompt ${shortHash(record.chosen.candidateHash)} of iteration ${record.chosen.iteration + 1}, ${scoreWords(record.chosen.score)} on held-out.`,
    `"${record.label}"`,
  );
}

export function productionCanary(input: StrategyInput): Fields<'productionCanary'> {
  const { canary } = input;
  const target = targetOf(input);
  const { confirmation: sealed } = input.manifest.split.counts;
  const confirmation = sealed > 0 ? `, ${plural(sealed, 'confirmation example')} show the gain` : '';
  return {
    shadow: stated(shadowWords(canary)),
    threshold: stated(
      `Held-out shows ${target}${confirmation}, and the canary is at least incumbent − ${points(canary.policy.margin)}; all of it, or no promotion. Margins are registered before the data and do not move. ${keepsSerial(input)}`,
    ),
    rollback: byRule('One flag: the slot points back to the previous prompt, without a redeploy.'),
    hooks: byRule(
      'Ledger of every call with its role, event stream of the run, metrics for Prometheus, traces over OTLP, audit log of each decision.',
    ),
    outcome: trialsOf(canary),
  };
}

const STATE_WORDS: Readonly<Record<CanaryState, string>> = {
  drafted: 'is drafted',
  registered: 'is registered and has not begun',
  shadow: 'is in shadow',
  approval: 'passed its shadow and waits for approval',
  liveStep: 'passed its shadow, was approved and answers a share of the callers',
  watch: 'answers all callers and is watched',
  promoted: 'was promoted: its watch found no harm',
  failed: 'failed: a harm was proven',
  inconclusive: 'ended inconclusive, so it is not promoted',
  invalid: 'ended with numbers that mean nothing, so it is not promoted',
  reverted: 'was taken back',
  superseded: 'was live until another prompt took its place',
  withdrawn: 'was withdrawn',
};

function trialsOf({ trials = [] }: CanaryTerms): Statement {
  if (trials.length === 0) return notMeasured('no canary of a prompt of this run is registered.');
  const words = trials.map(
    ({ slot, version, state }) => `version ${version} in ${slot} ${STATE_WORDS[state]}`,
  );
  return measured(`Canaries: ${words.join('; ')}.`, 'as they stood when this was made');
}

/** Soft target: serial converged plus one point, unless the configuration pins another. */
/** As the gate reads it (lib/report/claims/shown-on-held-out): a lower bound, not the score that was seen. */
function targetOf({ manifest }: StrategyInput): string {
  const { targetScore } = manifest.stopping;
  return targetScore === null
    ? `a gain of at least ${points(claimSettings(manifest).gainMin)} over the original prompt by its corrected lower bound`
    : `a score of at least ${percent(targetScore)} by its corrected lower bound`;
}

/** States in advance how many examples the margin against serial takes, since no run can change that. */
function keepsSerial({ manifest }: StrategyInput): string {
  const { margin, looksMax } = claimSettings(manifest);
  const needed = pairsToHold(margin, looksMax);
  const held = manifest.split.counts.heldOut;
  const enough = held < needed ? `too few are in this split (${count(held)})` : 'this split has enough';
  return `A loss of up to ${points(margin)} against the serial run counts as kept; if no example is won, that takes ${count(needed)} held-out examples: ${enough}.`;
}

function shadowWords({ policy, failureSentence }: CanaryTerms): string {
  const cost =
    failureSentence === null
      ? 'What a regression costs in production is not stated, so the defaults hold.'
      : `A regression in production costs (${policy.failureLevel}): ${failureSentence}`;
  return `${canarySentence(policy)} The shadow answers beside the incumbent, latency and quality side by side. ${cost}`;
}
