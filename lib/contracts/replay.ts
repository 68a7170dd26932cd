import { z } from 'zod';
import { identifier } from './identifier';
import { operation } from './operation';

/** Ways to check a run's result: a replay from its journal, and its manifest with every hash. */
const runParams = z.object({ runId: identifier });
const tag = 'Runs';

const replay = z
  .object({
    runId: z.string(),
    /** unfinished = given up at a limit, so nothing is said about the run. */
    verdict: z.enum(['same', 'different', 'unfinished']),
    runHash: z.string(),
    /** Null where the replay did not come to an end. */
    replayHash: z.string().nullable(),
    /** Facts of the result that the replay stated. */
    facts: z.int(),
    explanation: z.string(),
    firstDifference: z
      .object({
        /** Number in the ledger; null = only the replay states it. */
        seq: z.int().nullable(),
        key: z.string(),
        kind: z.enum(['changed', 'missing', 'added']),
      })
      .nullable(),
    tookMs: z.int(),
    /** Another version of the code may walk differently over the same answers. */
    codeVersion: z.object({ pinned: z.string(), present: z.string() }),
    howToProceed: z.array(z.string()),
  })
  .meta({ id: 'Replay' });
export type ReplayView = z.output<typeof replay>;

export const replayRun = operation({
  id: 'replayRun',
  method: 'POST',
  path: '/api/v1/runs/{runId}/replay',
  tag,
  summary: 'Run a finished run again from its journal alone and compare the hashes',
  description:
    'Asks no model, pays nothing and changes nothing. Takes up to 30 seconds and 50,000 calls; beyond that the verdict is "unfinished" and says which command has no limit. One replay at a time.',
  permission: 'discuss',
  scope: 'runId',
  params: runParams,
  response: replay,
});

const manifestFile = z
  .object({
    runId: z.string(),
    kind: z.string(),
    status: z.string(),
    /** sha256 over `manifest` as canonical JSON. */
    manifestHash: z.string(),
    /** Over all of the manifest but the chance of one execution: runs of one configuration share it. */
    configurationHash: z.string(),
    splitHash: z.string(),
    /** Name of a prompt template to the hash of its text. */
    promptHashes: z.record(z.string(), z.string()),
    codeVersion: z.string(),
    /** Over what its ledger says; null until the run came to its end. */
    runHash: z.string().nullable(),
    manifest: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'RunManifestFile' });
export type ManifestFileView = z.output<typeof manifestFile>;

export const readManifest = operation({
  id: 'readManifest',
  method: 'GET',
  path: '/api/v1/runs/{runId}/manifest',
  tag,
  summary: 'Everything that a run’s result depends on, pinned before it started, with its hashes',
  permission: 'read',
  scope: 'runId',
  params: runParams,
  response: manifestFile,
});
