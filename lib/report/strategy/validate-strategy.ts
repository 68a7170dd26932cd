/**
 * Whether a plan or a report may be kept and shown: everything that is wrong with it, all at once, each fault under the
 * rule that it breaks. Checks values, not types: what was stored or edited elsewhere comes in as it is.
 */
import type { FieldFault } from '@/lib/errors/app-error';
import {
  BOTH_HALVES_RULE,
  HEADLINE_RULE,
  PRICED_SPEEDUP_RULE,
  SAME_HARDWARE_RULE,
  SAME_SPLIT_RULE,
  TARGET_RULE,
} from '@/lib/policy/rules/cost';
import { HEADLINE_ON_TRAIN, MONITOR_UNKNOWN, TEN_SECTIONS } from '@/lib/policy/rules/report';
import { type Rule, refusal } from '@/lib/policy/rules/rule';
import { OTHERS_REJECTED, SHAPE_REASON_MIN } from '@/lib/policy/rules/shapes';
import { SHAPES } from '@/lib/policy/shapes';
import { unsaidAmounts } from '@/lib/report/cost-target';
import { MONITORS } from './risk-section';
import { SECTIONS, type SectionContent, type Statement } from './sections';
import type { StrategyContent } from './strategy-content';

export interface StrategyFault extends FieldFault {
  readonly rule: Rule;
}

/** Sections that are not there, stand in the wrong place, or are one too many. */
export function missingSections(sections: readonly SectionContent[]): FieldFault[] {
  const faults = SECTIONS.flatMap(({ number, title }, index) => {
    const found = sections[index];
    if (found?.number === number && found.title === title) return [];
    return [{ path: `sections[${index}]`, message: `Section ${number} is "${title}".` }];
  });
  const tooMany = sections.slice(SECTIONS.length).map(({ title }, extra) => ({
    path: `sections[${SECTIONS.length + extra}]`,
    message: `There are ten sections; "${title}" is none of them.`,
  }));
  return [...faults, ...tooMany];
}

/** Lines that say nothing. An expected line without what it rests on is a guess, so that counts as missing too. */
export function missingFields(sections: readonly SectionContent[]): FieldFault[] {
  return SECTIONS.flatMap(({ number, key, title, fields, ruleId }) => {
    const section = sections.find((one) => one.number === number);
    if (section === undefined) return [];
    return Object.entries<string>(fields).flatMap(([name, label]) => {
      const path = `sections.${key}.${name}`;
      const why = silence(section.fields[name]);
      return why === null ? [] : [{ path, message: `${ruleId}: "${label}" of ${title} ${why}` }];
    });
  });
}

function silence(statement: Statement | undefined): string | null {
  if (statement === undefined || statement.says.trim() === '') return 'is missing.';
  const hasNoBlock = (statement.blocks ?? []).some(
    (block) =>
      (block.kind === 'code' && block.text.trim() === '') ||
      (block.kind === 'list' && block.items.length === 0),
  );
  if (hasNoBlock) return 'is announced and then left empty.';
  const isReckoned = statement.basis === 'expected' || statement.basis === 'measured';
  return isReckoned && !statement.from?.trim() ? 'does not say what it rests on.' : null;
}

export function strategyFaults(content: StrategyContent): StrategyFault[] {
  const of = (rule: Rule, faults: readonly FieldFault[]) => faults.map((fault) => ({ ...fault, rule }));
  const missing = missingFields(content.sections);
  const isCost = ({ path }: FieldFault) => COST_LINES.includes(path);
  return [
    ...of(TEN_SECTIONS, [...missingSections(content.sections), ...missing.filter((fault) => !isCost(fault))]),
    ...of(BOTH_HALVES_RULE, missing.filter(isCost)),
    ...of(TARGET_RULE, targetFaults(content)),
    ...of(OTHERS_REJECTED, shapesNotRejected(content)),
    ...headlineFaults(content),
    ...speedupFaults(content),
    ...of(MONITOR_UNKNOWN, monitorFaults(content)),
  ];
}

const COST_LINES: readonly string[] = ['sections.costReport.perIteration', 'sections.costReport.perPoint'];

/** a report says every amount to the target, of the run and of the baseline, as a number or as a word. */
function targetFaults({ kind, toTarget }: StrategyContent): FieldFault[] {
  if (kind === 'plan') return [];
  return [
    ...unsaidAmounts(toTarget?.run, 'toTarget.run'),
    ...unsaidAmounts(toTarget?.serial, 'toTarget.serial'),
  ];
}

/** a reason for each shape that was not chosen. */
function shapesNotRejected({ shape }: StrategyContent): FieldFault[] {
  return SHAPES.filter(
    (other) =>
      other !== shape.chosen &&
      !shape.rejected.some((one) => one.shape === other && one.reason.trim().length >= SHAPE_REASON_MIN),
  ).map((other) => ({ path: 'shape.rejected', message: `There is no reason against "${other}".` }));
}

/** */
function headlineFaults({ headline }: StrategyContent): StrategyFault[] {
  const faults: StrategyFault[] = [];
  if (headline.metric !== 'costPerImprovementPoint') {
    faults.push({ rule: HEADLINE_RULE, path: 'headline.metric', message: HEADLINE_RULE.sentence });
  }
  if (headline.split !== 'heldOut' && headline.basis === 'measured') {
    faults.push({
      rule: HEADLINE_ON_TRAIN,
      path: 'headline.split',
      message: `This headline was measured on ${headline.split}.`,
    });
  }
  return faults;
}

/** what a ratio must not stand without. */
function speedupFaults({ speedup }: StrategyContent): StrategyFault[] {
  if (speedup === null) return [];
  const faults: StrategyFault[] = [];
  const { cost, splits, hardware } = speedup;
  if (cost === null || cost.kind === 'unpriced') {
    faults.push({
      rule: PRICED_SPEEDUP_RULE,
      path: 'speedup.cost',
      message: 'There is a ratio and no price of a point.',
    });
  }
  if (splits[0] !== splits[1]) {
    faults.push({
      rule: SAME_SPLIT_RULE,
      path: 'speedup.splits',
      message: 'The two sides have different splits.',
    });
  }
  if (hardware[0] !== hardware[1]) {
    faults.push({
      rule: SAME_HARDWARE_RULE,
      path: 'speedup.hardware',
      message: `${hardware[0]} against ${hardware[1]}.`,
    });
  }
  return faults;
}

/** */
function monitorFaults({ monitor }: StrategyContent): FieldFault[] {
  if (Object.hasOwn(MONITORS, monitor.entry)) return [];
  return [{ path: 'monitor.entry', message: `Nothing watches for "${monitor.entry}".` }];
}

/** @throws AppError of the first rule that is broken, naming every fault of every rule. */
export function assertStrategy(content: StrategyContent): void {
  const faults = strategyFaults(content);
  const [first] = faults;
  if (first === undefined) return;
  throw refusal(first.rule, { fields: faults.map(({ path, message }) => ({ path, message })) });
}
