import { adviceOf } from './advice';
import { rulesShownIn } from './audits';
import type { RuleId } from './rules';
import { makeOffice, type Office, type OfficeTask } from './tasks';

/** The one office of this process, made when it is first needed. */
let made: Office | undefined;
let byNumber: ReadonlyMap<string, OfficeTask> | undefined;

export function practiceOffice(): Office {
  made ??= makeOffice();
  return made;
}

/** An order or an article of a ticket names its task. */
const NUMBER = /\b([AS]-\d{5})\b/;

/** The task that a text is about: its ticket, or a text that quotes it. */
export function officeTaskIn(text: string): OfficeTask | undefined {
  const number = NUMBER.exec(text)?.[1];
  if (number === undefined) return undefined;
  byNumber ??= new Map(
    practiceOffice().tasks.map((task) => [NUMBER.exec(task.question)?.[1] ?? task.id, task]),
  );
  return byNumber.get(number);
}

/** The advice that a trajectory gives grounds for: the rules that its tools named. Undefined = not of the back office. */
export function adviceFromTrajectory(text: string): string[] | undefined {
  const task = officeTaskIn(text);
  return task && rulesShownIn(text).map((rule) => adviceOf(rule, task.id));
}

/** The advice that a ticket alone suggests, for roles that see no trajectory. */
export function adviceForTicket(question: string): string[] | undefined {
  const task = officeTaskIn(question);
  return task?.rules.map((rule: RuleId) => adviceOf(rule, task.id));
}
