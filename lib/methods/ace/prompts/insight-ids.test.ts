import { describe, expect, it } from 'vitest';
import { readCuratorReply } from '@/lib/methods/ace/read-curator-reply';
import { readInsightIds, textWithInsightIds, withInsightIdRule } from '@/lib/methods/prompting/insight-ids';
import { combinerMessages } from './combiner';
import { curatorMessages } from './curator';
import { PROMPT_HASHES } from './prompt-hashes';

const text = 'Error: none.\nKey insight: Round last.\nKey insight: Mind the unit.';
const insights = ['Round last.', 'Mind the unit.'];
const insightIds = ['i2.5.0', 'i2.5.1'];

describe('ids of insights in prompts', () => {
  it('stand behind the label of their line, and nowhere else', () => {
    expect(textWithInsightIds({ text, insights, insightIds })).toBe(
      'Error: none.\nKey insight [i2.5.0]: Round last.\nKey insight [i2.5.1]: Mind the unit.',
    );
  });

  it('tell apart two insights in the same words, and give a line to one that has none', () => {
    const twice = 'Key insight: Same.\nKey insight: Same.';
    expect(textWithInsightIds({ text: twice, insights: ['Same.', 'Same.'], insightIds })).toBe(
      'Key insight [i2.5.0]: Same.\nKey insight [i2.5.1]: Same.',
    );
    expect(textWithInsightIds({ text: 'It went wrong.', insights: ['Round last.'], insightIds })).toBe(
      'It went wrong.\nInsight [i2.5.0]: Round last.',
    );
  });

  it('are read back each once; what is no id is left out', () => {
    expect(readInsightIds(['i0.3.0', '[i0.3.0]', 'i0.3.1', 'calc-00001', 7, null, 'i1'])).toEqual([
      'i0.3.0',
      'i0.3.1',
    ]);
    expect(readInsightIds('i0.3.0')).toEqual([]);
  });
});

const playbook = {
  progress: { trainExamplesSeen: 1, trainExamples: 2 },
  tokenBudget: 3,
  stats: { totalBullets: 0, highPerforming: 0, problematic: 0, unused: 0, bySection: {} },
  playbook: 'playbook',
};
const add = { type: 'add', section: 'OTHERS', content: 'Round last.' } as const;

describe('off, ids leave no trace', () => {
  it('the templates have the hashes that they had before there were ids', () => {
    expect([PROMPT_HASHES.curator, PROMPT_HASHES.combiner].map((hash) => hash.slice(0, 16))).toEqual([
      '32da1b5e403977a0',
      '40d7076c7017fc33',
    ]);
  });

  it('a prompt on reflections and edits without ids is the same, byte for byte', () => {
    const plain = { text, context: 'c' };
    expect(curatorMessages({ ...playbook, reflections: [{ ...plain, insights }] })).toEqual(
      curatorMessages({ ...playbook, reflections: [plain], insightIds: false }),
    );
    expect(combinerMessages({ ...playbook, updates: [[add]] })[1]?.content).not.toContain('from');
    expect(withInsightIdRule('Do it.')).toBe('Do it.');
  });

  it('sources that a model names without having been asked are not taken up', () => {
    const reply = JSON.stringify({
      reasoning: 'r',
      operations: [{ type: 'ADD', section: 'OTHERS', content: 'Round last.', from: ['i0.0.0'] }],
    });
    const [off, on] = [readCuratorReply(reply), readCuratorReply(reply, true)];
    expect(off.ok && off.value.edits).toEqual([add]);
    expect(on.ok && on.value.edits).toEqual([{ ...add, from: ['i0.0.0'] }]);
  });
});

describe('on, both levels see the ids and are asked for them', () => {
  it('the curator in its reflections, the combiner in the operations of the groups', () => {
    const [system, user] = curatorMessages({
      ...playbook,
      insightIds: true,
      reflections: [{ text, context: 'c', insights, insightIds }],
    });
    expect(system?.content).toContain('"from"');
    expect(user?.content).toContain('Key insight [i2.5.0]: Round last.');
    const combined = combinerMessages({
      ...playbook,
      insightIds: true,
      updates: [[{ ...add, from: ['i2.5.0'] }]],
    });
    expect(combined[0]?.content).toContain('"from"');
    expect(combined[1]?.content).toContain('"from":["i2.5.0"]');
  });
});
