/**
 * `npm run measure:words`: how many words the pages show at rest, and how many controls a new experiment shows before
 * its advanced section, in a real browser on a new product with the scenario `first-run`. Prints a table with limits and
 * ends with 1 where one is passed. WAGGLE_MEASURE_DATA_DIR names a data folder to measure instead, as for `measure:pages`.
 */
import { type Place, visit } from '@/e2e/support/pages';
import type { PairedComparison } from '@/lib/contracts/paired-comparisons';
import type { RunView } from '@/lib/contracts/run-shapes';
import { type Ask, askAs } from '../measure/ask';
import { openBrowser } from '../measure/browser';
import { isMet, tableOf } from '../measure/measure-table';
import { startMeasured } from '../measure/measured-product';
import type { Measure } from '../measure/measures';
import { countWords } from './count-words';
import { controlsBeforeAdvanced, visibleText } from './visible-page';

process.env.LOG_LEVEL ??= 'error';
const product = await startMeasured(['first-run'], (sentence) => console.log(sentence));
try {
  const measures = await measureAll();
  const missed = measures.filter((measure) => !isMet(measure)).length;
  console.log(`\n${tableOf(measures)}\n${measures.length - missed} passed, ${missed} failed`);
  process.exitCode = missed === 0 ? 0 : 1;
} finally {
  await product.stop();
}

async function measureAll(): Promise<readonly Measure[]> {
  const browser = await openBrowser(product.baseUrl, product.account);
  try {
    const page = await browser.context.newPage();
    const measures: Measure[] = [];
    for (const { limit, ...place } of await placesOf(await browser.cookie())) {
      await visit(page, place);
      const value = countWords(await visibleText(page));
      measures.push(atMost(`words of ${place.name}`, value, limit, 'words', place.path));
    }
    const form = { name: 'a new experiment', path: '/experiments/new' };
    await visit(page, form);
    const controls = await controlsBeforeAdvanced(page);
    return [...measures, atMost(`controls of ${form.name}`, controls, 8, 'controls', 'before Advanced')];
  } finally {
    await browser.close();
  }
}

/** Pages with their limits; the newest parallel run that finished, its experiment, and its comparison with its serial run. */
async function placesOf(cookie: string): Promise<readonly (Place & { readonly limit: number })[]> {
  const ask = askAs(product.baseUrl, cookie);
  const answer = await ask('/api/v1/runs?status=finished&limit=200');
  const { items } = (await answer.json()) as { readonly items: readonly RunView[] };
  const run = items.find(({ kind }) => kind === 'combee') ?? items[0];
  if (run === undefined) throw new Error('The scenario left no finished run.');
  const other = await comparableWith(run.id, items, ask);
  return [
    { name: 'overview', path: '/', limit: 120 },
    { name: 'run', path: `/runs/${run.id}`, limit: 180 },
    { name: 'experiment', path: `/experiments/${run.experimentId}`, limit: 120 },
    { name: 'compare', path: `/compare?runs=${other.id},${run.id}`, limit: 200 },
  ];
}

/** A serial run of another split would show a refusal, which has fewer words than a comparison. */
async function comparableWith(runId: string, runs: readonly RunView[], ask: Ask): Promise<RunView> {
  for (const run of runs.filter(({ id, kind }) => kind === 'serialBaseline' && id !== runId)) {
    const answer = await ask(`/api/v1/comparisons/pairs?runs=${run.id},${runId}`);
    const { apart } = (await answer.json()) as PairedComparison;
    if (answer.ok && apart === null) return run;
  }
  throw new Error('The scenario left no serial run that may be compared.');
}

function atMost(
  name: string,
  value: number,
  limit: number,
  unit: 'words' | 'controls',
  note: string,
): Measure {
  return { ...{ name, value, unit, note }, target: { is: 'atMost', limit } };
}
