/**
 * Sections 1 and 2: the task, and the serial baseline measured before anything ran in parallel (R-151,
 * R-152).
 */

import { methodWords } from '@/lib/domain/method-words';
import type { CurveBlock } from '@/lib/domain/report-document';
import { countWords } from '@/lib/domain/scored-count';
import { SCORING_WORDS } from '@/lib/domain/scoring-words';
import { type Plateau, plateauOf } from '@/lib/report/serial-record';
import type { Fields, Statement } from './sections';
import type { SerialFacts, StrategyInput } from './strategy-input';
import {
  byRule,
  capital,
  count,
  gainWords,
  measured,
  NOT_MEASURED,
  notMeasured,
  percent,
  pinned,
  plural,
  scoreWords,
  shortHash,
  stated,
} from './words';

const NO_SERIAL = 'there is no finished serial baseline of this task, split, method and hardware.';

export function taskAndBaseline(input: StrategyInput): Fields<'taskAndBaseline'> {
  const { manifest, serial } = input;
  const { task, method } = manifest;
  const source = serial === null ? '' : `"${serial.record.label}", held-out`;
  const { original = null } = serial?.record ?? {};
  return {
    task: pinned(`${task.name}. ${task.instructions}`.trim()),
    input: pinned(task.inputShape.trim() || 'No shape is stated.'),
    output: pinned(task.outputShape.trim() || 'No shape is stated.'),
    metric: pinned(`${SCORING_WORDS[task.scoring.kind].metric}; 0 to 1, higher is better.`),
    evaluationSet: evaluationSet(input),
    serialMethod: pinned(`${methodWords(method.name)}, version ${method.version}.`),
    originalScore: original ? measured(`${scoreWords(original.score)}.`, source) : notMeasured(NO_SERIAL),
    convergedScore: convergedScore(input, source),
    rolloutsToConverge: rolloutsToConverge(input, source),
    changedDefaults: changedDefaults(input),
  };
}

/** Score at convergence: the mean over the flat measurements, computed as in the set-up. */
function convergedScore(input: StrategyInput, source: string): Statement {
  const plateau = plateauFound(input);
  if (plateau !== null) {
    const over = `mean of the last ${plural(plateau.measurements, 'measurement')}`;
    return measured(`${scoreWords(plateau.score)}.`, `${source}, ${over}`);
  }
  const last = input.serial?.record.points.at(-1);
  if (!last) return notMeasured(NO_SERIAL);
  return notMeasured(`no plateau was found; the last measurement is ${scoreWords(last.score)}.`);
}

/** Training rollouts until the first measurement of the plateau's window. */
function rolloutsToConverge(input: StrategyInput, source: string): Statement {
  const { serial } = input;
  if (serial === null) return notMeasured(NO_SERIAL);
  const plateau = plateauFound(input);
  if (plateau === null) {
    return notMeasured(`no plateau was found within ${plural(serial.record.rollouts, 'rollout')}.`);
  }
  return measured(
    `${plural(plateau.start.rollouts, 'rollout')} to the beginning of the plateau; the whole serial run took ${count(serial.record.rollouts)}.`,
    source,
  );
}

/**
 * The plateau of the diagnosis, if the diagnosis reads the quoted baseline: its window fits no other curve.
 */
export function plateauFound({
  serial,
  diagnosis,
}: Pick<StrategyInput, 'serial' | 'diagnosis'>): Plateau | null {
  if (serial === null || diagnosis === null || diagnosis.runId !== serial.record.runId) return null;
  return plateauOf(serial.record, { finding: diagnosis.finding ?? '', window: diagnosis.window ?? 0 });
}

function evaluationSet({ evaluationSet: set, manifest }: StrategyInput): Statement {
  const { counts, hash } = manifest.split;
  const parts = `${count(counts.train)} train, ${count(counts.selection)} selection, ${count(counts.heldOut)} held-out, ${count(counts.confirmation)} confirmation`;
  const owner = set.owner === null ? 'its owner is not stated' : `owned by ${set.owner}`;
  const note = set.usedToTuneNote ? `: ${set.usedToTuneNote}` : '';
  const tuned = {
    true: `held-out was used to tune${note}, so it is contaminated`,
    false: 'never used to tune',
    null: 'whether it was ever used to tune is not stated',
  }[`${set.usedToTune}`];
  return stated(
    `${set.dataset}, split "${set.split}" (${parts}; hash ${shortHash(hash)}); ${owner}; ${tuned}.`,
  );
}

