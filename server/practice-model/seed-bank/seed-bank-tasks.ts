import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type HouseRuleId, isHouseRuleId } from './house-rules';

/** The practice tasks as the practice model knows them: an instruction, and its solution line by line. */
export interface SeedBankTask {
  readonly id: string;
  readonly instruction: string;
  readonly lines: readonly SolutionLine[];
}

export interface SolutionLine {
  readonly text: string;
  /** The rule that the line follows; null = the task itself needs it. */
  readonly rule: HouseRuleId | null;
}

const FOLDER = path.join(process.cwd(), 'prisma', 'practice-tasks');
const CONVENTION = /\s*# convention: ([a-z-]+)\s*$/;

let known: ReadonlyMap<string, SeedBankTask> | undefined;

/** The task with this instruction; undefined where it is none of them. */
export function seedBankTask(instruction: string): SeedBankTask | undefined {
  known ??= new Map(readTasks().map((task) => [keyOf(task.instruction), task]));
  return known.get(keyOf(instruction));
}

/** The task that a text quotes by its whole instruction, such as a reflector's question. */
const keyOf = (instruction: string) => instruction.replaceAll(/\s+/g, ' ').trim();

function readTasks(): SeedBankTask[] {
  if (!existsSync(FOLDER)) return [];
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name: id }) => {
      const read = (file: string) => readFileSync(path.join(FOLDER, id, file), 'utf8');
      return {
        id,
        instruction: read('instruction.md'),
        lines: read('solution/solve.sh').split('\n').map(lineOf),
      };
    });
}

function lineOf(text: string): SolutionLine {
  const rule = CONVENTION.exec(text)?.[1] ?? '';
  return { text: text.replace(CONVENTION, ''), rule: isHouseRuleId(rule) ? rule : null };
}
