/**
 * The one-page diagnosis: verdict in one sentence, the curve with its intervals and the original prompt's
 * line, every parameter that the decision was made by, what to do instead, and what it holds for. Words and
 * numbers only, all out of the diagnosis itself; knows neither rows nor files.
 */
import { methodWords } from '@/lib/domain/method-words';
import type { Block, CurveBlock, ReportDocument } from '@/lib/domain/report-document';
import type { DiagnosisVerdict, SerialDiagnosis } from '@/lib/domain/serial-diagnosis';
import { ruleBrokenBy } from '@/lib/policy/rules/diagnosis';
import { decisionTerms } from './diagnosis-terms';
import { momentWords } from './document/moment';
import { plural } from './strategy/words';

/** Later status of a diagnosis, which its hash does not cover. */
export interface DiagnosisStanding {
  readonly hash: string;
  /** Whether the content still has the hash that it was written down with. */
  readonly intact: boolean;
  /** The newest one of the same scope, where that is another one. */
  readonly newer: { readonly id: string; readonly verdict: DiagnosisVerdict; readonly madeAt: string } | null;
}

export const VERDICT_WORDS: Readonly<Record<DiagnosisVerdict, string>> = {
  go: 'Go',
  noGo: 'No-go',
  undecided: 'Undecided',
};

export function diagnosisDocument(diagnosis: SerialDiagnosis, standing: DiagnosisStanding): ReportDocument {
  const { scope, source, madeAt, verdict, reason } = diagnosis;
  return {
    title: `Serial diagnosis: ${scope.task}`,
    lead: `${VERDICT_WORDS[verdict]}: ${reason}`,
    madeAt,
    facts: [
      { term: 'Diagnosis', value: `${diagnosis.id}, made ${momentWords(madeAt)}` },
      { term: 'Read from', value: sourceWords(source) },
      { term: 'Hash (SHA-256)', value: standing.hash },
    ],
    sections: [
      { heading: 'Decision', blocks: decisionBlocks(diagnosis, standing) },
      { heading: 'Curve', blocks: curveBlocks(diagnosis) },
      { heading: 'How it was decided', blocks: decidedBlocks(diagnosis) },
      { heading: 'What it holds for', blocks: scopeBlocks(diagnosis) },
    ],
  };
}

function sourceWords(source: SerialDiagnosis['source']): string {
  return source.kind === 'run'
    ? `run “${source.label}”, ${source.runId}`
    : `imported curve “${source.name}”, ${source.importedRunId}`;
}

const TONES = { go: 'good', noGo: 'bad', undecided: 'neutral' } as const;

/** Blocks with the currently binding notice first, then the finding, in the words of a refused start. */
function decisionBlocks(diagnosis: SerialDiagnosis, { intact, newer }: DiagnosisStanding): Block[] {
  const { verdict, finding, alternatives } = diagnosis;
  const blocks: Block[] = [];
  if (newer !== null) blocks.push({ kind: 'notice', tone: 'bad', text: newerWords(verdict, newer) });
  if (!intact) {
    const text = 'The content does not have the hash that it was written down with: do not rely on it.';
    blocks.push({ kind: 'notice', tone: 'bad', text });
  }
  const rule = ruleBrokenBy(finding);
  const isTakenBack = verdict === 'go' && newer !== null && newer.verdict !== 'go';
  const found = verdict === 'go' ? unlockWords(diagnosis) : (rule?.sentence ?? UNDECIDED);
  const text = isTakenBack ? 'So it said when it was made; no parallel run may start on it now.' : found;
  blocks.push({
    kind: 'notice',
    tone: isTakenBack ? 'neutral' : TONES[verdict],
    text: `${VERDICT_WORDS[verdict]}. ${text}`,
  });
  if (verdict !== 'go') {
    blocks.push({ kind: 'paragraph', text: 'What to do instead:' }, { kind: 'list', items: alternatives });
  }
  return blocks;
}

const UNDECIDED =
  'Neither a plateau above the original prompt nor its lack is shown; no parallel run may start on it.';

