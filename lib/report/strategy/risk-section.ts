/**
 * Section 10: the most likely failure of this configuration, the ledger entry that would show it first at no
 * cost, and the limits of the speedup claim. The monitor is a fact that runs state themselves, so
 * that it cannot name an alert that does not exist.
 */
import type { FactType } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { type Fields, SECTIONS, type SectionContent } from './sections';
import type { StrategyInput } from './strategy-input';
import { byRule, plural } from './words';

interface Risk {
  readonly failure: string;
  readonly entry: FactType;
  readonly monitor: string;
}

/** Ledger entries that a monitor may name, and where they are shown. */
export const MONITORS: Readonly<Partial<Record<FactType, string>>> = {
  'diversity.collapsed': 'a banner on the run and its Diversity section',
  'diversity.measured': 'the Diversity section, every iteration',
  'evaluator.calibrated': 'the notes on the evaluator of the run',
  'heldOut.measured': 'the held-out curve of the run',
  'batch.planned': 'the Scheduling section, every iteration',
};

/** The first risk that applies: a biased evaluator invalidates everything that follows. */
export function riskOf(manifest: RunManifest): Risk {
  const { task, judging, diversity, aggregation, batch } = manifest;
  if (task.scoring.kind === 'judge' && judging?.judge === 'proposer') {
    return risk(
      'evaluator.calibrated',
      'The proposer judges its own rollouts, so that scores rise without the answers getting better.',
    );
  }
  if (aggregation.kind !== 'combee') {
    return risk(
      'heldOut.measured',
      'All reflections go through one call: the larger the batch, the more insights are lost on the way, and held-out falls.',
    );
  }
  if (!diversity) {
    return risk(
      'heldOut.measured',
      'No rule keeps parallel edits apart, so they may become copies of one edit unseen; held-out then stops improving.',
    );
  }
  if (task.scoring.kind === 'judge') {
    return risk(
      'evaluator.calibrated',
      'The judge drifts from the reference that it was calibrated against, and the search learns to please it.',
    );
  }
  if (batch.kind === 'static') {
    return risk(
      'batch.planned',
      'The batch size is fixed: on other hardware or longer prompts it is too large or too small, and nothing adapts it.',
    );
  }
  return risk(
    'diversity.collapsed',
    'Parallel rollouts collapse to the same edit: batching without learning.',
  );
}

const risk = (entry: FactType, failure: string): Risk => ({
  failure,
  entry,
  monitor: `Ledger entry ${entry}: written by the run itself at no cost, shown as ${MONITORS[entry] ?? 'an entry of the ledger'}.`,
});

export function risksAndLimits(
  input: StrategyInput,
  others: readonly SectionContent[],
): Fields<'risksAndLimits'> {
  const { failure, monitor } = riskOf(input.manifest);
  const silent = notMeasuredLines(others);
  return {
    failureMode: byRule(failure),
    monitor: byRule(monitor),
    notHolding: {
      says: 'The speedup claim does not hold under any of these conditions.',
      basis: 'rule',
      blocks: [{ kind: 'list', items: conditions(input) }],
    },
    notMeasured:
      silent.length === 0
        ? byRule('Every line of this document that asks for a measurement has one.')
        : {
            says: `${plural(silent.length, 'line')} of this document ${silent.length === 1 ? 'was' : 'were'} not measured at all.`,
            basis: 'rule',
            blocks: [{ kind: 'list', items: silent }],
          },
  };
}

function conditions({ manifest, measured: facts, diagnosis }: StrategyInput): string[] {
  const { hardware, practice } = manifest.models.serving;
  return [
    ...(practice ? ['On any real model: these are numbers of the practice model, a rehearsal.'] : []),
    `On other hardware than ${hardware}: measure again there.`,
    'On other held-out examples, or once these were used to tune.',
    'Under another rollout seed, until two more seeds have confirmed it.',
    'Where the larger batch loses held-out points: then it is a regression.',
    `With other models, a longer prompt or fewer than ${plural(manifest.lanes, 'lane')}.`,
    ...(diagnosis !== null && diagnosis.verdict !== 'go'
      ? ['At all, as long as the serial run does not converge above the original prompt.']
      : []),
    ...(facts !== null && facts.costs.headline.speed.kind !== 'shown'
      ? [`Now: ${facts.costs.headline.speed.sentence}`]
      : []),
  ];
}

/** Every line that says "not measured", by its section, so that readers need not search for them. */
function notMeasuredLines(sections: readonly SectionContent[]): string[] {
  return SECTIONS.flatMap(({ number, fields }) => {
    const said = sections.find((section) => section.number === number)?.fields ?? {};
    return Object.entries<string>(fields).flatMap(([name, label]) =>
      said[name]?.basis === 'notMeasured' ? [`${number}. ${label}`] : [],
    );
  });
}
