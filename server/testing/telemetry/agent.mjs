/** `node agent.mjs <name> <JSON>`: one agent with telemetry; its answer is the last line of standard output. */
const [name = '', given = '{}'] = process.argv.slice(2);
const { answer } = await import(`./${name}.mjs`);
const text = await answer(JSON.parse(given));
console.log(JSON.stringify(text));
process.exit(0);
