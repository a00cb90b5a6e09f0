/** Hooks of webhooks: events must be known, the server creates the secret, and a webhook belongs to the admin who last changed it. */
import { randomUUID } from 'node:crypto';
import { webhook } from '../../../common/entities/webhook';
import { webhookDelivery } from '../../../common/entities/webhookDelivery';
import type { Issue } from '../../../common/entity/issue';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { entityOfEvent, TEST_EVENT } from '../../../common/protocol/webhookEvents';
import { createSalt } from '../../access/tokens/apiTokens';
import { defineHooks, type StoredOf } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import { assertNotApiToken } from '../permissions/tokenRules';
import { assertPublicUrl } from '../../platform/ssrfGuard';

/** Entities without events: each delivery writes their rows, so their events would cause deliveries without end. */
const OWN_ENTITIES: ReadonlySet<string> = new Set([webhook.name, webhookDelivery.name]);
const MAX_EVENTS = 100;
type Changes = Partial<StoredOf<typeof webhook>>;

export const webhookHooks = defineHooks(webhook, {
  beforeWrite: async (hook, changes, before) => {
    if (hook.actor.kind !== 'staff') return changes;
    assertNotApiToken(hook);
    const fields = findEventIssues(hook, changes.events ?? []);
    if (fields.length > 0) throw fault('row.invalid', undefined, { fields });
    assertPublicUrl(hook.services.env, 'url', changes.url);
    // Webhooks read with the permissions of their owner: a changed address must not receive rows that only the former owner can read.
    const owned = { ...changes, admin_id: hook.actor.id };
    if (before === undefined) return { ...owned, secret: createSalt(), since_seq: await lastSeq(hook) };
    return isEnabled(changes) ? { ...owned, since_seq: await lastSeq(hook), failing_since: null } : owned;
  },
  actions: {
    test: async (hook, row) => {
      await hook.asSystem.create(webhookDelivery, {
        webhook_id: row.id,
        admin_id: row.admin_id,
        event: TEST_EVENT,
        slot: `${row.id}:test:${randomUUID()}`,
        body: JSON.stringify({ event: TEST_EVENT, webhook: row.id, at: Math.floor(hook.at / 1000) }),
      });
      return {};
    },
    // A leaked secret is useless at once; a rotation gives receivers time to change.
    reset_secret: () => ({ secret: createSalt(), shown_time: null, old_secret: null, old_until: null }),
    rotate_secret: ({ at }, row) => ({
      secret: createSalt(),
      shown_time: null,
      old_secret: row.secret,
      old_until: Math.floor(at / 1000) + LIMITS.oldSecretHours * 3_600,
    }),
  },
});

export const webhookDeliveryHooks = defineHooks(webhookDelivery, {
  actions: { redeliver: () => ({ status: 0, attempts: 0, next_time: null, error: null }) },
});

const isEnabled = (changes: Changes): boolean => changes.status === 1;

function findEventIssues({ services: { registry } }: HookContext, events: readonly string[]): readonly Issue[] {
  if (events.length > MAX_EVENTS) return [{ path: 'events', code: 'too_many', params: { max: MAX_EVENTS } }];
  const isKnown = (event: string): boolean => {
    const name = entityOfEvent(event);
    const entity = name === undefined || OWN_ENTITIES.has(name) ? undefined : registry.get(name);
    return entity !== undefined && entity.spec.personal !== true;
  };
  return events.every(isKnown) ? [] : [{ path: 'events', code: 'choice' }];
}

/** The last number of the change log: older changes are not sent. */
async function lastSeq({ tx }: HookContext): Promise<number> {
  const [head] = await tx.rows<{ last: number }>('SELECT last FROM change_head WHERE id = 1');
  return Number(head?.last ?? 0);
}
