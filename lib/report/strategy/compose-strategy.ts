/** Puts the ten sections together, in their order, out of what services have read. Decides nothing that a section decides. */
import { bindingsOf } from '@/lib/domain/manifest';
import { confoundingOf } from '@/lib/policy/confounding';
import { whyNotComparable } from '@/lib/report/comparability';
import { configurationHash } from '@/lib/report/configuration';
import { convergenceDiagnosis, taskAndBaseline } from './baseline-sections';
import { costReport } from './cost-section';
import { productionCanary, stoppingAndSelection } from './ending-sections';
import { headlineBlocks, headlineOf, speedupOf } from './headline';
import { riskOf, risksAndLimits } from './risk-section';
import { dynamicBatchingPolicy, parallelismShape } from './scheduling-sections';
import { evaluatorSpec, rolloutDiversityControls } from './search-sections';
import { type Fields, SECTIONS, type SectionContent, type SectionKey } from './sections';
import type { StrategyContent } from './strategy-content';
import type { MeasuredFacts, StrategyInput } from './strategy-input';
import { summaryOf } from './summary';
import { withinBudget } from './within-budget';

export function composeStrategy(given: StrategyInput): StrategyContent {
  const input = honest(given);
  const { manifest, measured, shape } = input;
  const headline = headlineOf(input);
  const blocks = headlineBlocks(input);
  const confounding = confoundingOf(manifest, input.acknowledged ?? null);
  const first: { readonly [Key in Exclude<SectionKey, 'risksAndLimits'>]: Fields<Key> } = {
    taskAndBaseline: taskAndBaseline(input),
    convergenceDiagnosis: convergenceDiagnosis(input),
    parallelismShape: parallelismShape(input),
    dynamicBatchingPolicy: dynamicBatchingPolicy(input),
    rolloutDiversityControls: rolloutDiversityControls(input),
    evaluatorSpec: evaluatorSpec(input),
    stoppingAndSelection: stoppingAndSelection(input),
    productionCanary: productionCanary(input),
    costReport: costReport(input, headline),
  };
  const nine = inOrder(first);
  const sections = inOrder({ ...first, risksAndLimits: risksAndLimits(input, nine) });
  return {
    format: 1,
    kind: measured === null ? 'plan' : 'report',
    subject: input.subject,
    practice: bindingsOf(manifest).some((binding) => binding.practice),
    hardware: manifest.models.serving.hardware,
    hashes: {
      configuration: configurationHash(manifest),
      split: manifest.split.hash,
      manifest: input.manifestHash,
      run: input.runHash,
    },
    headline,
    speedup: speedupOf(input),
    summary: summaryOf(input, { headline, blocks }),
    headlineBlockedBy: blocks,
    ...(measured === null ? {} : { toTarget: targetOf(measured) }),
    ...(confounding === null ? {} : { confounded: confounding.sentence }),
    shape: { chosen: shape.chosen, rejected: shape.rejected },
    monitor: { entry: riskOf(manifest).entry },
    sections,
  };
}

/**
 * A baseline of another split, task, method or hardware has measured something else: nothing of it is quoted as ours.
 * And no more is expected than the hard budget lets through.
 */
function honest(given: StrategyInput): StrategyInput {
  const { serial, manifest, expected } = given;
  const isOurs = serial !== null && whyNotComparable(manifest, serial.record.manifest) === null;
  return {
    ...given,
    serial: isOurs ? serial : null,
    expected: expected && withinBudget(expected, manifest.budget),
  };
}

const targetOf = ({ costs }: MeasuredFacts) => ({
  run: costs.toTarget.amounts,
  serial: costs.serialToTarget.amounts,
});

function inOrder(fields: Readonly<Partial<Record<SectionKey, SectionContent['fields']>>>): SectionContent[] {
  return SECTIONS.flatMap(({ number, key, title }) => {
    const said = fields[key];
    return said === undefined ? [] : [{ number, key, title, fields: said }];
  });
}
