import { augmentedShuffle } from '@/lib/combee/augmented-shuffle';
import { groupCount } from '@/lib/combee/group-count';
import { reduceReflections } from '@/lib/combee/iteration';
import { AppError } from '@/lib/errors/app-error';
import { PythonRandom } from '@/lib/random/python-random';
import { seededRng } from '@/lib/random/seeded-rng';
import {
  aggregationManifest,
  askNobody,
  recordingMethod,
  reflectionOf,
} from '@/lib/testing/recording-method';
import { numberField, textField, textsField } from '../case-fields';
import type { Comparison, GoldenAdapter, GoldenCase } from '../golden-adapter';
import { objectField } from '../object-field';

/**
 * The peer's map-shuffle-reduce over our own iteration. The peer's generator replaces ours, so groups
 * are exact; a recording method replaces the model, whose nth reply is "proposal n" as in the peer's script.
 *
 * The peer has exactly two levels, so the fan-in is left open. Its prompt is part of a case only as evidence of what
 * each call read; the text around the records is GEPA's and is rebuilt here.
 */
export const adapter: GoldenAdapter = {
  groups: { runs, multi_component: components, invalid_duplication: refusals, sizes_only: sizes },
};

async function runs(testCase: GoldenCase): Promise<Comparison[]> {
  const n = numberField(testCase, 'n');
  const recordNames = Array.from({ length: n }, (_, ordinal) => ordinal);
  const random = new PythonRandom(numberField(testCase, 'seed'));
  const method = recordingMethod();
  const { plan, scan } = await reduce(
    method,
    recordNames,
    numberField(testCase, 'duplication_factor'),
    random,
  );
  const mapped = method.calls.filter((call) => call.level === 'aggregate');
  return [
    ...compare(testCase, {
      k: plan.k,
      mode: peerMode(plan.k),
      lm_calls: scan.calls,
      group_sizes: plan.groups.map((group) => group.length),
      groups: mapped.map((call) => call.reflections),
      final_text: scan.update.text,
    }),
    // Long prompts are left out of the file.
    ...(typeof testCase.final_prompt === 'string'
      ? compare(testCase, { final_prompt: finalPrompt(method) })
      : []),
  ];
}

async function components(testCase: GoldenCase): Promise<Comparison[]> {
  const candidate = new Map(Object.entries(objectField(testCase, 'candidate')));
  const dataset = objectField(testCase, 'dataset');
  const random = new PythonRandom(numberField(testCase, 'seed'));
  // One method for all components: the peer counts its replies through.
  const method = recordingMethod();
  const texts: Record<string, unknown> = {};
  const modes: Record<string, string> = {};
  let calls = 0;
  for (const component of textsField(testCase, 'components')) {
    const records = dataset[component];
    if (!candidate.has(component) || !Array.isArray(records) || records.length === 0) continue;
    const { plan, scan } = await reduce(method, [...records.keys()], 2, random);
    calls += scan.calls;
    modes[component] = peerMode(plan.k);
    if (scan.update.text !== null) texts[component] = scan.update.text;
  }
  const order = method.calls.map((call) => (call.level === 'aggregate' ? 'map' : 'reduce'));
  return compare(testCase, { new_texts: texts, total_lm_calls: calls, modes, order_of_calls: order });
}

function refusals(testCase: GoldenCase): Comparison[] {
  const duplication = pythonValue(textField(testCase, 'duplication_factor')) as number;
  let refused: unknown;
  try {
    augmentedShuffle({ ordinals: [0, 1, 2, 3], duplication, groups: null, rng: seededRng('golden') });
  } catch (error) {
    refused = error;
  }
  const isRefused = AppError.is(refused, 'INPUT_INVALID');
  return [{ what: 'refused', actual: isRefused, expected: typeof testCase.error === 'string' }];
}

function sizes(testCase: GoldenCase): Comparison[] {
  const n = numberField(testCase, 'n');
  const ordinals = Array.from({ length: n }, (_, ordinal) => ordinal);
  const rng = seededRng(testCase.id);
  const plan = augmentedShuffle({ ordinals, duplication: numberField(testCase, 'p'), groups: null, rng });
  return compare(testCase, {
    k: groupCount(n, null),
    group_sizes: plan.groups.map((group) => group.length),
    lm_calls: plan.k === 1 ? 1 : plan.k + 1,
  });
}

/** The reduce as the loop runs it, with the peer's generator; the peer keeps no counters. */
function reduce(
  method: ReturnType<typeof recordingMethod>,
  ordinals: readonly number[],
  duplication: number,
  random: PythonRandom,
) {
  return reduceReflections({
    method: { ...method, prepareBase: (base) => base },
    manifest: aggregationManifest({ duplication, fanInMax: Number.POSITIVE_INFINITY }),
    base: { hash: 'CUR', text: 'CUR' },
    reflections: ordinals.map((ordinal) => reflectionOf(ordinal)),
    iteration: 0,
    rng: seededRng('golden'),
    shuffle: (copies) => random.shuffled(copies),
    progress: { trainExamplesSeen: 0, trainExamples: ordinals.length },
    ask: askNobody,
  });
}

const peerMode = (k: number) => (k <= 1 ? 'fallback_single_call' : 'map_reduce');

/** Prompt of the last call, in the peer's layout: "M" for records, "A" for proposals. */
function finalPrompt(method: ReturnType<typeof recordingMethod>): string {
  const last = method.calls.at(-1);
  if (last?.level === 'combine') {
    const proposals = last.updates.map((update) => `## Proposed Instruction Update\n${update.text}\n\n`);
    return `A ${last.base.text} | ${numbered(proposals)}`;
  }
  const records = (last?.reflections ?? []).map((i) => `## Inputs\nr${i}\n\n## Feedback\nf${i}\n\n`);
  return `M ${last?.base.text} | ${numbered(records)}`;
}

function numbered(records: readonly string[]): string {
  return records.map((record, index) => `# Example ${index + 1}\n${record}`).join('\n\n');
}

/** A Python value as it was printed: whole numbers are numbers, "1.5" too; whatever else is no count at all. */
function pythonValue(printed: string): unknown {
  if (/^-?\d+$/.test(printed)) return Number(printed);
  // "2.0" is a float there and refused; here it would be 2, so it stays a text.
  return /^-?\d+\.\d+$/.test(printed) && !Number.isInteger(Number(printed)) ? Number(printed) : printed;
}

function compare(testCase: GoldenCase, actual: Readonly<Record<string, unknown>>): Comparison[] {
  return Object.entries(actual).map(([what, value]) => ({ what, actual: value, expected: testCase[what] }));
}
