/** What staff may ask about members, read strictly. */
import { z } from 'zod';
import { LIMITS } from '../../../common/limits';
import type { CareRequest } from '../../../common/protocol/care';

export const careSchema: z.ZodType<CareRequest> = z.strictObject({
  ids: z.array(z.number().int().positive()).max(LIMITS.membersWatched),
});
