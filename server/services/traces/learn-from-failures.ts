import { experimentConfig } from '@/lib/contracts/experiment-config';
import type { ExperimentView } from '@/lib/contracts/experiments';
import type { FailureLearningView, LearnFromFailuresInput } from '@/lib/contracts/trace-learning';
import type { Actor } from '@/lib/domain/actor';
import type { TraceFilter } from '@/lib/domain/trace-filter';
import { AppError } from '@/lib/errors/app-error';
import { assertOfSlot } from '@/lib/policy/roles';
import type { Clock } from '@/lib/ports/clock';
import { dayRange } from '@/lib/words/day-range';
import { type ExperimentRow, listExperimentsNamed } from '@/server/repositories/experiments';
import { getSlotRow, type SlotRow } from '@/server/repositories/slots';
import { createExperiment } from '@/server/services/experiments/change-experiments';
import { experimentView } from '@/server/services/experiments/experiment-view';
import { drawSample } from './draw-sample';
import { type Start, startOf } from './failure-start';

/**
 * From the failures of a slot to an experiment that learns from them: it measures like the experiment that taught the live
 * prompt, and starts from that prompt. Starts no run: forecast and start are those of learning from any traces.
 */
type Asked = LearnFromFailuresInput & { readonly slotId: string };

const DAY_MS = 86_400_000;
const NAME_MAX = 120;
/** As many as a run needs. */
const FAILED_MIN = 2;

/** @throws AppError STATE_CONFLICT, saying what to do */
export async function learnFromFailures(
  actor: Actor<'experiment'>,
  { slotId, days, count }: Asked,
  clock: Pick<Clock, 'nowMs'>,
): Promise<FailureLearningView> {
  assertOfSlot(actor, slotId);
  const { workspaceId } = actor;
  const slot = await getSlotRow(workspaceId, slotId);
  const toMs = clock.nowMs();
  const fromMs = toMs - days * DAY_MS;
  const span = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
  const filter: TraceFilter = { promptName: slot.slug, ...span, outcome: 'failed' };
  const { counts } = await drawSample(workspaceId, { filter, count, seed: 0 });
  if (counts.drawn < FAILED_MIN) throw await tooFew(workspaceId, { slot, filter, days });
  const start = await startOf(actor, slot);
  const name = `${slot.name.slice(0, NAME_MAX - 40)}: failures of ${dayRange(fromMs, toMs)}`;
  const experiment = await draftOf(actor, { slot, name, ...start });
  return { experiment, filter, count, drawn: counts.drawn };
}

async function tooFew(
  workspaceId: string,
  { slot, filter, days }: { readonly slot: SlotRow; readonly filter: TraceFilter; readonly days: number },
): Promise<AppError> {
  const { outcome: _outcome, ...all } = filter;
  const { counts } = await drawSample(workspaceId, { filter: all, count: FAILED_MIN, seed: 0 });
  const when = `in the last ${days === 1 ? 'day' : `${days} days`}`;
  if (counts.matched === 0)
    return new AppError('STATE_CONFLICT', `This slot has no trace that started ${when}.`, {
      howToProceed: [
        "Keep requests of the slot as traces in the slot's gateway settings.",
        `Send traces whose attribute gen_ai.prompt.name is ${slot.slug}.`,
        'Ask for more days.',
      ],
    });
  const found = `Of ${counts.matched} traces that started ${when}, fewer than ${FAILED_MIN} different ones failed, and ${counts.unjudged} have no outcome.`;
  return new AppError('STATE_CONFLICT', found, {
    howToProceed: [
      'Judge some of them, or post outcomes of their answers.',
      'Ask for more days.',
      'Choose other traces on the page "Traces", and learn from these.',
    ],
  });
}

/** Asked twice, the draft is the same until it has a run or was changed. */
async function draftOf(
  actor: Actor<'experiment'>,
  { slot, name, live, from, text }: Start & { readonly slot: SlotRow; readonly name: string },
): Promise<ExperimentView> {
  const config = { ...experimentConfig.parse(from.config), seedCandidateText: text };
  const named = await listExperimentsNamed(actor.workspaceId, name);
  const draft = named.find(
    (one) =>
      one.archivedAt === null &&
      one._count.runs === 0 &&
      experimentConfig.parse(one.config).seedCandidateText === text,
  );
  if (draft !== undefined) return experimentView(draft);
  return createExperiment(actor, {
    ...{ name: freeName(name, named), taskId: from.taskId, splitId: from.splitId, ...config },
    description: `Starts from version ${live.version} of ${slot.name}, as ${from.name} measured it.`.slice(
      0,
      4000,
    ),
    personalDataReason: `It is version ${live.version} of ${slot.slug}, which is live.`,
  });
}

function freeName(name: string, named: readonly ExperimentRow[]): string {
  const taken = new Set(named.map((one) => one.name));
  const numbers = Array.from({ length: taken.size + 1 }, (_, index) => index + 1);
  const names = numbers.map((number) => (number === 1 ? name : `${name} (${number})`));
  return names.find((one) => !taken.has(one)) ?? name;
}
