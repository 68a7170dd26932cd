/**
 * `npm run measure:pages -- [--relaxed 4] [--portion 0.2] [--brief] [--all] [--page run] [part …]`: how fast the pages of
 * a production build are on the huge scenario (1,000 runs, one of 2,000 iterations), in a new instance or in the
 * data folder that WAGGLE_MEASURE_DATA_DIR names. Parts: answers (p95 of every page and of every answer of the API),
 * interactive (until the content is there, a control answers and the last long task before that has ended), script
 * (first-load JavaScript), wheel (frames while a wheel turns over the rollouts), steps (the same over a trajectory of 10,000 steps), live (500 entries a second into a run
 * that is watched); all of them where none is named. Prints a table with targets and verdicts and the machine's load,
 * and ends with 1 where a target is missed.
 * `--all` prints every answer, the slowest first, and not only those that miss their target.
 * `--relaxed` multiplies the time limits, for machines that do other work. `--portion` seeds this share of the
 * scenario, which says less about size; `--brief` requests, opens and watches less, which says less about the slowest;
 * `--page` opens only this page for `interactive`.
 */
import os from 'node:os';
import { parseArgs } from 'node:util';
import { askAs } from './ask';
import { openBrowser } from './browser';
import { isMet, tableOf } from './measure-table';
import { hugeScenarios, startMeasured } from './measured-product';
import type { Measure, MeasuredThings, Pains } from './measures';
import { findShown } from './shown-ids';

const { values, positionals } = parseArgs({
  options: {
    relaxed: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
    portion: { type: 'string', default: '1' },
    brief: { type: 'boolean', default: false },
    page: { type: 'string' },
  },
  allowPositionals: true,
});
process.env.LOG_LEVEL ??= 'error';
const tell = (sentence: string) => console.log(sentence);
const product = await startMeasured(hugeScenarios(Number(values.portion)), tell);
process.env.DATABASE_URL = product.databaseUrl;
// Modules that use the database are imported once its address is known.
const parts = await import('./measures');
const { closeDb } = await import('@/server/db/client');
const { closeLedgerPool } = await import('@/server/ledger/pool');

const PARTS: Readonly<Record<string, (things: MeasuredThings) => Promise<readonly Measure[]>>> = {
  answers: parts.serverAnswers,
  interactive: parts.interactive,
  script: parts.firstLoad,
  wheel: parts.wheelRun,
  steps: parts.trajectoryWheel,
  live: parts.liveLag,
};

const THOROUGH: Pains = { asked: 20, opened: 3, seconds: 20, wheelSeconds: 240 };
const BRIEF: Pains = { asked: 6, opened: 1, seconds: 10, wheelSeconds: 10 };

let measures: readonly Measure[] = [];
try {
  const unknown = positionals.filter((name) => PARTS[name] === undefined);
  if (unknown.length > 0)
    throw new Error(`There is no part ${unknown.join(', ')}: choose among ${Object.keys(PARTS).join(', ')}.`);
  measures = await measureAll(
    Object.keys(PARTS).filter((name) => positionals.length === 0 || positionals.includes(name)),
  );
} finally {
  await Promise.all([closeDb(), closeLedgerPool()]);
  await product.stop();
}
const missed = measures.filter((measure) => !isMet(measure)).length;
tell(`\n${tableOf(measures)}`);
tell(
  `\nLoad of the last minute ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores; time limits times ${values.relaxed}.`,
);
if (Number(values.portion) < 1) tell(`Measured on a portion of ${values.portion} of the scenario.`);
tell(`${measures.length - missed} passed, ${missed} failed`);
process.exitCode = missed === 0 ? 0 : 1;

async function measureAll(names: readonly string[]): Promise<readonly Measure[]> {
  const browser = await openBrowser(product.baseUrl, product.account);
  try {
    const cookie = await browser.cookie();
    const shown = await findShown(askAs(product.baseUrl, cookie));
    const { baseUrl } = product;
    const things = {
      ...{ baseUrl, cookie, shown, context: browser.context },
      relaxed: Number(values.relaxed),
      all: values.all,
      ...(values.page === undefined ? {} : { page: values.page }),
      pains: values.brief ? BRIEF : THOROUGH,
    };
    const measures: Measure[] = [];
    for (const name of names) {
      const begun = performance.now();
      tell(`Measuring: ${name} …`);
      measures.push(...((await PARTS[name]?.(things)) ?? []));
      tell(`  took ${((performance.now() - begun) / 1000).toFixed(0)} s`);
    }
    return measures;
  } finally {
    await browser.close();
  }
}
