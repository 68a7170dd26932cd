/**
 * Agents for tests, each started with the address of a witness, its answer, a mode, and a mark to find its processes by.
 * It posts its job and the names of its environment to the witness, then does what the mode says:
 * `answer`: writes a log and the answer; `hang`: waits for SIGTERM, tells the witness and ends; `deaf`: the same, but
 * stays; `family`: starts a child that holds the output open, then as `answer`.
 */
export const NODE_AGENT = `
const { spawn } = require('node:child_process');
const [witness, answer, mode] = process.argv.slice(1);
const tell = (body) => fetch(witness, { method: 'POST', body: JSON.stringify(body) }).then(() => undefined);
let text = '';
process.stdin.on('data', (part) => { text += part; });
process.stdin.on('end', async () => {
  if (mode === 'hang' || mode === 'deaf') {
    setInterval(() => undefined, 1000);
    process.on('SIGTERM', () => tell({ stopping: true }).then(() => mode === 'hang' && process.exit(0)));
  }
  await tell({ job: JSON.parse(text), environment: process.env, lines: text.split('\\n').length - 1 });
  if (mode === 'hang' || mode === 'deaf') return;
  if (mode === 'family') {
    const forever = 'setInterval(() => undefined, 1000)';
    spawn(process.execPath, ['-e', forever, process.argv.at(-1)], { stdio: 'inherit' }).unref();
  }
  process.stdout.write('first line of the log\\n\\n' + answer + '\\n\\n', () => process.exit(0));
});`;

export const PYTHON_AGENT = `
import json, os, signal, sys, time, urllib.request
witness, answer, mode = sys.argv[1:4]
def tell(body):
    data = json.dumps(body).encode()
    urllib.request.urlopen(urllib.request.Request(witness, data=data, method='POST')).read()
def stop(*_):
    tell({'stopping': True})
    sys.exit(0)
if mode == 'hang':
    signal.signal(signal.SIGTERM, stop)
text = sys.stdin.read()
tell({'job': json.loads(text), 'environment': dict(os.environ), 'lines': text.count(chr(10))})
if mode == 'hang':
    while True:
        time.sleep(0.1)  # a signal that comes just before signal.pause() would not wake it
print('first line of the log')
print(answer)`;
