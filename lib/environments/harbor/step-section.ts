import { z } from 'zod';
import { artifactList } from './artifact-list';
import { amount, filledText } from './field-kinds';
import { healthcheckSection } from './healthcheck-section';
import { agentSection, verifierSection } from './phase-sections';

/** One `[[steps]]` table. Its name is the name of its folder under `steps`. */
const stepName = filledText.refine(
  (name) => !/[/\\]/.test(name) && name !== '.' && name !== '..',
  'Give the name of a folder, without "/".',
);

/** A number is the least value of the reward named "reward". */
const minReward = z
  .preprocess(
    (given) => (typeof given === 'number' ? { reward: given } : given),
    z.record(z.string(), amount, 'Give a number, or a table of numbers by reward.'),
  )
  .optional();

export const stepSection = z
  .strictObject({
    name: stepName,
    agent: agentSection,
    verifier: verifierSection,
    min_reward: minReward,
    healthcheck: healthcheckSection.optional(),
    artifacts: artifactList,
  })
  .transform(({ min_reward: least = null, healthcheck = null, ...step }) => {
    return { ...step, minReward: least, healthcheck };
  });
export type StepSection = z.output<typeof stepSection>;

export const stepList = z
  .array(stepSection, 'Give a list of steps.')
  .superRefine((steps, context) => {
    steps.forEach(({ name }, index) => {
      if (steps.findIndex((step) => step.name === name) === index) return;
      context.addIssue({
        code: 'custom',
        path: [index, 'name'],
        message: `A step "${name}" exists already.`,
      });
    });
  })
  .default([]);
