import { describe, expect, it } from 'vitest';
import { createProviderBody } from '@/lib/contracts/provider-settings';
import { addressAfter, PROVIDER_PRESETS, providerPreset } from './provider-presets';

describe('the presets of a provider', () => {
  it('have addresses that the API takes', () => {
    for (const { label: name, baseUrl } of PROVIDER_PRESETS.filter((preset) => preset.baseUrl !== ''))
      expect(createProviderBody.parse({ name, baseUrl }).baseUrl).toBe(baseUrl);
  });

  it('fill an empty address and that of another preset, and keep one that was typed', () => {
    const ollama = providerPreset('ollama');
    expect(addressAfter(ollama, '')).toBe('http://localhost:11434/v1');
    expect(addressAfter(ollama, providerPreset('vllm').baseUrl)).toBe('http://localhost:11434/v1');
    expect(addressAfter(ollama, 'http://gpu-box:11434/v1')).toBe('http://gpu-box:11434/v1');
    expect(addressAfter(providerPreset('openai'), ollama.baseUrl)).toBe('');
  });
});
