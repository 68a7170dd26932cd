import type { ImportedPoint } from '@/lib/domain/imported-run';
import { wilsonInterval } from '@/lib/stats/wilson';
import { baseName, type Findings, POINTS_MAX, type ReadRun, type RunChoices, type RunFile } from './findings';
import { isRecord, readLooseJson, recordsIn } from './loose-json';
import { numberIn, type RawPoint, readPoint } from './read-point';

/**
 * An ACE run: its playbook, and the results beside it where they are given. Validation scores while it learned chose
 * the best playbook, so they are `selection`; only without them do the test scores before and after make the curve.
 */
type Json = Readonly<Record<string, unknown>>;

export function readAceRun(files: readonly RunFile[], choices: RunChoices, findings: Findings): ReadRun {
  const documents = new Map<string, Json>();
  const playbooks: RunFile[] = [];
  for (const file of files) {
    const name = baseName(file.name);
    if (!/\.json$/i.test(name)) playbooks.push(file);
    else if (RESULT_FILES.has(name)) {
      const json = readLooseJson(file, findings);
      if (json.ok && isRecord(json.value)) documents.set(name, json.value);
      else if (json.ok) findings.fault(file.name, null, 'It is no JSON object with results.');
    } else findings.leaveOut(file.name, 'It holds neither a playbook nor scores of the whole set.');
  }
  const learning = pointsWhileLearning(documents.get('train_results.json'), findings);
  const tests = testPoints(documents, findings);
  if (learning.length > 0 && tests.length > 0)
    findings.note(`On the test set it scored ${tests.map((point) => String(point.score)).join(', then ')}.`);
  const isLearning = learning.length > 0;
  const config = documents.get('run_config.json');
  return {
    run: {
      method: choices.method ?? 'ace',
      task: typeof config?.task_name === 'string' ? config.task_name.slice(0, 120) : null,
      seenUnit: isLearning ? 'examples' : 'steps',
      scoredOn: choices.scoredOn ?? (isLearning ? 'selection' : 'heldOut'),
      points: checked(isLearning ? learning : tests, choices, findings),
      ...playbookOf(playbooks, findings),
      notes: modelsOf(config),
    },
    names: [],
    mapping: null,
  };
}

const RESULT_FILES = new Set([
  'train_results.json',
  'final_results.json',
  'test_results.json',
  'run_config.json',
]);

/** `results: [{epoch, step, val_result: {accuracy, correct, total}}]`; steps begin anew with each epoch. */
function pointsWhileLearning(document: Json | undefined, findings: Findings): RawPoint[] {
  const results = recordsIn(document?.results) ?? [];
  if (document !== undefined && results.length === 0)
    findings.note('train_results.json holds no results of an offline run.');
  let [epoch, before, last]: [number, number, number] = [1, 0, 0];
  return results.flatMap((result) => {
    const step = numberIn(result.step) ?? Number.NaN;
    const ofEpoch = numberIn(result.epoch) ?? epoch;
    if (ofEpoch > epoch) {
      before = last;
      epoch = ofEpoch;
      findings.note(
        'How many examples an epoch holds is unknown; each is taken to end at its last measurement.',
      );
    }
    last = before + step;
    const score = scoreIn(result.val_result);
    return score === null ? [] : [{ ...score, seen: last }];
  });
}

/** Test scores: before and after an offline run, the overall score of an online run, or that of an evaluation. */
function testPoints(documents: ReadonlyMap<string, Json>, findings: Findings): RawPoint[] {
  const final = documents.get('final_results.json') ?? {};
  const test = documents.get('test_results.json') ?? {};
  const initial = scoreIn(final.initial_test_results);
  const after =
    scoreIn(final.final_test_results) ??
    scoreIn(final.online_test_results) ??
    scoreIn(final.test_results) ??
    scoreIn(test.test_results);
  if (initial !== null || after !== null)
    findings.note('Test scores are numbered: 0 before learning, 1 after it.');
  return [
    ...(initial === null ? [] : [{ ...initial, seen: 0 }]),
    ...(after === null ? [] : [{ ...after, seen: 1 }]),
  ];
}

/** The interval belongs to correct / total; where the accuracy is another number (parts of answers), it has none. */
function scoreIn(value: unknown): RawPoint | null {
  if (!isRecord(value) || value.accuracy === undefined) return null;
  const accuracy = numberIn(value.accuracy);
  const [correct, total] = [numberIn(value.correct), numberIn(value.total)];
  if (accuracy === undefined || correct === undefined || total === undefined)
    return { score: value.accuracy };
  const isShare = correct >= 0 && correct <= total && Math.abs(correct / total - accuracy) < 1e-6;
  const interval = isShare ? wilsonInterval(correct, total) : undefined;
  return { score: accuracy, n: total, ...interval };
}

function checked(raw: readonly RawPoint[], choices: RunChoices, findings: Findings): ImportedPoint[] {
  return raw.slice(0, POINTS_MAX).flatMap((one, index) => {
    const { point, problems } = readPoint(one, choices.scale);
    for (const problem of problems) findings.fault('results', null, `Measurement ${index + 1}: ${problem}`);
    return point === null ? [] : [point];
  });
}

const BULLET = /^\[[\w-]+\]\s*helpful=\d+\s+harmful=\d+\s*::/m;

/** The best playbook, else the final one, else the only one. */
function playbookOf(
  files: readonly RunFile[],
  findings: Findings,
): { finalPrompt: string | null; seedPrompt: string | null } {
  const named = (pattern: RegExp) => files.find((file) => pattern.test(baseName(file.name)));
  const seed = named(/^(?:initial|seed|empty)\w*\./i);
  const rest = files.filter((file) => file !== seed);
  const final =
    named(/^best_playbook\./i) ??
    named(/^final_playbook\./i) ??
    rest.find(({ text }) => BULLET.test(text)) ??
    rest[0];
  for (const file of rest) {
    if (file !== final) findings.leaveOut(file.name, 'One playbook is taken: the best, else the final one.');
  }
  if (final !== undefined && !BULLET.test(final.text))
    findings.note(
      `${final.name} holds no line like "[slug-00001] helpful=0 harmful=0 :: text"; it is taken as plain text.`,
    );
  return { finalPrompt: final?.text.trim() || null, seedPrompt: seed?.text.trim() || null };
}

function modelsOf(config: Json | undefined): string[] {
  const models = ['generator', 'reflector', 'curator'].flatMap((role) => {
    const name = config?.[`${role}_model`];
    return typeof name === 'string' ? [`${role} ${name.slice(0, 120)}`] : [];
  });
  return models.length === 0 ? [] : [`Its models: ${models.join(', ')}.`];
}
