/**
 * One run, one verdict: simulated runs (./verdict-cases) pass through everything that says whether a run keeps the serial
 * quality, whether its gain holds, or whether it may be promoted, and each has to give the answer of the one claim. Where a
 * score is in doubt a headline withholds it. The producers are the code behind pages, API fields and files:
 *
 *     quality    speed claim: field, verdict, sentence (readiness API and page) · readiness: what blocks it, claim ·
 *                cost: field, sentence (API, page) · accepted prompts (cost page and its CSV) · truth: kind, sentence (lists,
 *                experiment, run) · compare: field, sentence, badge (API, page, its CSV) ·
 *                report: JSON, Markdown (its page, HTML and PDF draw the same document)
 *     gain       truth: kind · overview: badge · price of a point (cost, headlines) · readiness: light of the seeds ·
 *                version: field, sentence (held-out examples of a version)
 *     promotion  gate · approval: light
 *     arms       sweep: field, CSV, words · front: field; by intervals of their own (./verdict-of-arms)
 *
 * The cost table and the rollouts as CSV, JSON and Parquet hold no verdict. The assembly from a database is
 * checked by server/services/truths/one-verdict.db.test.ts.
 */
import type { BenchRow } from '../bench-row';
import { verdictCases } from './verdict-cases';
import { type ClaimName, claimsOf, type Producer, type SaidPair } from './verdict-claims';
import { armVerdicts } from './verdict-of-arms';
import { GAIN_PRODUCERS, PROMOTION_PRODUCERS } from './verdict-of-gain';
import { QUALITY_PRODUCERS } from './verdict-of-quality';

const of = (claim: ClaimName, producers: readonly Producer[]) =>
  producers.map((producer) => ({ ...producer, claim }));

const PRODUCERS = [
  ...of('quality', QUALITY_PRODUCERS),
  ...of('gain', GAIN_PRODUCERS),
  ...of('promotion', PROMOTION_PRODUCERS),
];

export async function measureVerdictAgreement(): Promise<readonly BenchRow[]> {
  const pairs = [...verdictCases().flatMap(pairsOf), ...armVerdicts()];
  const silent = PRODUCERS.filter(
    ({ name, claim }) => !pairs.some(({ producer }) => producer === nameOf(claim, name)),
  ).map(({ claim, name }) => nameOf(claim, name));
  const wrong = pairs.filter(({ agrees }) => !agrees);
  const value = (100 * (pairs.length - wrong.length)) / pairs.length;
  const first = wrong.slice(0, 3).map(({ producer, run }) => `${producer} of “${run}”`);
  return [
    {
      name: 'verdict agreement over all API fields, pages’ data and files',
      ...{ value, unit: '%', target: '100, each producer heard' },
      met: wrong.length === 0 && silent.length === 0,
      note: [
        `${pairs.length - wrong.length} of ${pairs.length} pairs of a run and a producer, ${new Set(pairs.map(({ producer }) => producer)).size} producers`,
        ...(first.length === 0 ? [] : [`disagree: ${first.join('; ')}`]),
        ...(silent.length === 0 ? [] : [`say nothing: ${silent.join('; ')}`]),
      ].join('; '),
    },
  ];
}

/**
 * A producer that says nothing of a claim makes no pair; a producer that is always silent is reported above.
 */
function pairsOf(one: ReturnType<typeof verdictCases>[number]): readonly SaidPair[] {
  const claims = claimsOf(one);
  return PRODUCERS.flatMap(({ name, claim, isHeadline = false, said }) => {
    const found = said(one);
    if (found === null) return [];
    const wanted = isHeadline && one.doubt !== null ? 'withheld' : claims[claim];
    const agrees = wanted !== null && found.includes(wanted);
    return [{ producer: nameOf(claim, name), run: one.name, agrees }];
  });
}

const nameOf = (claim: string, name: string) => `${claim}, ${name}`;
