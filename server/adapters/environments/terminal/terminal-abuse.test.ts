import { describe, expect, it } from 'vitest';
import { sized } from '@/lib/testing/test-size';
import { bubblewrapSandboxes } from '@/server/adapters/sandbox/bubblewrap';
import { commands, openPlay } from './testing/play-terminal';

/** Each attempt waits for seconds on its terminal: the quick test takes the first of each kind. */
const some = <One>(kinds: readonly One[]): readonly One[] => kinds.slice(0, sized(1, kinds.length));

/**
 * Agents that end, flood or block their own terminal: the attempt goes on, the next observation says in one sentence what
 * happened, and what was left is judged.
 */
const whyNot = await bubblewrapSandboxes.whyNot();
const { play, SOLVED } = openPlay();

/** Typed first, then the task is solved in what terminal there is then. */
async function after(...typed: readonly string[]) {
  const { seen, result, end } = await play([
    commands(typed, 2),
    commands(['[ ! -e /big ] || rm /big\n', ...SOLVED], 5),
    ...[1, 2].map(() => commands([], 1, true)),
  ]);
  expect(result).toMatchObject({ kind: 'judged', reward: 1 });
  expect(end).toMatchObject({ how: 'completed' });
  return seen[1] ?? '';
}

describe.skipIf(whyNot !== null)(
  `an agent in bubblewrap${whyNot === null ? '' : ` (skipped: ${whyNot})`}`,
  () => {
    it.each(
      some([
        ['exit 3\n', 'The shell has ended with code 3.'],
        ['exec false\n', 'The shell has ended with code 1.'],
        ['C-d', 'The shell has ended with code 0.'],
        ['kill -9 $$\n', 'The shell was killed by signal 9.'],
      ]),
    )('that types %j gets a new shell and is told', async (keys, sentence) => {
      const screen = await after('mark=kept\n', keys, 'echo never typed\n');
      expect(screen).toContain(`[${sentence} A new shell was started`);
      expect(screen).toContain('[Commands that were not typed: the last 1.]');
      expect(screen).toContain('\n/app# ');
    });

    it.each(some(['kill -9 -1\n', 'rm -rf /run/terminal\n']))(
      'that takes its terminal away by %j gets another and is told',
      async (keys) => {
        expect(await after(keys)).toMatch(/\[The (shell was killed|terminal does not answer).* A new shell/);
      },
    );

    it('that prints without end in the background sees both ends and is told', async () => {
      const screen = await after('yes &\n');
      expect(screen).toContain('interior bytes omitted');
      expect(screen).toContain('[A program in the background keeps printing');
      expect(screen.length).toBeLessThan(12_000);
    });

    it('that prints random bytes sees text without control characters, and C-c ends it', async () => {
      const screen = await after('cat /dev/urandom\n', 'C-c', 'stty sane; echo ba\\ck\n');
      expect(screen).toContain('[The output is no text');
      expect(screen).toContain('[The program "cat" still has the terminal');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may reach a model or a database.
      expect(screen).not.toMatch(/[\u0000-\u0008\u000e-\u001f]/);
    });

    it.each(
      some([
        ['top\n', 'top', 'q'],
        ['vi notes\n', 'vi', ':q!\n'],
      ]),
    )('that opens a full screen by %j is told who has the terminal', async (keys, name, leave) => {
      const screen = await after(keys, leave);
      expect(screen).toMatch(new RegExp(`\\[The program "${name}.*" still has the terminal`));
    });

    it('that hides its keys is told, and sees what commands print', async () => {
      const screen = await after('stty -echo\n', 'echo th""ere\n');
      expect(screen).toContain('there');
      expect(screen).toContain('[Typed keys are not shown');
    });

    it('that fills its disk is told, keeps a terminal, and can free it', async () => {
      const screen = await after('cat /dev/zero > /big\n', 'exit\n');
      expect(screen).toContain('No space left');
      expect(screen).toContain('[The disk is full');
      expect(screen).toContain('A new shell was started');
    });

    it('that leaves its disk full is judged, by 0', async () => {
      const { result } = await play([commands([...SOLVED, 'cat /dev/zero > /big\n'], 5)]);
      expect(result).toMatchObject({ kind: 'judged', reward: 0 });
    });

    it('that removes its shell ends at once, and is missing data since no tests can run', async () => {
      const { result, end, seen } = await play(Array(6).fill(commands(['rm -rf /usr/bin/bash; exit\n'], 2)));
      expect(seen[1]).toContain('No new shell can be started');
      expect(end).toMatchObject({ how: 'lost' });
      expect(result).toMatchObject({ kind: 'notJudged', phase: 'verifier' });
    });
  },
);
