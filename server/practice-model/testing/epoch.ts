import type { LevelTwoReading } from '@/lib/domain/level-two-readings';
import { PRACTICE_SETTINGS_DEFAULT } from '@/lib/domain/practice-settings';
import { seededRng } from '@/lib/random/seeded-rng';
import { shuffled } from '@/lib/random/shuffle';
import {
  type WireMessage,
  type WireOperation,
  wireCombiner,
  wireCurator,
  wireGenerator,
  wireGeneratorSystem,
  wireReflector,
} from '@/lib/testing/practice/wire-prompts';
import { type AnswerKeyEntry, AnswerKeys } from '../answer-keys';
import { PracticeModel } from '../practice-model';
import type { PracticeProfileId } from '../profiles';

/**
 * One epoch of learning on the practice model, reduced to what carries knowledge: reflect, aggregate, append, then
 * answer the held-out examples. Every step is a prompt in and a text out; what is learnt is known from nothing
 * else. It is a measuring stick for the curve, not the product's loop.
 */
export interface EpochPlan {
  readonly profile: PracticeProfileId;
  readonly examplesTrain: number;
  readonly examplesHeldOut: number;
  /** How many groups the examples name, or 0 where they name none. */
  readonly groups: number;
  readonly batchSize: number;
  readonly way: 'naive' | 'twoLevels';
  /** Items that level 2 counts as its input; left out = the default. */
  readonly reading?: LevelTwoReading;
  readonly seed: number;
}

export interface EpochResult {
  readonly entries: number;
  readonly accuracyHeldOut: number;
}

const COPIES = 2;

/** Made once per seed: the curve's batch sizes all learn from the same reflections. */
export interface PracticeClass {
  readonly model: PracticeModel;
  readonly keyInsights: readonly string[];
  readonly train: readonly AnswerKeyEntry[];
  readonly heldOut: readonly AnswerKeyEntry[];
}

type ClassPlan = Omit<EpochPlan, 'batchSize' | 'way'>;

export function practiceClass(plan: ClassPlan): PracticeClass {
  const train = Array.from({ length: plan.examplesTrain }, (_, index) => entryOf(plan, 'train', index));
  const heldOut = Array.from({ length: plan.examplesHeldOut }, (_, index) => entryOf(plan, 'heldOut', index));
  const keys = new AnswerKeys();
  keys.register('practice', { profile: plan.profile, entries: [...train, ...heldOut] });
  const model = new PracticeModel(keys);
  const keyInsights = train.map(({ question, expected }) => {
    const prompt = wireReflector({ question, expected, predicted: '?', bulletsUsed: '' });
    return (ask(model, prompt, plan.seed) as { key_insight: string }).key_insight;
  });
  return { model, keyInsights, train, heldOut };
}

function entryOf(plan: ClassPlan, part: string, index: number): AnswerKeyEntry {
  const exampleId = `${part}-${plan.seed}-${index}`;
  // Equally likely groups, drawn and not dealt in turn.
  const group = plan.groups === 0 ? null : seededRng(exampleId).nextInt(1, plan.groups);
  return {
    question: `${part} question ${index} of seed ${plan.seed}: what is the figure of firm ${index * 7}?`,
    expected: plan.profile === 'formula' ? `${index + 3}.25` : `Tag${index % 90},Tag${(index * 7) % 90}`,
    exampleId,
    groupKey: group === null ? null : `group ${group}`,
  };
}

export function learnOneEpoch(subject: PracticeClass, plan: EpochPlan): EpochResult {
  let playbook = '';
  let entries = 0;
  for (let start = 0; start < plan.examplesTrain; start += plan.batchSize) {
    const batch = subject.keyInsights.slice(start, start + plan.batchSize);
    const label = `${plan.seed}/${plan.way}/${plan.batchSize}/${start}`;
    const { reading } = plan;
    const isPlain = plan.way === 'naive' || batch.length < 4;
    const operations = isPlain
      ? curate(subject.model, batch, { playbook, label })
      : scan(subject.model, batch, { playbook, label, reading });
    for (const { content } of operations) {
      entries += 1;
      playbook += `\n[calc-${String(entries).padStart(5, '0')}] helpful=0 harmful=0 :: ${content}`;
    }
  }
  return { entries, accuracyHeldOut: accuracy(subject, playbook, plan.seed) };
}

interface Base {
  readonly playbook: string;
  readonly label: string;
  readonly reading?: LevelTwoReading | undefined;
}

function scan(model: PracticeModel, batch: readonly string[], base: Base): readonly WireOperation[] {
  const k = Math.floor(Math.sqrt(batch.length));
  const copies = shuffled(Array.from({ length: COPIES }, () => batch).flat(), seededRng(base.label));
  const updates = Array.from({ length: k }, (_, group) => {
    const [from, to] = [group, group + 1].map(
      (edge) => edge * Math.floor(copies.length / k) + Math.min(edge, copies.length % k),
    );
    return curate(model, copies.slice(from, to), { ...base, label: `${base.label}/${group}` });
  });
  const seed = seedOf(`${base.label}/final`);
  return operationsOf(ask(model, wireCombiner(updates, base.playbook), seed, base.reading));
}

function curate(model: PracticeModel, insights: readonly string[], base: Base): readonly WireOperation[] {
  return operationsOf(ask(model, wireCurator(insights, base.playbook), seedOf(base.label)));
}

function accuracy(subject: PracticeClass, playbook: string, seed: number): number {
  const system = wireGeneratorSystem(playbook);
  const right = subject.heldOut.filter(({ question, expected }) => {
    const reply = ask(subject.model, wireGenerator(system, question), seed) as { final_answer: string };
    return reply.final_answer === expected;
  });
  return right.length / subject.heldOut.length;
}

function ask(
  model: PracticeModel,
  messages: readonly WireMessage[],
  seed: number,
  levelTwoCounts: LevelTwoReading = PRACTICE_SETTINGS_DEFAULT.levelTwoCounts,
): unknown {
  const settings = { ...PRACTICE_SETTINGS_DEFAULT, levelTwoCounts };
  return JSON.parse(model.reply({ messages, seed, settings }).text);
}

function operationsOf(reply: unknown): readonly WireOperation[] {
  return (reply as { operations: readonly WireOperation[] }).operations;
}

function seedOf(label: string): number {
  return seededRng(label).nextInt(0, 2 ** 31 - 1);
}
