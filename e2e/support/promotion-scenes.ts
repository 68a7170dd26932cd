import { expect, type Page } from '@playwright/test';
import { type Place, pressed, type Scene } from './pages';
import type { Promotions } from './promotions';

/** Slots and canaries at every stage, and what a press opens there; webhooks with what became of their posts. */

export function promotionPlaces(made: Promotions): readonly Place[] {
  return [
    { name: 'canary-inconclusive', path: `/canaries/${made.inconclusiveId}` },
    { name: 'canary-approval', path: `/canaries/${made.approvalId}` },
    { name: 'canary-live-step', path: `/canaries/${made.liveStepId}` },
    { name: 'canary-watch', path: `/canaries/${made.watchId}` },
    { name: 'canary-reverted', path: `/canaries/${made.revertedId}` },
    { name: 'slot-revertible', path: `/slots/${made.watchSlotId}` },
    { name: 'slot-reverted', path: `/slots/${made.revertedSlotId}` },
  ];
}

export function promotionScenes(made: Promotions, draftedCanaryId: string): readonly Scene[] {
  const slot = `/slots/${made.watchSlotId}`;
  return [
    pressed('slot-revert-dialog', slot, 'Revert now'),
    pressed('slot-write-dialog', slot, 'Write a version'),
    pressed('slot-key-dialog', slot, 'New key'),
    pressed('slot-archive-dialog', slot, 'Archive'),
    pressed('slot-new-dialog', '/slots', 'New slot'),
    pressed('canary-withdraw-dialog', `/canaries/${draftedCanaryId}`, 'Withdraw'),
  ];
}

/** Scenes that a permitted approver sees. */
export function approverScenes({ approvalId }: Pick<Promotions, 'approvalId'>): readonly Scene[] {
  const canary = `/canaries/${approvalId}`;
  return [
    pressed('approver-approve-dialog', canary, 'Approve'),
    pressed('approver-changes-dialog', canary, 'Request changes'),
  ];
}

export const WEBHOOK_SCENES: readonly Scene[] = [
  pressed('webhook-dialog', '/settings?tab=webhooks', 'New webhook'),
  pressed('webhook-secret-dialog', '/settings?tab=webhooks', 'New secret'),
  {
    name: 'webhook-deliveries',
    path: '/settings?tab=webhooks',
    arrange: async (page: Page) => {
      await page.getByRole('button', { name: 'Deliveries', exact: true }).first().click();
      await expect(page.getByRole('dialog').getByRole('list', { name: 'Deliveries' })).toBeVisible();
      await page.getByRole('dialog').locator('summary').first().click();
    },
  },
];
