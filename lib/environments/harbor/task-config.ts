import { z } from 'zod';
import type { JsonObject } from '@/lib/domain/json';
import { readStrictly, type StrictReading } from '../strict-reading';
import { artifactList } from './artifact-list';
import { environmentSection } from './environment-section';
import { filledText, text, texts } from './field-kinds';
import { agentSection, solutionSection, verifierSection } from './phase-sections';
import { stepList } from './step-section';
import { readToml } from './toml-document';

/** A task.toml of schema 1.0 to 1.4, with every field of the format. It knows none of the task's other files. */
export const CONFIG_FILE = 'task.toml';

const PACKAGE_NAME = /^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*$/;

const author = z
  .strictObject({ name: text, email: text.optional() })
  .transform(({ name, email = null }) => ({ name, email }));

const packageSection = z.strictObject({
  name: text
    .regex(PACKAGE_NAME, 'Give a name such as "organisation/task".')
    .refine((name) => !name.includes('..'), 'Leave out "..".'),
  version: filledText.optional(),
  description: text.default(''),
  authors: z.array(author, 'Give a list of authors.').default([]),
  keywords: texts.default([]),
});

const taskConfig = z
  .strictObject({
    schema_version: z.string('Give the version in quotes, such as "1.3".').optional(),
    /** Name of the same field in schema 1.0. */
    version: z.string('Give the version in quotes, such as "1.0".').optional(),
    task: packageSection.optional(),
    metadata: z.record(z.string(), z.json(), 'Give a table.').default({}),
    agent: agentSection,
    verifier: verifierSection,
    environment: environmentSection.prefault({}),
    solution: solutionSection,
    source: text.optional(),
    steps: stepList,
    multi_step_reward_strategy: z.enum(['mean', 'final'], 'Give "mean" or "final".').default('mean'),
    artifacts: artifactList,
  })
  .transform(({ schema_version: current, version: old, multi_step_reward_strategy, ...config }) => ({
    ...config,
    schemaVersion: current ?? old ?? '1.0',
    rewardStrategy: multi_step_reward_strategy,
  }));
export type TaskConfig = z.output<typeof taskConfig>;

export function readTaskConfig(toml: string): StrictReading<TaskConfig> {
  const read = readToml(CONFIG_FILE, toml);
  if ('fault' in read) return { ok: false, faults: [read.fault] };
  const document: JsonObject = read.document;
  return readStrictly(CONFIG_FILE, taskConfig, document);
}
