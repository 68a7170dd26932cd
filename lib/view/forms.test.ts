import { describe, expect, it } from 'vitest';
import { createExperimentBody } from '@/lib/contracts/experiments';
import { registerSplitBody } from '@/lib/contracts/splits';
import type { AggregationKind } from '@/lib/domain/manifest';
import { AGGREGATION_KINDS } from './aggregation-words';
import { prepareOperation, prepareReference } from './api-reference';
import { withDefaults } from './experiment-defaults';
import { bodyOfDraft, EMPTY_DRAFT } from './experiment-draft';
import { estimateRun } from './experiment-estimate';
import { describeSource, presetWord, readSource } from './field-source';
import { describeAggregation } from './manifest-lines';
import { openSplitDraft, proposedWords, ruleOf } from './split-draft';

describe('forms', () => {
  it('makes a body that the API takes from an untouched form', () => {
    const draft = withDefaults(EMPTY_DRAFT, {
      proposedName: 'First with ACE',
      taskIds: ['tsk_1'],
      proposedTaskId: 'tsk_1',
      datasetIds: ['dst_1'],
      splitIds: ['spl_1'],
      practiceModels: { serving: 'prv_1/a', proposer: 'prv_1/b', evaluator: 'prv_1/org/c' },
    });
    const parsed = createExperimentBody.parse(bodyOfDraft(draft));
    expect(parsed).toMatchObject({ name: 'First with ACE', taskId: 'tsk_1', splitId: 'spl_1' });
    expect(parsed.models.evaluator?.model).toBe('org/c');
  });

  it('sends what only Combee heeds with Combee alone', () => {
    const chosen = { ...EMPTY_DRAFT, reducer: 'union', plannedGroups: true } as const;
    const sent = (aggregation: AggregationKind) => bodyOfDraft({ ...chosen, aggregation }).aggregation;
    expect(sent('combee')).toMatchObject({ reducer: 'union', grouping: 'planned' });
    expect(sent('summary')).toMatchObject({ reducer: 'llm', grouping: 'afterBarrier' });
  });

  it('keeps a choice that is there and replaces one that is gone', () => {
    const none = {
      ...{ proposedName: 'Free', datasetIds: [], splitIds: [], practiceModels: null },
      proposedTaskId: 'tsk_1',
    };
    const chosen = { ...EMPTY_DRAFT, taskId: 'tsk_2' };
    expect(withDefaults(chosen, { ...none, taskIds: ['tsk_1', 'tsk_2'] }).taskId).toBe('tsk_2');
    expect(withDefaults(chosen, { ...none, taskIds: ['tsk_1'] }).taskId).toBe('tsk_1');
    const named = (name: string) => withDefaults({ ...chosen, name }, { ...none, taskIds: [] }).name;
    expect([named('Mine'), named('')], 'a cleared name stays cleared').toEqual(['Mine', '']);
    const unfit = { ...none, taskIds: ['tsk_1'], proposedTaskId: null };
    expect(withDefaults(chosen, unfit).taskId).toBe('');
  });

  it('parts two files as 250 / 100 / 150 and held-out, in the form that the API takes', () => {
    const rule = ruleOf(openSplitDraft(['formula_train.jsonl', 'formula_val.jsonl'], 800));
    expect(registerSplitBody.parse({ name: 'x', rule }).rule).toEqual({
      kind: 'bySource',
      parts: [
        {
          source: 'formula_train.jsonl',
          kind: 'counts',
          counts: { train: 250, selection: 100, confirmation: 150 },
        },
        { source: 'formula_val.jsonl', kind: 'whole', split: 'heldOut' },
      ],
    });
  });

  it('parts one file by shares', () => {
    const rule = ruleOf(openSplitDraft(['all.csv'], 800));
    expect(rule).toMatchObject({ kind: 'shares', shares: { train: 0.5, heldOut: 0.3 } });
  });

  it('parts a small file into one half to learn from and one to measure', () => {
    const draft = openSplitDraft(['mine.jsonl'], 80);
    expect(ruleOf(draft)).toEqual({
      kind: 'counts',
      counts: { train: 40, selection: 0, heldOut: 40, confirmation: 0 },
    });
    expect(proposedWords(draft)).toBe('40 train, 40 held-out');
  });

  it('puts sources that are called as splits are each into theirs', () => {
    const rule = ruleOf(openSplitDraft(['confirmation', 'heldOut', 'train'], 800));
    expect(rule).toEqual({
      kind: 'bySource',
      parts: ['confirmation', 'heldOut', 'train'].map((name) => ({
        source: name,
        kind: 'whole',
        split: name,
      })),
    });
  });

  it('names the known presets and shows another as it is', () => {
    expect(['finer', 'of-tomorrow'].map(presetWord)).toEqual(['FiNER', 'of-tomorrow']);
  });

  it('reads a field’s source back as it wrote it', () => {
    for (const source of [{ path: 'a.b' }, { constant: 'x' }, { template: '{{a}} and {{b}}' }, null])
      expect(readSource(describeSource(source))).toEqual(source);
  });

  it('counts rollouts, measurements and calls of a static Combee run by hand', () => {
    const estimate = estimateRun({
      counts: { train: 250, selection: 0, heldOut: 300, confirmation: 0 },
      epochs: 1,
      maxRounds: 1,
      everyExamples: null,
      evaluationSplit: 'heldOut',
      aggregation: 'combee',
      batchSize: 25,
    });
    // 10 iterations of 25: k = 5, so 6 calls each; 11 measurements of 300; 250 answers and 250 reflections.
    expect(estimate).toMatchObject({
      trainRollouts: 250,
      measurements: 11,
      evaluationRollouts: 3300,
      callsLow: 3860,
    });
  });
});