function newerWords(verdict: DiagnosisVerdict, newer: NonNullable<DiagnosisStanding['newer']>): string {
  const since = `Diagnosis ${newer.id} of ${momentWords(newer.madeAt)} says ${VERDICT_WORDS[newer.verdict].toLowerCase()}`;
  return verdict === 'go' && newer.verdict !== 'go'
    ? `Taken back. ${since}, and the newest one binds.`
    : `There is a newer one. ${since}, and the newest one binds.`;
}

function unlockWords({ source, scope }: SerialDiagnosis): string {
  return source.kind === 'imported'
    ? 'The curve converges where it was measured. It opens no parallel run here, since its hardware is not ours.'
    : `Parallel runs of “${scope.task}” with ${methodWords(scope.method)} may start on the split and the hardware named below.`;
}

const percent = (share: number) => Number((share * 100).toFixed(2));

function curveBlocks({ curve, source, scope }: SerialDiagnosis): Block[] {
  const [original] = curve.points;
  if (original === undefined) return [{ kind: 'paragraph', text: 'No point of the curve is known.' }];
  const without = curve.points.filter(({ lower }) => lower === null).length;
  const restated = curve.points.filter((point) => point.restated).length;
  const notes = [
    ...(source.kind === 'imported' && without < curve.points.length
      ? ['Intervals are those of the source, or binomial ones from n where it states no other.']
      : []),
    ...(restated > 0
      ? [
          `${plural(restated, 'point')} ${restated === 1 ? 'restates' : 'restate'} the score of a prompt that had not changed, which is no further evidence.`,
        ]
      : []),
    ...(without > 0
      ? [`${plural(without, 'point')} ${without === 1 ? 'has' : 'have'} no interval: n is not stated.`]
      : []),
  ];
  const caption = `Held-out score over serial rollouts: ${plural(curve.points.length, 'measurement')}, the original prompt’s first, on ${heldOutWords(scope.heldOutExamples)}`;
  const block = drawn(curve, { original: original.score, caption });
  return notes.length === 0 ? [block] : [block, { kind: 'paragraph', text: notes.join(' ') }];
}

const heldOutWords = (n: number | null) =>
  n === null ? 'a number of examples that is not stated' : `${n} held-out examples`;

const UNIT_LABELS = {
  rollouts: 'serial rollouts',
  examples: 'serial rollouts (training examples seen)',
  steps: 'steps of the source',
} as const;

function drawn(
  { points, unit }: SerialDiagnosis['curve'],
  { original, caption }: { readonly original: number; readonly caption: string },
): CurveBlock {
  return {
    kind: 'curve',
    caption,
    xLabel: UNIT_LABELS[unit],
    yLabel: 'score in %, 95 % interval',
    series: [
      {
        name: 'serial run',
        points: points.map(({ seen, score, lower, upper }) => ({
          x: seen,
          y: percent(score),
          lower: lower === null ? null : percent(lower),
          upper: upper === null ? null : percent(upper),
        })),
      },
    ],
    lines: [{ name: 'original prompt', y: percent(original) }],
  };
}

function decidedBlocks({ decision, finding }: SerialDiagnosis): Block[] {
  if (decision !== null) return [{ kind: 'terms', terms: decisionTerms(decision) }];
  const text =
    finding === 'meansOnly' || finding === 'notHeldOut'
      ? 'The rule was not applied: it needs the single scores on held-out.'
      : 'By which parameters it was decided was not kept with this older diagnosis.';
  return [{ kind: 'paragraph', text }];
}

function scopeBlocks({ scope, source, verdict }: SerialDiagnosis): Block[] {
  const hardware = [...new Set(scope.hardware)].join('; ') || 'not stated';
  const practice = scope.practice ? '. Practice model: a rehearsal, and no evidence for another model' : '';
  const opens =
    verdict === 'go'
      ? 'parallel runs that share all of these, while no newer diagnosis of them says otherwise'
      : 'no parallel run';
  return [
    {
      kind: 'terms',
      terms: [
        { term: 'Task and method', value: `${scope.task}, ${methodWords(scope.method)}` },
        { term: 'Split', value: scope.splitHash ?? 'not one of our registrations' },
        { term: 'Hardware', value: `${hardware}${practice}` },
        {
          term: 'Opens',
          value: source.kind === 'imported' ? 'no run here: its hardware is not ours' : opens,
        },
      ],
    },
  ];
}
