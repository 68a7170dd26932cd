import type { IntakeLineView, IntakeView } from '@/lib/contracts/intakes';
import type { IntakeAnswers, IntakeRecord } from '@/lib/domain/intake';
import { intakeAnswers, intakeReasons } from '@/lib/domain/intake-schema';
import { canaryPolicyOf, canarySentence } from '@/lib/policy/canary-policy';
import { powerOf } from '@/lib/policy/intake';
import { answerFaults } from '@/lib/policy/intake-answers';
import { chosenSettings, defaultLines, defaultSettings } from '@/lib/policy/intake-defaults';
import { openQuestions, QUESTIONS_TOTAL } from '@/lib/policy/intake-questions';
import type { IntakeRow } from '@/server/repositories/intakes';
import type { FoundFacts } from './intake-facts';
import { suggestionsFor } from './suggestions';

/** A draft as people see it: what is open and what is wrong come with every answer. */
export const recordOf = (row: Pick<IntakeRow, 'answers' | 'reasons'>): IntakeRecord => ({
  answers: intakeAnswers.parse(row.answers),
  reasons: intakeReasons.parse(row.reasons),
});

export function intakeLineView(row: IntakeRow): IntakeLineView {
  const { answers } = recordOf(row);
  return {
    id: row.id,
    name: row.name,
    revision: row.revision,
    answered: QUESTIONS_TOTAL - openQuestions(answers).length,
    total: QUESTIONS_TOTAL,
    experimentId: row.experimentId,
    createdBy: row.createdBy,
    archivedAt: row.archivedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function intakeView(row: IntakeRow, facts: FoundFacts): IntakeView {
  const record = recordOf(row);
  const { answers, reasons } = record;
  return {
    ...intakeLineView(row),
    answers: intakeAnswers.parse(row.answers),
    reasons: { ...reasons },
    questions: openQuestions(answers),
    faults: answerFaults(answers, facts),
    suggestions: row.experimentId === null ? suggestionsFor(answers, facts) : [],
    defaults: defaultLines(defaultSettings(answers), chosenSettings(answers)).map((line) => ({
      ...line,
      reason: reasons[line.ruleId] ?? null,
    })),
    power: powerOf(record, facts),
    canary: canaryView(answers),
    diagnosis: facts.serial && { verdict: facts.serial.verdict, reason: facts.serial.reason },
  };
}

export function canaryView({ failureLevel, settings }: IntakeAnswers): IntakeView['canary'] {
  if (failureLevel === undefined) return null;
  const policy = canaryPolicyOf(failureLevel, settings);
  return { ...policy, liveSteps: [...policy.liveSteps], sentence: canarySentence(policy) };
}
