/** What staff may ask about members, read strictly. */
import { z } from 'zod';
import { LIMITS } from '../../../common/limits';
import type { ReceiptsRequest } from '../../../common/protocol/receipts';

export const careRequestSchema: z.ZodType<ReceiptsRequest> = z.strictObject({
  ids: z.array(z.number().int().positive()).max(LIMITS.membersWatched),
});
