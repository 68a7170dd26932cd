import { describe, expect, it } from 'vitest';
import type { SteeringCommand } from '@/lib/domain/insight-steering';
import type { StragglerSettings } from '@/lib/domain/scheduling';
import { ace } from '@/lib/methods/ace/ace';
import { parseBullets } from '@/lib/methods/ace/parse-bullet-line';
import type { SteeringChannel } from '@/lib/ports/run-control';
import { type JournalStore, journalStore } from '@/lib/testing/memory-journal';
import { factsOf, practiceManifest, practiceRun } from './testing/practice-run';

const OVERLAP: StragglerSettings = { carryOverAfterShare: null, overlap: true };

const manifestOf = (stragglers?: StragglerSettings) =>
  practiceManifest(
    { train: 32, heldOut: 4 },
    {
      batch: { kind: 'static', size: 8, reason: 'Four iterations.' },
      ...(stragglers ? { stragglers } : {}),
    },
  );

/** Commands that people gave; they outlive a process, as rows of a database do. */
function desk() {
  const commands: SteeringCommand[] = [];
  const takenAt: number[] = [];
  const channel: SteeringChannel = {
    after: async (position) => commands.filter((command) => command.position > position),
    async taken({ iteration }) {
      takenAt.push(iteration);
    },
  };
  const give = (action: SteeringCommand['action'], bulletId: string, content: string) => {
    const position = commands.length + 1;
    commands.push({ id: `c${position}`, position, by: 'ada', action, bulletId, content, section: 'OTHERS' });
  };
  return { channel, commands, takenAt, give };
}

interface Steered {
  readonly store?: JournalStore;
  readonly stragglers?: StragglerSettings | undefined;
  readonly diesAt?: number;
  readonly people?: ReturnType<typeof desk>;
  /** The call during which a person bans the first line that the run has learned and pins the second. */
  readonly steersAt?: number;
  readonly lines?: readonly { readonly id: string; readonly content: string }[];
}

function runOf({ store = journalStore(), stragglers, diesAt, people, steersAt, lines = [] }: Steered) {
  return practiceRun({
    method: ace,
    manifest: manifestOf(stragglers),
    store,
    ...(people ? { insights: people.channel } : {}),
    onCall(call) {
      const [banned, pinned] = lines;
      if (call === steersAt && people?.commands.length === 0 && banned && pinned) {
        people.give('ban', banned.id, banned.content);
        people.give('pin', pinned.id, pinned.content);
        people.give('edit', pinned.id, 'A person wrote this line.');
      }
      if (call === diesAt) throw new Error('The process died.');
    },
  });
}

/** The first lines that the run learns: the same in every run of one manifest. */
async function learned(stragglers?: StragglerSettings) {
  const { entries, requests, outcome } = await runOf({ stragglers });
  const [, first] = factsOf(entries, 'candidate.created');
  return { lines: parseBullets(first?.text ?? ''), calls: requests.length, runHash: outcome.runHash };
}

describe.each([
  ['iteration by iteration', undefined],
  ['with overlapping iterations', OVERLAP],
])('a run that people steer, %s', (_, stragglers) => {
  it('respects a ban and a pin from the next iteration on, and a replay needs no person', async () => {
    const { lines, calls, runHash } = await learned(stragglers);
    const people = desk();
    const store = journalStore();
    const half = Math.round(calls / 2);
    const { outcome, entries } = await runOf({ store, stragglers, people, steersAt: half, lines });
    expect(outcome.status).toBe('finished');
    expect(outcome.runHash).not.toBe(runHash);
    const [steered, ...more] = factsOf(entries, 'insights.steered');
    expect(more).toEqual([]);
    expect(steered).toMatchObject({ pinned: 1, banned: 1, commands: people.commands });
    expect(people.takenAt).toEqual([steered?.iteration]);
    const created = factsOf(entries, 'candidate.created');
    const byHand = created.findIndex((version) => version.byHand === 'ada');
    expect(created[byHand]?.hash).toBe(steered?.candidateHash);
    const later = created.slice(byHand);
    expect(later.length, 'the run learned on').toBeGreaterThan(1);
    for (const { text } of later) {
      const bullets = parseBullets(text);
      expect(bullets.some(({ id }) => id === lines[0]?.id)).toBe(false);
      expect(bullets.find(({ id }) => id === lines[1]?.id)?.content).toBe('A person wrote this line.');
    }
    const replay = await runOf({ store, stragglers, diesAt: 1 });
    expect(replay.outcome.runHash).toBe(outcome.runHash);
    expect(replay.requests).toEqual([]);
  });

  it('is the same in a replay wherever a process died and another one took over', async () => {
    const { lines, calls } = await learned(stragglers);
    for (const steersAt of [Math.round(calls / 3), Math.round(calls / 2)]) {
      for (const diesAt of [steersAt, steersAt + 3, steersAt + 12, steersAt + 20]) {
        const store = journalStore();
        const people = desk();
        const first = { store, stragglers, people, steersAt, lines };
        await expect(runOf({ ...first, diesAt })).rejects.toThrow('died');
        const { outcome, entries } = await runOf({ store, stragglers, people });
        expect(factsOf(entries, 'insights.steered')).toHaveLength(1);
        const replay = await runOf({ store, stragglers, diesAt: 1 });
        expect(replay.outcome.runHash).toBe(outcome.runHash);
      }
    }
  });

  it('decides nothing and keeps its hash where no person gives a command', async () => {
    const { runHash } = await learned(stragglers);
    const store = journalStore();
    const { outcome } = await runOf({ store, stragglers, people: desk() });
    expect(outcome.runHash).toBe(runHash);
    expect([...store.decisions.keys()].filter((key) => key.includes('insightSteering'))).toEqual([]);
  });
});
