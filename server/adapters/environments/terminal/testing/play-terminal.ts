import { readTask } from '@/lib/environments/read-task';
import { taskFilesOf, taskFolders } from '@/lib/environments/task-folders';
import type { ReplyForm } from '@/lib/environments/terminal/terminal-prompt';
import { invariant } from '@/lib/errors/invariant';
import type { ChatMessage } from '@/lib/ports/language-model';
import { bubblewrapSandboxes } from '@/server/adapters/sandbox/bubblewrap';
import { readPracticeTasks } from '@/server/services/environments/practice-tasks';
import { attemptTask } from '../../attempt-task';
import { runTerminalLoop, type TerminalEnd } from '../run-terminal-loop';
import { openTerminal } from '../terminal-session';

/** Attempts at one practice task whose model says given replies. */
export function openPlay() {
  const folder = taskFolders(readPracticeTasks()).find(({ path }) => path === 'script-modes');
  invariant(folder, 'The task is bundled.');
  const { files } = folder;
  const read = readTask(taskFilesOf(folder));
  invariant(read.ok, 'The task can be read.');

  /** Replies in turn; what the model saw before each of them is given back. */
  async function play(replies: readonly string[], form: ReplyForm = 'json') {
    invariant(read.ok, 'The task can be read.');
    const seen: string[] = [];
    const asked: (readonly ChatMessage[])[] = [];
    let end: TerminalEnd | undefined;
    const result = await attemptTask({
      ...{ sandboxes: bubblewrapSandboxes, task: read.task, files },
      signal: new AbortController().signal,
      solve: async (place) => {
        end = await runTerminalLoop({
          ...{
            session: await openTerminal(place),
            instruction: place.instruction,
            form,
            signal: place.signal,
          },
          system: '- Learned line.',
          async ask(messages) {
            asked.push(messages);
            seen.push(messages.at(-1)?.content ?? '');
            const text = replies[seen.length - 1];
            return text === undefined ? 'limit' : { text };
          },
        });
      },
    });
    return { result, seen, end, asked };
  }
  return { play, SOLVED };
}

const SOLVED = [
  'chmod 755 tools/weigh tools/label.sh\n',
  'chmod 644 tools/notes.sh tools/README tools/shelves\n',
];

/** A reply in JSON, each of whose commands may take these seconds. */
export const commands = (keystrokes: readonly string[], seconds: number, isComplete = false): string =>
  JSON.stringify({
    ...{ analysis: 'a', plan: 'p' },
    commands: keystrokes.map((keys) => ({ keystrokes: keys, duration: seconds })),
    task_complete: isComplete,
  });
