/** The schema of a request on `RECEIPTS_EVENT`. */
import { z } from 'zod';
import { LIMITS } from '../../../common/limits';
import type { ReceiptsRequest } from '../../../common/protocol/receipts';

export const receiptsRequestSchema: z.ZodType<ReceiptsRequest> = z.strictObject({
  ids: z.array(z.number().int().positive()).max(LIMITS.membersWatched),
});
