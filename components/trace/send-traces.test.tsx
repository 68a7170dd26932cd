import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { SendTraces } from './send-traces';

afterEach(cleanup);

async function copied(part: string): Promise<string> {
  const user = userEvent.setup();
  const region = within(screen.getByRole('region', { name: part }));
  await user.click(region.getByRole('button', { name: /^Copy / }));
  return navigator.clipboard.readText();
}

describe('an empty list of traces', () => {
  it.each(['https://flags.example.com', 'https://flags.example.com/'])(
    'gives the variables of an OTLP exporter for %s',
    async (address) => {
      render(<SendTraces address={address} />);
      expect((await copied('OpenTelemetry')).split('\n')).toEqual([
        'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=https://flags.example.com/otlp/v1/traces',
        'OTEL_EXPORTER_OTLP_TRACES_HEADERS="authorization=Bearer wgl_…"',
        'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=http/protobuf',
      ]);
    },
  );

  it('gives the address for the OpenAI Agents SDK', async () => {
    render(<SendTraces address="http://localhost:3210" />);
    expect(await copied('OpenAI Agents SDK')).toBe('http://localhost:3210/otlp/v1/openai-agents');
  });

  it('leads to the keys of the workspace', () => {
    render(<SendTraces address="http://localhost:3210" />);
    expect(screen.getByRole('link', { name: 'Make a key' }).getAttribute('href')).toBe('/settings?tab=keys');
  });
});
