/**
 * Hooks of messages: a waiting message wakes the outbox after the commit; a failed or withheld one can be sent again while its text is
 * stored.
 */
import { message } from '../../../common/entities/message';
import { fault } from '../../../common/protocol/faults';
import { defineHooks } from '../../engine/write/context/entityHooks';

const RESENDABLE_STATUSES: ReadonlySet<number> = new Set([3, 4]);

export const messageHooks = defineHooks(message, {
  afterCommit: ({ services }, after) => {
    if (after.status === 0) services.live.messageQueued?.();
  },
  actions: {
    resend: (_hook, row) => {
      if (!RESENDABLE_STATUSES.has(row.status) || row.sealed === null) throw fault('mail.gone');
      return { status: 0, attempts: 0, trouble: null, next_time: null };
    },
  },
});
