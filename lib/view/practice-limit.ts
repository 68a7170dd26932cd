import type { AgentKind, AgentSettings } from '@/lib/domain/agent';

/** Tasks in a terminal or in apps are known to the practice model without a run. */
const ASKS_QUESTIONS: readonly AgentKind[] = ['http', 'program', 'runner', 'tools'];
/** The seeded clerk and its tools, whose tickets the practice model can always settle. */
const BACK_OFFICE = '/practice/back-office/';

const LIMIT =
  'The practice model answers only questions of data sets that a run has used. To others it says that it does not know them.';

/** Limit of the practice model as the model of this agent's test, said before the start; null = none. */
export function practiceLimit(settings: AgentSettings): string | null {
  const isClerk = JSON.stringify(settings).includes(BACK_OFFICE);
  return ASKS_QUESTIONS.includes(settings.kind) && !isClerk ? LIMIT : null;
}
