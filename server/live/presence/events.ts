/** What clients may say about presence, read strictly: a malformed event is a breach, a forbidden one only refused. */
import { z } from 'zod';
import type { AskRequest, FocusRequest } from '../../../common/protocol/live';

const name = z.string().min(1).max(64);
export const focusSchema: z.ZodType<FocusRequest> = z.strictObject({
  e: name.nullable(),
  id: z.number().int().positive().nullable(),
  f: name.nullable(),
  typed: z.boolean().optional(),
  idle: z.boolean().optional(),
}) as z.ZodType<FocusRequest>;
export const askSchema: z.ZodType<AskRequest> = z.discriminatedUnion('k', [
  z.strictObject({ k: z.literal('ask'), to: name }),
  z.strictObject({ k: z.literal('answer'), to: name, f: name, go: z.boolean() }),
]);
