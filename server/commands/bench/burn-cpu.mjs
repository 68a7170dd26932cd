/**
 * An environment that is heavy on its worker: burns so many milliseconds of this process's own CPU time on one thread
 * (whatever else the machine does), then says whether the answer was right.
 */
const [, , burnMs] = process.argv;
let text = '';
for await (const part of process.stdin.setEncoding('utf8')) text += part;
const { answer, expected } = JSON.parse(text);
let spins = 0;
while (process.cpuUsage().user < Number(burnMs) * 1000) spins += 1;
console.log(JSON.stringify({ score: answer === expected ? 1 : 0, notes: `${spins} spins` }));
