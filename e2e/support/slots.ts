import type { TakenExposures } from '@/lib/contracts/canary-ingest';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import type { ServedPromptDetail } from '@/lib/contracts/slot-prompts';
import type { SlotView } from '@/lib/contracts/slots';
import type { Api } from './api';

/** A slot with content to look at: a live prompt, a draft canary, and one that has received pairs. */
export interface MadeSlot {
  readonly slotId: string;
  readonly draftedCanaryId: string;
  readonly canaryId: string;
}

const INCUMBENT = 'Answer the question.\nSay nothing else.';
const CHALLENGER = 'Answer the question in one line.\nSay nothing else.\nGive numbers with two digits.';
const MARGIN = 0.05;

/** Deviations of the plan from the defaults of its failure cost. */
export type Plan = Readonly<Record<string, unknown>>;

interface WantedSlot {
  readonly plan?: Plan;
  /** Left out: a person has written the challenger. */
  readonly addChallenger?: (slotId: string) => Promise<Pick<ServedPromptDetail, 'promptId'>>;
}

export async function makeSlot(api: Api, slug: string, wanted: WantedSlot = {}): Promise<MadeSlot> {
  const { plan = {}, addChallenger = (slotId: string) => writePrompt(api, slotId, CHALLENGER) } = wanted;
  const slotId = await liveSlot(api, slug);
  const { promptId } = await addChallenger(slotId);
  const draft = { failureLevel: 'low', margin: MARGIN, share: 1, acceptsLowPower: true, ...plan };
  const drafted = await api.post<CanaryDetail>('/api/v1/canaries', { slotId, promptId, draft });
  const { id: canaryId } = await api.post<CanaryDetail>('/api/v1/canaries', { slotId, promptId, draft });
  for (const step of ['register', 'start']) await api.post(`/api/v1/canaries/${canaryId}/${step}`, undefined);
  return { slotId, canaryId, draftedCanaryId: drafted.id };
}

/** A slot for rehearsal, with version 1 live and no canary. */
async function liveSlot(api: Api, slug: string): Promise<string> {
  const { id: slotId } = await api.post<SlotView>('/api/v1/slots', {
    ...{
      kind: 'rehearsal',
      slug,
      name: `Answers of ${slug}`,
      description: 'Where the pages ask for a prompt.',
    },
  });
  const incumbent = await writePrompt(api, slotId, INCUMBENT);
  await api.post(`/api/v1/slots/${slotId}/first-prompt`, {
    ...{ promptId: incumbent.promptId, reason: 'What the code serves today.' },
  });
  return slotId;
}

function writePrompt(api: Api, slotId: string, text: string): Promise<ServedPromptDetail> {
  return api.post(`/api/v1/slots/${slotId}/prompts`, { source: 'written', text });
}

/** How often each side is wrong: every nth of its answers. */
export interface Wrongs {
  readonly incumbent: number;
  readonly challenger: number;
}

/** The challenger is right a little more often. */
const BETTER: Wrongs = { incumbent: 5, challenger: 6 };

/** Posts pairs as an external client does. */
export async function postPairs(
  api: Api,
  { slotId }: Pick<MadeSlot, 'slotId'>,
  count: number,
  wrongs = BETTER,
): Promise<void> {
  for (let from = 0; from < count; from += 500) {
    const requests = Array.from({ length: Math.min(500, count - from) }, (_, index) => ({
      requestKey: `request-${from + index}`,
    }));
    const { canaries } = await api.post<{ canaries: TakenExposures[] }>(`/api/v1/slots/${slotId}/exposures`, {
      requests,
    });
    const outcomes = canaries.flatMap(({ exposures }) =>
      exposures.map((exposure, index) => outcomeOf(exposure, index, wrongs)),
    );
    await api.post(`/api/v1/slots/${slotId}/outcomes`, { outcomes });
  }
}

function outcomeOf({ exposureId }: { readonly exposureId: string }, index: number, wrongs: Wrongs) {
  const score = (isRight: boolean) => (isRight ? 1 : 0);
  const latencyMs = 700 + (index % 40) * 15;
  return {
    exposureId,
    incumbent: { score: score(index % wrongs.incumbent !== 0), latencyMs },
    challenger: { score: score(index % wrongs.challenger !== 0), latencyMs: latencyMs + 20 },
  };
}
