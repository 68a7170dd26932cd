import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { exportConfiguration, importConfiguration } from './configuration-files';
import { getExperiment } from './read-experiments';

let lab: PracticeLab;
let experimentId: string;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 4, heldOut: 2, timeScale: null });
  experimentId = await lab.makeExperiment({ epochs: 3 });
});
afterAll(() => lab.close());

async function exported(format: 'yaml' | 'json'): Promise<string> {
  const { lines } = await exportConfiguration(lab.actor, { experimentId, format });
  let text = '';
  for await (const line of lines) text += line;
  return text;
}

describe('a configuration as a file', () => {
  it.each(['yaml', 'json'] as const)(
    'R-006: goes out as %s and comes back as the same settings',
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
