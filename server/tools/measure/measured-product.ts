import { spawn } from 'node:child_process';
import { startOwnInstance } from '@/server/commands/support/own-instance';
import { embeddedDatabaseUrl } from '@/server/config/kept-secrets';

/**
 * The product that is measured: a new one seeded with the given scenarios or, if WAGGLE_MEASURE_DATA_DIR names
 * a data folder, the production app on that folder, signed in with WAGGLE_OWNER_EMAIL and
 * WAGGLE_OWNER_PASSWORD. The folder must not be in use; nothing in it is changed permanently.
 */
export interface MeasuredProduct {
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly account: { readonly email: string; readonly password: string };
  stop(): Promise<void>;
}

const OWN_ACCOUNT = { email: 'owner@measured.example', password: 'a-long-measuring-password' } as const;
/** No request is rate-limited, and nothing else is seeded meanwhile. */
const UNDISTURBED = {
  WAGGLE_REQUESTS_PER_MINUTE: '1000000',
  WAGGLE_SEED_AFTER_QUIET_SECONDS: '86400',
} as const;

/** The huge scenario, or this portion of it, with a long trajectory. */
export const hugeScenarios = (portion: number): readonly string[] => [
  `huge --portion ${portion}`,
  'trajectories',
];

/** `scenarios`: each as it is written after `npm run seed --`. */
export async function startMeasured(
  scenarios: readonly string[],
  tell: (sentence: string) => void,
): Promise<MeasuredProduct> {
  const given = process.env.WAGGLE_MEASURE_DATA_DIR;
  const { WAGGLE_OWNER_EMAIL: email, WAGGLE_OWNER_PASSWORD: password } = process.env;
  if (given && password === undefined)
    throw new Error('Name the owner of that data folder in WAGGLE_OWNER_EMAIL and WAGGLE_OWNER_PASSWORD.');
  const account = given
    ? { email: email ?? 'owner@waggle.localhost', password: password ?? '' }
    : OWN_ACCOUNT;
  const product = await startOwnInstance({
    ...UNDISTURBED,
    ...{ WAGGLE_OWNER_EMAIL: account.email, WAGGLE_OWNER_PASSWORD: account.password },
    ...(given ? { WAGGLE_DATA_DIR: given } : {}),
  });
  const databaseUrl = embeddedDatabaseUrl(given ?? product.dataDir) ?? '';
  if (!given) {
    try {
      const settings = { ...product.settings, DATABASE_URL: databaseUrl };
      for (const scenario of scenarios) {
        tell(`Seeding ${scenario} …`);
        await seed(scenario.split(' '), settings);
      }
    } catch (error) {
      await product.stop();
      throw error;
    }
  }
  return { baseUrl: product.baseUrl, databaseUrl, account, stop: () => product.stop() };
}

function seed(asked: readonly string[], settings: Readonly<Record<string, string>>): Promise<void> {
  const args = ['--import', 'tsx', 'server/tools/scenarios/main.ts', ...asked];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...settings }, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The scenario ${asked[0]} could not be seeded.`)),
    );
  });
}
