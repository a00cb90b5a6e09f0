/** The schemas of presence events. A malformed event is a protocol violation; a forbidden one is only refused. */
import { z } from 'zod';
import type { HandoverRequest, FocusRequest } from '../../../common/protocol/liveEvents';

const nonEmptyName = z.string().min(1).max(64);
export const focusSchema: z.ZodType<FocusRequest> = z.strictObject({
  e: nonEmptyName.nullable(),
  id: z.number().int().positive().nullable(),
  f: nonEmptyName.nullable(),
  typed: z.boolean().optional(),
  idle: z.boolean().optional(),
}) as z.ZodType<FocusRequest>;
export const handoverSchema: z.ZodType<HandoverRequest> = z.discriminatedUnion('k', [
  z.strictObject({ k: z.literal('ask'), to: nonEmptyName }),
  z.strictObject({ k: z.literal('answer'), to: nonEmptyName, f: nonEmptyName, go: z.boolean() }),
]);
