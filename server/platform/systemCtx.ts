/** The context of what nobody asked for: chores, seeds, notes the house takes itself. */
import { SYSTEM } from '../../common/entity/access';
import type { Ctx, Kit } from '../kit';

/** An act of the system itself. */
export const systemCtx = (kit: Kit, requestId: string): Ctx => ({
  kit,
  actor: SYSTEM,
  lang: 'en',
  requestId,
  ip: '',
  userAgent: '',
  url: '',
  channel: 'system',
});
