import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalHash } from '@/lib/domain/content-hash';

/**
 * The plan of a study, written and hashed before its first call. Readers of the result can verify that arms,
 * seeds, data, margin and outcome were fixed beforehand; every departure is listed as a deviation.
 */
export const STUDY_ARMS = ['serial', 'naive', 'combee', 'controller'] as const;
export type StudyArm = (typeof STUDY_ARMS)[number];

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const dataFile = z.strictObject({ name: z.string(), sha256 });

export const studyProtocol = z.strictObject({
  version: z.literal(1),
  registeredAt: z.string(),
  data: z.strictObject({
    preset: z.enum(['formula', 'finer']),
    train: dataFile,
    heldOut: dataFile,
    counts: z.record(z.string(), z.int().min(0)),
  }),
  /** The endpoint that answers; practice = a rehearsal that says nothing about a real model. */
  endpoint: z.strictObject({
    practice: z.boolean(),
    origin: z.string(),
    model: z.string(),
    proposer: z.string(),
  }),
  method: z.string(),
  arms: z.array(z.enum(STUDY_ARMS)),
  /**
   * Batch size of the naive and the Combee arm; serial learns from one example at a time, the controller
   * chooses.
   */
  batchSize: z.int().min(2),
  seeds: z.array(z.int()).min(1),
  epochs: z.int().min(1),
  lanes: z.int().min(1),
  /** A share of 1: Combee may be worse than serial by less than this. */
  margin: z.number().gt(0).lt(1),
  primaryOutcome: z.string(),
});
export type StudyProtocol = z.output<typeof studyProtocol>;

export const PRIMARY_OUTCOME =
  'Held-out score of the last prompt, Combee minus serial, each example averaged over the seeds, paired by example, ' +
  'two-sided 95 % interval: holds above minus the margin, fails below it, else undecided.';

/** The hash that is to be published before the study starts. */
export function protocolHash(protocol: StudyProtocol): string {
  return canonicalHash(protocol);
}

export function fileHash(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Whether two registrations agree in all but the moment and the port of a practice model. */
export function sameStudy(a: StudyProtocol, b: StudyProtocol): boolean {
  const fixed = ({ registeredAt: _, endpoint, ...rest }: StudyProtocol) => {
    const { origin, ...model } = endpoint;
    return canonicalHash({ ...rest, ...model, origin: endpoint.practice ? 'practice' : origin });
  };
  return fixed(a) === fixed(b);
}

/** The bundle's name of a run. */
export const runName = (arm: StudyArm, seed: number) => `${arm}-seed-${seed}`;