function changedDefaults({ changedDefaults: changes }: StrategyInput): Statement {
  if (changes === null) return stated('Not stated: the experiment was made without the set-up questions.');
  if (changes.length === 0) return stated('None.');
  const items = changes.map(({ ruleId, reason }) => `${ruleId}: ${reason}`);
  return { ...stated(`${plural(changes.length, 'default')} changed.`), blocks: [{ kind: 'list', items }] };
}

export function convergenceDiagnosis(input: StrategyInput): Fields<'convergenceDiagnosis'> {
  const { diagnosis, serial } = input;
  const from = diagnosis?.hash ? `diagnosis ${shortHash(diagnosis.hash)}` : 'serial diagnosis';
  if (diagnosis === null) {
    const none = notMeasured('there is no serial diagnosis.');
    const alternative = byRule('Run the serial baseline to its plateau first; its end makes the diagnosis.');
    return { curve: curveOf(serial), plateau: none, decision: none, alternative };
  }
  const above = diagnosis.aboveOriginal;
  const plateau =
    diagnosis.finding === null
      ? diagnosis.reason
      : `${FINDING_WORDS[diagnosis.finding] ?? capital(diagnosis.finding)}${above === null ? '' : `; against the original prompt ${gainWords(above)}`}.`;
  return {
    curve: curveOf(serial),
    plateau: measured(plateau, from),
    decision: measured(`${VERDICT_WORDS[diagnosis.verdict]}. ${diagnosis.reason}`, from),
    alternative:
      diagnosis.verdict === 'go'
        ? byRule('None is needed: the serial run converges above the original prompt.')
        : { says: diagnosis.alternatives.join(' '), basis: 'rule' },
  };
}

/** The serial curve in words, and drawn with its intervals. */
function curveOf(serial: SerialFacts | null): Statement {
  const points = serial?.record.points ?? [];
  const [first] = points;
  const last = points.at(-1);
  if (serial === null || first === undefined || last === undefined) {
    return notMeasured('no serial run of ours was read; an imported curve is shown with its diagnosis.');
  }
  const highest = Math.max(...points.map(({ score }) => score.mean));
  const says = `${plural(points.length, 'measurement')} on held-out over ${plural(serial.record.rollouts, 'rollout')}: from ${percent(first.score.mean)} to ${percent(last.score.mean)}, highest ${percent(highest)} (${countWords(last.score)}).`;
  const missing = Math.max(...points.map(({ score }) => score.missing ?? 0));
  const unscored =
    missing === 0 ? '' : `, up to ${plural(missing, 'example')} without a score per measurement`;
  const curve: CurveBlock = {
    kind: 'curve',
    caption: `Serial baseline: held-out score over rollouts, 95 % intervals${unscored}${serial.record.practice ? ', practice model' : ''}`,
    xLabel: 'Rollouts',
    yLabel: 'Held-out score in %',
    series: [
      {
        name: serial.record.label,
        points: points.map(({ rollouts, score }) => ({
          x: rollouts,
          y: inPercent(score.mean),
          lower: score.lower === null ? null : inPercent(score.lower),
          upper: score.upper === null ? null : inPercent(score.upper),
        })),
      },
    ],
    lines: [{ name: 'Original prompt', y: inPercent(first.score.mean) }],
  };
  return measured(says, `"${serial.record.label}"`, [curve]);
}

/** As in the sentences next to the curve: at most two decimals. */
const inPercent = (share: number) => Number((share * 100).toFixed(2));

const VERDICT_WORDS = { go: 'Go', noGo: 'No-go', undecided: `Undecided, which is no go` } as const;

const FINDING_WORDS: Readonly<Record<string, string>> = {
  plateauAbove: 'A plateau above the original prompt',
  plateauNotAbove: 'A plateau that is not shown to lie above the original prompt',
  stillRising: 'No plateau: the curve still rises',
  falling: 'No plateau: the curve falls',
  stalled: 'No plateau: the prompt stopped changing, and a new one may still be accepted',
  tooFewMeasurements: `Plateau ${NOT_MEASURED}: there are too few measurements`,
  cannotBeTold: 'Whether there is a plateau cannot be told',
};
