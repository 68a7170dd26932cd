import { describe, expect, it } from 'vitest';
import { taskOfPrompt } from '@/lib/environments/terminal/terminal-prompt';
import { bubblewrapSandboxes } from '@/server/adapters/sandbox/bubblewrap';
import { commands, openPlay } from './testing/play-terminal';

const whyNot = await bubblewrapSandboxes.whyNot();
const { play, SOLVED } = openPlay();

const json = (keystrokes: readonly string[], isComplete = false) => commands(keystrokes, 5, isComplete);

describe.skipIf(whyNot !== null)(
  `a terminal in bubblewrap${whyNot === null ? '' : ` (skipped: ${whyNot})`}`,
  () => {
    it('shows what was typed and printed, keeps its state, and is judged once completion was said twice', async () => {
      const { result, seen, end, asked } = await play([
        json(['cd tools\n', 'mark=kept\n']),
        json(['echo "$mark in $PWD"\n', 'cd ..\n', ...SOLVED]),
        json([], true),
        json([], true),
      ]);
      expect(result).toMatchObject({ kind: 'judged', reward: 1 });
      expect(end).toMatchObject({ how: 'completed', turns: 4 });
      expect(asked[0]?.[0]).toEqual({ role: 'system', content: '- Learned line.' });
      expect(taskOfPrompt(seen[0] ?? '')).toContain('script');
      expect(seen[2]).toContain('kept in /app/tools');
      expect(seen[3]).toContain('once more');
    });

    it('takes replies in XML', async () => {
      const keys = SOLVED.map((one) => `<keystrokes duration="5">${one}</keystrokes>`).join('\n');
      const reply = (isComplete: boolean) =>
        `<response><analysis>a</analysis><plan>p</plan><commands>${isComplete ? '' : keys}</commands><task_complete>${isComplete}</task_complete></response>`;
      const { result } = await play([reply(false), reply(true), reply(true)], 'xml');
      expect(result).toMatchObject({ kind: 'judged', reward: 1 });
    });

    it('runs nothing of a reply that cannot be read, and is judged where the model may not be asked again', async () => {
      const { result, seen, end } = await play(['rm -rf /app']);
      expect(seen).toHaveLength(2);
      expect(result).toMatchObject({ kind: 'judged', reward: 0 });
      expect(end).toMatchObject({ how: 'limit', turns: 1 });
    });

    it('interrupts a command by its key, and cuts long output in the middle', async () => {
      const { seen } = await play([
        JSON.stringify({
          ...{ analysis: 'a', plan: 'p' },
          commands: [
            { keystrokes: 'cat\n', duration: 1 },
            { keystrokes: 'C-c', duration: 2 },
            { keystrokes: 'echo back\n', duration: 5 },
          ],
        }),
        json(['seq 100000\n']),
      ]);
      expect(seen[1]).toContain('\nback');
      expect(seen[2]).toMatch(/interior bytes omitted/);
      expect(seen[2]?.length).toBeLessThan(12_000);
    });
  },
);
