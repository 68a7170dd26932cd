import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '@/lib/ports/language-model';
import { cutOutput, outputMessage, trimHistory } from './history';

const opening: ChatMessage[] = [
  { role: 'user', content: 'rules' },
  { role: 'user', content: 'Task: count' },
];
const turns = (count: number): ChatMessage[] =>
  Array.from({ length: count }, (_, at): ChatMessage[] => [
    { role: 'assistant', content: `reply ${at}` },
    outputMessage(`output ${at} ${'x'.repeat(1000)}`),
  ]).flat();
const sizeOf = (messages: readonly ChatMessage[]) => JSON.stringify(messages).length;

describe('the history of a conversation', () => {
  it('is whole within its limit', () => {
    const messages = [...opening, ...turns(6)];
    expect(trimHistory(messages, 2)).toEqual(messages);
  });

  it('hides the oldest outputs first, and no more than it must', () => {
    const trimmed = trimHistory([...opening, ...turns(6)], 2, 5_000);
    expect(trimmed).toHaveLength(14);
    const hidden = trimmed.map(({ content }) => content.includes('NOT SHOWN'));
    expect(hidden).toEqual(trimmed.map((_, at) => at === 3 || at === 5));
    expect(sizeOf(trimmed)).toBeLessThan(6_000);
  });

  it('then drops whole turns, so that a reply is followed by its output', () => {
    const trimmed = trimHistory([...opening, ...turns(6)], 2, 1_200);
    expect(trimmed.slice(0, 2)).toEqual([
      opening[0],
      { role: 'user', content: 'Task: count[TRIMMED HISTORY]\n\n' },
    ]);
    expect(trimmed.slice(2)).toEqual(turns(6).slice(-2));
  });

  it('keeps the newest turn though it alone is too long', () => {
    const trimmed = trimHistory([...opening, ...turns(3)], 2, 10);
    expect(trimmed.slice(2)).toEqual(turns(3).slice(-2));
  });

  it('cuts an output by characters, not in the middle of one', () => {
    const emoji = '🐝'.repeat(20_000);
    expect(cutOutput(emoji)).toBe(emoji);
    expect(cutOutput(`${emoji}x`).startsWith(`${emoji}\n[`)).toBe(true);
  });
});
