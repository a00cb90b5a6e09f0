/**
 * Hooks of messages: a waiting message triggers the outbox after the commit; a failed or kept one can be sent again while its text is
 * stored.
 */
import { message } from '../../../common/entities/message';
import { fault } from '../../../common/protocol/faults';
import { defineHooks } from '../../engine/write/context/entityHooks';

const { waiting, failed, kept } = message.spec.fields.status.options.values;
const RESENDABLE_STATUSES: ReadonlySet<number> = new Set([failed, kept]);

export const messageHooks = defineHooks(message, {
  afterCommit: ({ services }, after) => {
    if (after.status === waiting) services.live.messageQueued?.();
  },
  actions: {
    resend: (_hook, row) => {
      if (!RESENDABLE_STATUSES.has(row.status) || row.sealed === null) throw fault('mail.gone');
      return { status: waiting, attempts: 0, trouble: null, next_time: null };
    },
  },
});
