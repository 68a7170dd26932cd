import { pairsForPower, pairsToHarm, passPower } from '@/lib/canary/power';
import { registerCanary } from '@/lib/canary/registration';
import { seededRng } from '@/lib/random/seeded-rng';
import { simulateCanaries } from '@/lib/testing/simulate-canary';

/**
 * `node --import tsx server/tools/canary-simulate/table.ts [canaries]`: the table of docs/measurements/canary-plans.md, printed again. It
 * simulates the verdict alone, without endpoints or a database. Some minutes for 1,000 canaries a row.
 */
const DISCORDANCE = 0.1;
const TRUTHS = [-0.05, -0.02, -0.01, -0.005, 0, 0.005, 0.01, 0.02];

function printTable(canaries: number): void {
  const draft = { failureLevel: 'low', margin: 0.005, acceptsLowPower: true } as const;
  const { plan } = registerCanary(draft, { discordance: DISCORDANCE });
  console.log(
    '| truth | passed | foretold | rolled back | inconclusive | pairs (median) | harm foretold at |',
  );
  console.log(
    '| ----: | -----: | -------: | ----------: | -----------: | -------------: | ---------------: |',
  );
  for (const truth of TRUTHS) {
    const at = { discordance: DISCORDANCE, truth };
    const rng = seededRng(`canary table ${truth}`);
    const { ended, pairsMedian } = simulateCanaries(plan, at, { canaries, rng });
    const share = (count: number) => `${((count / canaries) * 100).toFixed(1)} %`;
    const cells = [
      `${truth * 100} pt`,
      share(ended.pass),
      `${(passPower(plan, at) * 100).toFixed(1)} %`,
      share(ended.fail),
      share(ended.inconclusive),
      pairsMedian,
      pairsToHarm(plan, at) ?? '-',
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  for (const discordance of [0.02, 0.05, 0.1, 0.2])
    console.log(
      `${discordance}: ${pairsForPower(plan, { discordance, truth: 0 }, 0.8)} pairs for 80 % at truth 0`,
    );
}

printTable(Number(process.argv[2] ?? 1000));
