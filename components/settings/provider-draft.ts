import { type PreviewModelsInput, previewModelsBody } from '@/lib/contracts/provider-preview';
import type { ProviderView } from '@/lib/contracts/providers';
import { isLoopbackUrl } from '@/lib/domain/loopback';
import { numberOr, numberOrNull, textOfNumber } from '@/lib/view/draft-numbers';

const USUAL = { concurrency: 16, timeoutMs: 120_000, maxAttempts: 5 };

/** Texts as they are typed; the time-out in seconds. */
export const draftOfProvider = (provider: ProviderView | null) => ({
  name: provider?.name ?? '',
  /** Which usual server it is; it fills the address and says what is needed. */
  preset: '',
  baseUrl: provider?.baseUrl ?? '',
  apiKey: '',
  /** Ids of a provider that is added; those of a known one have rows of their own. */
  models: '',
  hardware: provider && provider.hardware !== 'unknown' ? provider.hardware : '',
  headers: rowsOf(provider?.headers ?? {}, provider?.behaviouralHeaders ?? []),
  requestsPerMinute: textOfNumber(provider?.requestsPerMinute ?? null),
  tokensPerMinute: textOfNumber(provider?.tokensPerMinute ?? null),
  concurrency: textOfNumber(provider?.concurrency ?? null),
  maxAttempts: textOfNumber(provider?.maxAttempts ?? null),
  acceleratorsPerCall: textOfNumber(provider?.acceleratorsPerCall ?? null),
  timeoutMs: String((provider?.timeoutMs ?? USUAL.timeoutMs) / 1000),
  /** Adding an address of this computer is meant to allow it: the button says so, and the box can be cleared. */
  allowsLoopback: provider?.allowsLoopback ?? true,
});
export type ProviderDraft = ReturnType<typeof draftOfProvider>;

/** Each once, in the order in which they were typed. */
export const modelIdsOf = ({ models }: Pick<ProviderDraft, 'models'>): readonly string[] => [
  ...new Set(models.split(/[\s,]+/).filter((name) => name !== '')),
];

/** The typed ids with one more, or without it. */
export function withModelId(models: string, id: string, isOn: boolean): string {
  const others = modelIdsOf({ models }).filter((one) => one !== id);
  return [...others, ...(isOn ? [id] : [])].join(', ');
}

/** The endpoint whose models are asked for; null while the address is none. */
export function endpointOf(draft: ProviderDraft): PreviewModelsInput | null {
  const { baseUrl, apiKey, headers, allowsLoopback } = bodyOfProvider(draft);
  return (
    previewModelsBody.safeParse({
      baseUrl,
      apiKey,
      headers,
      allowsLoopback: allowsLoopback && isLoopbackUrl(baseUrl),
    }).data ?? null
  );
}

export const bodyOfProvider = ({ headers, models: _, preset: __, ...draft }: ProviderDraft) => ({
  ...draft,
  ...headersOf(headers),
  name: draft.name.trim() || nameOfAddress(draft.baseUrl),
  apiKey: draft.apiKey.trim() || null,
  hardware: draft.hardware.trim() || 'unknown',
  requestsPerMinute: numberOrNull(draft.requestsPerMinute),
  tokensPerMinute: numberOrNull(draft.tokensPerMinute),
  concurrency: numberOr(draft.concurrency, USUAL.concurrency),
  maxAttempts: numberOr(draft.maxAttempts, USUAL.maxAttempts),
  acceleratorsPerCall: numberOrNull(draft.acceleratorsPerCall),
  timeoutMs: numberOr(draft.timeoutMs, USUAL.timeoutMs / 1000) * 1000,
});

/** The name that an endpoint has where none is typed: its host. */
export const nameOfAddress = (baseUrl: string) => (URL.canParse(baseUrl) ? new URL(baseUrl).host : '');

function rowsOf(headers: Readonly<Record<string, string>>, marked: readonly string[]) {
  return Object.entries(headers).map(([name, value]) => ({
    name,
    value,
    affectsAnswers: marked.includes(name),
  }));
}

/** Headers as the API takes them; a row without a name is none. */
function headersOf(rows: ProviderDraft['headers']) {
  const named = rows.map((row) => ({ ...row, name: row.name.trim() })).filter(({ name }) => name !== '');
  return {
    headers: Object.fromEntries(named.map(({ name, value }) => [name, value])),
    behaviouralHeaders: named.filter(({ affectsAnswers }) => affectsAnswers).map(({ name }) => name),
  };
}
