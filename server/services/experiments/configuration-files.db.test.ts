import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DIVERSITY_DEFAULT } from '@/lib/contracts/diversity-settings';
import { db } from '@/server/db/client';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { checkConfiguration, exportConfiguration, importConfiguration } from './configuration-files';
import { getExperiment } from './read-experiments';

let lab: PracticeLab;
let experimentId: string;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 4, heldOut: 2, timeScale: null });
  experimentId = await lab.makeExperiment({ epochs: 3 });
});
afterAll(() => lab.close());

async function exported(format: 'yaml' | 'json', id = experimentId): Promise<string> {
  const { lines } = await exportConfiguration(lab.actor, { experimentId: id, format });
  let text = '';
  for await (const line of lines) text += line;
  return text;
}

describe('a configuration as a file', () => {
  it.each(['yaml', 'json'] as const)(
    'R-006: is exported as %s and imported as the same settings',
    async (format) => {
      const text = await exported(format);
      const made = await importConfiguration(lab.actor, { text, name: `From ${format}`, map: {} });
      const { config } = await getExperiment(lab.actor, { experimentId });
      expect(made).toMatchObject({ name: `From ${format}`, taskId: lab.taskId, splitId: lab.splitId });
      expect(made.config).toEqual(config);
    },
  );

  it('R-006: refuses ids of another workspace by name, until they are mapped', async () => {
    const text = (await exported('yaml')).replaceAll(lab.taskId, 'tsk_elsewhere');
    await expect(importConfiguration(lab.actor, { text, name: 'Elsewhere', map: {} })).rejects.toMatchObject({
      code: 'CONFIGURATION_UNMAPPED',
      ruleId: 'R-006',
      fields: [{ path: 'map.tsk_elsewhere' }],
    });
    const map = { tsk_elsewhere: lab.taskId };
    expect((await importConfiguration(lab.actor, { text, name: 'Mapped', map })).taskId).toBe(lab.taskId);
  });

  it('R-006: says beforehand what is to be mapped, the models of each provider, and makes nothing', async () => {
    const withEmbedder = await lab.makeExperiment({
      diversity: { ...DIVERSITY_DEFAULT, embedderId: `${lab.providerId}/embedder` },
    });
    const elsewhere = (await exported('yaml', withEmbedder))
      .replaceAll(lab.splitId, 'spl_elsewhere')
      .replaceAll(lab.providerId, 'prv_elsewhere');
    const check = (map: Record<string, string>) => checkConfiguration(lab.actor, { text: elsewhere, map });
    const before = await db().experiment.count();
    const models = ['practice-task', 'practice-proposer', 'practice-judge', 'embedder'];
    expect(await check({})).toEqual({
      name: expect.stringMatching(/^Experiment/),
      isNameTaken: true,
      faults: [],
      foreign: [
        { what: 'split', id: 'spl_elsewhere', models: [] },
        { what: 'provider', id: 'prv_elsewhere', models: expect.arrayContaining(models) },
      ],
    });
    expect(await db().experiment.count()).toBe(before);
    const map = { spl_elsewhere: lab.splitId, prv_elsewhere: lab.providerId };
    expect((await check(map)).foreign).toEqual([]);
    const made = await importConfiguration(lab.actor, { text: elsewhere, name: 'Brought here', map });
    expect(made.config.diversity?.embedderId).toBe(`${lab.providerId}/embedder`);
  });

  it('R-006: names the id of the file where it was mapped to something that is not here either', async () => {
    const text = (await exported('json')).replaceAll(lab.taskId, 'tsk_elsewhere');
    const map = { tsk_elsewhere: 'tsk_nowhere' };
    await expect(importConfiguration(lab.actor, { text, map })).rejects.toMatchObject({
      code: 'CONFIGURATION_UNMAPPED',
      fields: [{ path: 'map.tsk_elsewhere' }],
    });
  });

  it('is checked with all of its faults', async () => {
    const text = `${await exported('yaml')}temperatureOfTheRoom: 21\n`;
    expect(await checkConfiguration(lab.actor, { text, map: {} })).toEqual({
      name: null,
      isNameTaken: false,
      faults: [{ path: 'temperatureOfTheRoom', message: 'There is no such setting.' }],
      foreign: [],
    });
  });

  it('refuses unknown members by name, and what is no configuration', async () => {
    const text = `${await exported('yaml')}temperatureOfTheRoom: 21\n`;
    await expect(importConfiguration(lab.actor, { text, name: 'Odd', map: {} })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      fields: [{ path: 'temperatureOfTheRoom' }],
    });
    await expect(importConfiguration(lab.actor, { text: '{', map: {} })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
  });
});