describe('what each kind of aggregation asks for', () => {
  const callsOf = (aggregation: AggregationKind, batchSize: number) =>
    estimateRun({
      counts: { train: 250, selection: 0, heldOut: 0, confirmation: 0 },
      epochs: 1,
      maxRounds: 1,
      everyExamples: null,
      evaluationSplit: 'heldOut',
      aggregation,
      batchSize,
    }).callsLow - 500;

  it('counts the last, smaller batch with its own size', () => {
    // Three iterations of 80 and one of 10: 8 + 1 calls each, then 3 + 1.
    expect(AGGREGATION_KINDS.map((kind) => [kind, callsOf(kind, 80)])).toEqual([
      ['combee', 3 * 9 + 4],
      ['naive', 4],
      ['topK', 4],
      ['summary', 8],
      ['hierarchicalSummary', 250 + 4 * 2],
    ]);
    expect(callsOf('hierarchicalSummary', 1)).toBe(500);
    expect(callsOf('combee', 1)).toBe(250);
  });

  it('is said of every kind in a line of the settings', () => {
    const line = (kind: AggregationKind) =>
      describeAggregation({ kind, duplication: 2, groups: null, reducer: 'llm', fanInMax: 24 });
    expect(line('combee')).toBe('Combee: 2 copies, k = √n groups, rounded down, combined by the model');
    expect(line('topK')).toBe(
      'Top-K retrieval: similar reflections are clustered; one call reads √n of them, one a cluster',
    );
    expect(new Set(AGGREGATION_KINDS.map(line)).size).toBe(5);
  });
});

describe('reference', () => {
  it('turns an OpenAPI document into groups with fields and a curl line', () => {
    const document = {
      paths: {
        '/api/v1/runs/{runId}/control': {
          post: {
            operationId: 'controlRun',
            tags: ['Runs'],
            summary: 'Steer',
            parameters: [{ name: 'runId', in: 'path', required: true, schema: { type: 'string' } }],
            requestBody: {
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Control' } } },
            },
            responses: { '200': { description: 'ok' } },
          },
        },
      },
      components: {
        schemas: {
          Control: {
            type: 'object',
            required: ['action'],
            properties: { action: { type: 'string', enum: ['pause', 'stop'] } },
          },
        },
      },
    };
    const [group] = prepareReference(document);
    expect(group?.name).toBe('Runs');
    const line = { id: 'controlRun', method: 'POST', path: '/api/v1/runs/{runId}/control', summary: 'Steer' };
    expect(group?.operations).toEqual([line]);
    expect(prepareOperation(document, 'startRun')).toBeNull();
    const operation = prepareOperation(document, 'controlRun');
    expect(operation?.body[0]).toMatchObject({ name: 'action', type: '"pause" | "stop"', required: true });
    expect(operation?.curl).toContain('-X POST "$WAGGLE_URL/api/v1/runs/$runId/control"');
    expect(operation?.curl).toContain('{"action":"pause"}');
  });
});
