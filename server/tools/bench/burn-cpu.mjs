/**
 * An environment that is heavy on its worker: burns so many milliseconds of this process's own CPU time on one thread
 * (whatever else the machine does), then says whether the answer was right.
 */
const [, , burnMs] = process.argv;
let text = '';
for await (const part of process.stdin.setEncoding('utf8')) text += part;
const { answer, expected } = JSON.parse(text);
let spins = 0;
// Looked at seldom: asking how much was burnt is a system call, and would be most of what is burnt.
while (process.cpuUsage().user < Number(burnMs) * 1000) {
  for (let turn = 0; turn < 1e6; turn += 1) spins += turn % 7;
}
console.log(JSON.stringify({ score: answer === expected ? 1 : 0, notes: `${spins} spins` }));
