import { stripVTControlCharacters } from 'node:util';
import { keyBytes } from '@/lib/environments/terminal/key-bytes';
import { limitOutput } from '@/lib/environments/terminal/limit-output';
import type { SolvePlace } from '../attempt-result';
import { AttemptStopped, notJudged } from '../attempt-result';

/**
 * A terminal in a sandbox: one bash that stays between turns, behind a pseudo terminal where the tree has `script`. Keys go
 * in through a pipe, the screen is a file; a counter that bash raises with each prompt tells when it is idle again.
 */
export interface TerminalSession {
  /** Types, waits until the prompt is back or the time is over, and gives what the terminal showed meanwhile. */
  type(keystrokes: string, seconds: number): Promise<string>;
  /** Text since the last look. */
  look(): Promise<string>;
}

/** Left out of the files that an agent changed. */
export const TERMINAL_FOLDER = '/run/terminal';
const BYTES_MAX = 200_000;
const MARGIN_MS = 15_000;

const START = `
mkdir -p ${TERMINAL_FOLDER} && cd ${TERMINAL_FOLDER} && mkfifo keys && : > screen && echo 0 > prompts || exit 1
cat > rc <<'RC'
PS1='\\w\\$ '
PS2='> '
stty cols 160 rows 40 2> /dev/null
unset HISTFILE
set +H
bind 'set disable-completion on' 'set enable-bracketed-paste off' 2> /dev/null
prompts=0
PROMPT_COMMAND='prompts=$((prompts + 1)); echo $prompts > ${TERMINAL_FOLDER}/prompts'
cd "$TERMINAL_WORKDIR"
RC
exec 3<> keys
# What a shell starts in the background ignores C-c, and so would all that is typed.
env --default-signal=INT true 2> /dev/null && reset='env --default-signal=INT,QUIT'
if command -v script > /dev/null; then
  setsid \${reset:-} script -qfc 'exec bash --noprofile --rcfile ${TERMINAL_FOLDER}/rc -i' screen <&3 > /dev/null 2>&1 &
else
  setsid \${reset:-} bash --noprofile --rcfile ${TERMINAL_FOLDER}/rc -i <&3 > screen 2>&1 &
fi
for i in $(seq 200); do [ "$(cat prompts)" != 0 ] && exit 0; sleep 0.05; done
exit 2`;

/** Keys on the standard input; $1 = seconds, $2 = bytes of the screen seen so far. */
const TYPE = `
cd ${TERMINAL_FOLDER}
before=$(cat prompts)
cat > keys
quiet=0
for i in $(seq $(( $1 * 20 ))); do
  sleep 0.05
  now="$(cat prompts) $(stat -c %s screen)"
  if [ "$now" = "\${last:-}" ] && [ "\${now%% *}" != "$before" ]; then quiet=$((quiet + 1)); else quiet=0; fi
  last=$now
  [ $quiet -ge 2 ] && break
done
stat -c %s screen
tail -c +$(( $2 + 1 )) screen`;

const DECIMALS = 10;

/** @throws AttemptStopped where no terminal can be had */
export async function openTerminal(place: SolvePlace): Promise<TerminalSession> {
  const { sandbox, workdir, variables, user, signal } = place;
  const as = user === undefined ? {} : { user };
  const own = { env: { ...variables, TERM: 'dumb', TERMINAL_WORKDIR: workdir }, cwd: '/', signal, ...as };
  const start = await sandbox.exec({
    argv: ['bash', '-c', START],
    ...own,
    timeoutMs: MARGIN_MS,
    outputBytesMax: 10_000,
  });
  signal.throwIfAborted();
  if (start.kind !== 'exited' || start.code !== 0)
    throw new AttemptStopped(notJudged('setup', 'terminal', `No terminal: ${start.kind} ${start.stderr}`));
  let seen = 0;

  async function run(keys: string, seconds: number): Promise<string> {
    const argv = ['bash', '-c', TYPE, 'type', String(seconds), String(seen)];
    const end = await sandbox.exec({
      ...{ argv, stdin: keys, ...own },
      ...{ timeoutMs: seconds * 1000 + MARGIN_MS, outputBytesMax: BYTES_MAX },
    });
    signal.throwIfAborted();
    const line = end.stdout.indexOf('\n');
    const size = Number.parseInt(end.stdout.slice(0, Math.max(0, line)), DECIMALS);
    if (end.kind === 'overOutput') return await skipped();
    if (end.kind !== 'exited' || Number.isNaN(size)) return `(The terminal does not answer: ${end.kind}.)`;
    seen = size;
    return shown(end.stdout.slice(line + 1));
  }

  /** More than can be taken at once: its end is shown, and the rest counts as seen. */
  async function skipped(): Promise<string> {
    const argv = ['bash', '-c', `cd ${TERMINAL_FOLDER} && stat -c %s screen && tail -c 20000 screen`];
    const end = await sandbox.exec({ argv, ...own, timeoutMs: MARGIN_MS, outputBytesMax: BYTES_MAX });
    signal.throwIfAborted();
    const line = end.stdout.indexOf('\n');
    seen = Number.parseInt(end.stdout.slice(0, Math.max(0, line)), DECIMALS) || seen;
    return shown(`[… much more output was left out …]\n${end.stdout.slice(line + 1)}`);
  }

  return {
    type: (keystrokes, seconds) => run(keyBytes(keystrokes), Math.max(1, Math.ceil(seconds))),
    look: () => run('', 0),
  };
}

const SCRIPT_LINE = /^Script (?:started|done) on .*$\n?/gm;

function shown(raw: string): string {
  const text = stripVTControlCharacters(raw).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  return limitOutput(text.replace(SCRIPT_LINE, ''));
}
