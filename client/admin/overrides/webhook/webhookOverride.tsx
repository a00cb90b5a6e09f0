/** Webhooks: the secret is shown once to the owner. */
import { webhook } from '../../../../common/entities/webhook';
import { defineOverride } from '../../../engine/override';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

export const webhookOverride = defineOverride(webhook, {
  belowField: { shown_time: lazyWithRetry(async () => (await import('./WebhookSecretButton')).WebhookSecretButton) },
});
