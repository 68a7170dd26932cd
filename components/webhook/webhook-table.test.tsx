import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookView } from '@/lib/contracts/webhooks';
import { WebhooksDoor } from './webhook-table';

const WEBHOOKS: readonly WebhookView[] = [
  {
    id: 'whk_1',
    name: 'Chat of the team',
    url: 'https://hooks.slack.example/services/T000/B000/hush-hush',
    shape: 'slack',
    events: ['canary.verdict', 'canary.live'],
    createdBy: 'Ada',
    createdAt: '2026-01-02T03:04:05.000Z',
    disabledAt: null,
  },
  {
    id: 'whk_2',
    name: 'Deployment',
    url: 'http://deploy.example:8080/in?token=hush-hush',
    shape: 'json',
    events: [],
    createdBy: 'Ada',
    createdAt: '2026-01-02T03:04:05.000Z',
    disabledAt: '2026-02-03T04:05:06.000Z',
  },
];

/** The menu is fetched when it is asked for. */

let kept: Blob[] = [];
const { createObjectURL, revokeObjectURL } = URL;

beforeEach(() => {
  kept = [];
  URL.createObjectURL = (content: Blob) => {
    kept.push(content);
    return '#kept';
  };
  URL.revokeObjectURL = () => undefined;
});

afterEach(() => {
  cleanup();
  URL.createObjectURL = createObjectURL;
  URL.revokeObjectURL = revokeObjectURL;
});

async function takeAlong(kind: string): Promise<string> {
  render(<WebhooksDoor webhooks={WEBHOOKS} />);
  fireEvent.click(screen.getByRole('button', { name: 'Take along: Webhooks' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: kind }));
  await expect.poll(() => kept.length).toBe(1);
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(kept[0] as Blob);
  });
}

describe('the webhooks as a file', () => {
  it('holds the host of an address and nothing else of it', async () => {
    expect(await takeAlong('CSV')).toBe(
      [
        'name,host,shape,state,disabled at,events,made at,made by\r\n',
        'Chat of the team,hooks.slack.example,Slack,On,,"Verdict, Live",2026-01-02T03:04:05.000Z,Ada\r\n',
        'Deployment,deploy.example:8080,JSON,Disabled,2026-02-03T04:05:06.000Z,All events,2026-01-02T03:04:05.000Z,Ada\r\n',
      ].join(''),
    );
  });

  it('keeps the secret part out of JSON too', async () => {
    const text = await takeAlong('JSON');
    expect(JSON.parse(text)).toHaveLength(2);
    expect(text).toContain('hooks.slack.example');
    expect(text).not.toMatch(/hush-hush|services|https?:/);
  });
});
