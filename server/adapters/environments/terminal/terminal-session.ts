import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { keyBytes } from '@/lib/environments/terminal/key-bytes';
import { limitOutput } from '@/lib/environments/terminal/limit-output';
import { screenText } from '@/lib/environments/terminal/screen-text';
import {
  endOfShell,
  NO_FACTS,
  sessionNotes,
  type TerminalFacts,
} from '@/lib/environments/terminal/session-notes';
import type { ExecEnd } from '@/lib/ports/sandbox';
import { parsedJson } from '@/server/adapters/agents/read-outcome';
import type { SolvePlace } from '../attempt-result';
import { AttemptStopped, notJudged } from '../attempt-result';
import { START_ARGUMENTS, TERMINAL_FOLDER, TYPE_PROGRAM } from './terminal-programs';

/**
 * A terminal in a sandbox: one bash that stays between turns, behind a pseudo terminal where the tree has `script`. A shell
 * that ends is replaced, and the next observation tells the agent.
 */
export interface TerminalSession {
  /** Types, waits until the prompt is back or the time is over, and gives what the terminal showed meanwhile. */
  type(keystrokes: string, seconds: number): Promise<TerminalLook>;
  /** Text since the last look. */
  look(): Promise<TerminalLook>;
}

export interface TerminalLook {
  readonly screen: string;
  /** Sentences on what the screen does not show. */
  readonly notes: readonly string[];
  /** `new` = the shell was replaced. `lost` = no shell could be started, several times in a row. */
  readonly shell: 'same' | 'new' | 'lost';
}

const BYTES_MAX = 200_000;
const MARGIN_MS = 15_000;
const STARTS_MAX = 3;
const KEYS_SHOWN = 20;

const report = z.object({
  ...{ total: z.number(), status: z.number(), hasEnded: z.boolean(), program: z.string().nullable() },
  ...{ isPrinting: z.boolean(), isDiskFull: z.boolean(), notTyped: z.number() },
  left: z.number(),
});

/** @throws AttemptStopped where no terminal can be had */
export async function openTerminal(place: SolvePlace): Promise<TerminalSession> {
  const { sandbox, workdir, variables, user, signal } = place;
  const as = user === undefined ? {} : { user };
  const own = { env: { ...variables, TERM: 'dumb', TERMINAL_WORKDIR: workdir }, cwd: '/', signal, ...as };
  let seen = 0;
  let failedStarts = 0;

  /** Null once the shell shows its prompt, else why not. */
  async function start(): Promise<string | null> {
    const limits = { timeoutMs: MARGIN_MS, outputBytesMax: 10_000 };
    // An account of the task may make no folder there.
    const open = ['sh', '-c', `mkdir -p ${TERMINAL_FOLDER} && chmod 1777 ${TERMINAL_FOLDER}`];
    if (user !== undefined) await sandbox.exec({ argv: open, cwd: '/', signal, ...limits });
    const end = await sandbox.exec({ argv: ['perl', ...START_ARGUMENTS], ...own, ...limits });
    signal.throwIfAborted();
    seen = 0;
    const isUp = end.kind === 'exited' && end.code === 0;
    failedStarts = isUp ? 0 : failedStarts + 1;
    return isUp ? null : saidBy(end);
  }

  async function run(keys: string, seconds: number): Promise<TerminalLook> {
    if (failedStarts > 0) return await replaced('', NO_FACTS);
    const end = await sandbox.exec({
      argv: ['perl', '-e', TYPE_PROGRAM, String(seconds), String(seen)],
      ...{ stdin: keys, ...own, timeoutMs: seconds * 1000 + MARGIN_MS, outputBytesMax: BYTES_MAX },
    });
    signal.throwIfAborted();
    const line = end.stdout.indexOf('\n');
    const read = report.safeParse(parsedJson(end.stdout.slice(0, Math.max(0, line))));
    if (!read.success)
      return await replaced('', { ...NO_FACTS, ended: `The terminal does not answer: ${saidBy(end)}.` });
    const { total, status, hasEnded, notTyped, left, ...states } = read.data;
    seen = total;
    const printed = screenText(stripVTControlCharacters(end.stdout.slice(line + 1)));
    const text = limitOutput(printed.text, { left });
    const facts: TerminalFacts = {
      ...{ ...states, ended: null, bytesNotTyped: notTyped },
      isEchoOff: !hasEnded && states.program === null && left === 0 && isHidden(keys, printed.text),
      charactersLeftOut: printed.charactersLeftOut,
    };
    if (!hasEnded) return { screen: text, notes: sessionNotes(facts), shell: 'same' };
    const ended = status === -1 ? 'The shell was killed.' : endOfShell(status);
    return await replaced(text, { ...facts, ...{ program: null, ended } });
  }

  async function replaced(text: string, facts: TerminalFacts): Promise<TerminalLook> {
    const reason = await start();
    if (reason === null) return { screen: text, notes: sessionNotes(facts), shell: 'new' };
    const notes = [`[${`${facts.ended ?? ''} No new shell can be started: ${reason}`.trim()}]`];
    return { screen: text, notes, shell: failedStarts < STARTS_MAX ? 'new' : 'lost' };
  }

  const reason = await start();
  if (reason !== null) throw new AttemptStopped(notJudged('setup', 'terminal', `No terminal: ${reason}`));
  return {
    type: (keystrokes, seconds) => run(keyBytes(keystrokes), Math.max(1, Math.ceil(seconds))),
    look: () => run('', 0),
  };
}

function saidBy(end: ExecEnd): string {
  if (end.kind === 'notStarted') return end.reason;
  if (end.kind === 'killed') return `killed (${end.by})`;
  return end.stderr.trim() || end.kind;
}

/** Whether a line that was typed cannot be seen. */
function isHidden(keys: string, text: string): boolean {
  const typed = keys.trimStart().split('\n')[0]?.slice(0, KEYS_SHOWN) ?? '';
  return keys.includes('\n') && /^[ -~]{3,}$/.test(typed) && !text.includes(typed);
}
