/** The context of what nobody asked for: chores, seeds, notes the house takes itself. */
import { SYSTEM } from '../../common/entity/access';
import type { RequestContext, Services } from '../context';

/** An act of the system itself. */
export const systemContext = (services: Services, requestId: string): RequestContext => ({
  services,
  actor: SYSTEM,
  lang: 'en',
  requestId,
  ip: '',
  userAgent: '',
  url: '',
  channel: 'system',
});
