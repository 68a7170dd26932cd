/** Servers that people run most: their usual address, and what each needs before it answers. */
export interface ProviderPreset {
  readonly id: string;
  readonly label: string;
  /** Empty where it is the person's own. */
  readonly baseUrl: string;
  readonly addressHint: string;
  readonly keyHint: string;
  readonly needsKey: boolean;
}

const ANY: ProviderPreset = {
  id: 'openai',
  label: 'OpenAI-compatible',
  baseUrl: '',
  addressHint: 'Up to and with the version, as in https://api.example.com/v1',
  keyHint: 'Kept encrypted and never shown again.',
  needsKey: false,
};

export const PROVIDER_PRESETS: readonly ProviderPreset[] = [
  ANY,
  {
    id: 'vllm',
    label: 'vLLM',
    baseUrl: 'http://localhost:8000/v1',
    addressHint: 'Start it with: vllm serve MODEL',
    keyHint: 'Only where vLLM was started with --api-key.',
    needsKey: false,
  },
  {
    id: 'ollama',
    label: 'Ollama',
    baseUrl: 'http://localhost:11434/v1',
    addressHint: 'Load a model first: ollama pull MODEL',
    keyHint: 'Ollama needs none.',
    needsKey: false,
  },
  {
    id: 'lmStudio',
    label: 'LM Studio',
    baseUrl: 'http://localhost:1234/v1',
    addressHint: 'Start its server under Developer, or with: lms server start',
    keyHint: 'LM Studio needs none.',
    needsKey: false,
  },
  {
    id: 'openRouter',
    label: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    addressHint: 'One address for the models of many providers.',
    keyHint: 'A key of your OpenRouter account. Kept encrypted and never shown again.',
    needsKey: true,
  },
];

/** The first one for an id that is unknown. */
export const providerPreset = (id: string): ProviderPreset =>
  PROVIDER_PRESETS.find((preset) => preset.id === id) ?? ANY;

/** Address after another preset was chosen: one that was typed stays, one of a preset follows. */
export function addressAfter(preset: ProviderPreset, baseUrl: string): string {
  const isTyped = baseUrl !== '' && !PROVIDER_PRESETS.some((one) => one.baseUrl === baseUrl);
  return isTyped ? baseUrl : preset.baseUrl;
}
