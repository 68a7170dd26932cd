import { describe, expect, it } from 'vitest';
import { followSteps } from '@/lib/combee/survival/follow-ledger';
import { SURVIVAL_THRESHOLDS } from '@/lib/combee/survival/thresholds';
import type { FactOf, FactType, LedgerEntry } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { ace } from '@/lib/methods/ace/ace';
import { ACE_DEFAULT_SETTINGS } from '@/lib/methods/ace/ace-settings';
import { gepa } from '@/lib/methods/gepa/gepa';
import type { Method } from '@/lib/methods/method';
import { textGrad } from '@/lib/methods/textgrad/textgrad';
import { TEXTGRAD_DEFAULT_SETTINGS } from '@/lib/methods/textgrad/textgrad-settings';
import { gepaTestSettings } from '@/lib/testing/builders/method-settings-builder';
import { journalStore } from '@/lib/testing/memory-journal';
import { factsOf, practiceManifest, practiceRun } from './testing/practice-run';

/** Whole runs in memory: what the loop states of its insights, and what their ledger gives afterwards. */
interface Subject {
  readonly method: Method;
  readonly settings: RunManifest['method'];
}

const SUBJECTS: readonly Subject[] = [
  { method: ace, settings: ACE_DEFAULT_SETTINGS },
  { method: gepa, settings: gepaTestSettings({ sampling: { kind: 'independent', n: 2 } }) },
  { method: textGrad, settings: { ...TEXTGRAD_DEFAULT_SETTINGS, stepsPerEpoch: null } },
];

const manifestOf = ({ settings }: Subject, changes: Partial<RunManifest> = {}) =>
  practiceManifest(
    { train: 24, selection: 6, heldOut: 6 },
    {
      method: settings,
      batch: { kind: 'static', size: 9, reason: 'A fixed size makes twins comparable.' },
      lanes: 4,
      ...changes,
    },
  );

const WITHOUT_IDS = { ids: false, ...SURVIVAL_THRESHOLDS };
const WITH_IDS = { ids: true, ...SURVIVAL_THRESHOLDS };

function ledgerOf(entries: readonly LedgerEntry[], { settings }: Subject, seedText: string) {
  const of = <T extends FactType>(type: T) =>
    entries.filter((entry) => entry.type === type) as unknown as FactOf<T>[];
  return {
    seedText,
    isSearch: settings.name !== 'ace',
    started: of('iteration.started'),
    reflections: of('reflection.finished'),
    shuffles: of('shuffle.finished'),
    groups: of('group.aggregated'),
    scans: of('scan.combined'),
    proposals: of('candidate.proposed'),
    closed: of('iteration.closed'),
    candidates: of('candidate.created'),
    measured: of('heldOut.measured'),
  };
}

describe.each(SUBJECTS)('a run of $method.name that follows its insights', (subject) => {
  it('states each iteration once, with counts that never rise', async () => {
    const { entries } = await practiceRun({
      method: subject.method,
      manifest: manifestOf(subject, { survival: WITHOUT_IDS }),
    });
    const followed = factsOf(entries, 'insights.followed');
    expect(followed.map(({ iteration }) => iteration)).toEqual(
      factsOf(entries, 'iteration.closed').map(({ iteration }) => iteration),
    );
    // GEPA's reflections are records of what happened: they name no insight, and none is made up for them.
    const [named, unnamed] = [
      followed.reduce((sum, { wentIn }) => sum + wentIn, 0),
      followed.reduce((sum, { withoutInsights }) => sum + withoutInsights, 0),
    ];
    if (subject.settings.name === 'gepa') expect([named, unnamed > 0]).toEqual([0, true]);
    else expect([named > 0, unnamed]).toEqual([true, 0]);
    for (const { wentIn, level1, level2, inPrompt } of followed) {
      expect(level1).toBeLessThanOrEqual(wentIn);
      expect(level2).toBeLessThanOrEqual(level1);
      expect(inPrompt).toBeLessThanOrEqual(level2);
    }
  });

  it('pays, asks and learns what a run does that follows nothing', async () => {
    const asked = async (survival?: RunManifest['survival']) => {
      const manifest = manifestOf(subject, survival ? { survival } : {});
      const { requests, entries } = await practiceRun({ method: subject.method, manifest });
      const told = entries.filter(({ type }) => type !== 'insights.followed' && type !== 'run.started');
      const said = requests.map(({ purpose, messages }) => JSON.stringify([purpose, messages])).sort();
      const facts = told.map(({ key, data }) => [key, key === 'run.finished' ? null : data]);
      return { said, facts };
    };
    expect(await asked(WITHOUT_IDS)).toEqual(await asked());
  });

  it('comes to the same when its ledger is read afterwards', async () => {
    const manifest = manifestOf(subject, { survival: WITHOUT_IDS });
    const { entries } = await practiceRun({ method: subject.method, manifest });
    const seedText = manifest.seedCandidateText || subject.method.emptyCandidateText;
    const reckoned = [...followSteps(ledgerOf(entries, subject, seedText), SURVIVAL_THRESHOLDS)];
    expect(reckoned).toEqual(factsOf(entries, 'insights.followed'));
  });

  it('is replayed from its journal without a call, to the same hash and the same fates', async () => {
    const store = journalStore();
    const manifest = manifestOf(subject, { survival: WITH_IDS });
    const first = await practiceRun({ method: subject.method, manifest, store });
    const again = await practiceRun({ method: subject.method, manifest, store });
    expect(again.requests).toEqual([]);
    expect(again.outcome.runHash).toBe(first.outcome.runHash);
    expect(factsOf(again.entries, 'insights.followed')).toEqual(factsOf(first.entries, 'insights.followed'));
  });
});

describe('a run of ACE whose insights carry ids', () => {
  it('learns the same, and tells its survivors by their ids', async () => {
    const subject = { method: ace, settings: ACE_DEFAULT_SETTINGS };
    const run = (survival: RunManifest['survival']) =>
      practiceRun({ method: ace, manifest: manifestOf(subject, survival ? { survival } : {}) });
    const followed = factsOf((await run(WITH_IDS)).entries, 'insights.followed');
    const survivors = followed.reduce((sum, { level2 }) => sum + level2, 0);
    expect(survivors).toBeGreaterThan(0);
    expect(followed.reduce((sum, { byId }) => sum + byId, 0)).toBe(survivors);
    expect(followed.every(({ claimedNotFound }) => claimedNotFound === 0)).toBe(true);
  });
});
