/**
 * Schema of the responses of a catalog source: texts of bounded length without control characters, lists of bounded size. A response with
 * anything else is refused as a whole.
 */
import { z } from 'zod';
import { REFUND_REQUESTS } from '../../../common/modules/market';
import { hasControlCharacters } from '../../../common/text/normalize';
import { isModuleUid } from '../../installer/package/manifest';
import { isVersion } from '../../installer/package/versions';

/** Characters that change the direction of the text around them: they could make a name read as another one. */
const DIRECTION_MARKS = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;

const text = (max: number, isMultiline = false) =>
  z
    .string()
    .max(max)
    .refine((value) => !hasControlCharacters(value, isMultiline))
    .transform((value) => value.replace(DIRECTION_MARKS, ''));
const texts = (max: number, isMultiline = false) =>
  z.object({ en: text(max, isMultiline), 'zh-cn': text(max, isMultiline) });
const count = z.number().int().min(0).max(1e12);
const amount = z.string().regex(/^\d{1,13}\.\d{2}$/);
const version = z.string().max(40).refine(isVersion);
const uid = z.string().refine(isModuleUid);
const picture = text(500);

const item = z.object({
  id: uid,
  title: texts(120),
  description: texts(1000, true),
  author: text(60),
  category: count,
  price: amount,
  points: count.min(1).nullable(),
  buyers: count,
  rating: z.number().min(0).max(5),
  isRecommended: z.boolean(),
  version,
  picture,
});
export const catalogueSchema = z.object({
  title: texts(120),
  currency: z.string().regex(/^[A-Z]{3}$/),
  categories: z.array(z.object({ id: count, title: texts(60) })).max(200),
  items: z.array(item).max(50),
  total: count,
});
export const detailSchema = item.extend({
  text: texts(100_000, true),
  pictures: z.array(picture).max(10),
  versions: z
    .array(
      z.object({
        version,
        news: texts(2000, true),
        date: z.string().regex(/^(?:\d{4}-\d{2}-\d{2})?$/),
        size: count,
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(200),
});
export const versionsSchema = z.array(z.object({ id: uid, version })).max(100);
export const accountSchema = z.object({
  name: text(60),
  money: z.string().regex(/^-?\d{1,13}\.\d{2}$/),
  score: z.number().int().min(-1e12).max(1e12),
  owned: z.array(text(60)).max(10_000),
  ratings: z
    .array(z.object({ id: text(60), rating: z.number().int().min(0).max(5) }))
    .max(10_000)
    .default([]),
  refunds: z
    .array(z.object({ id: text(60), state: z.enum(REFUND_REQUESTS) }))
    .max(10_000)
    .default([]),
});
export const purchaseSchema = z.object({ number: text(20), version });
export const refundSchema = z.object({ state: z.literal('requested') });
export const ratingSchema = z.object({ rating: z.number().min(0).max(5) });
/** The envelope of every response. */
export const envelopeSchema = z.object({ code: z.number().int(), msg: z.string().max(2000), data: z.unknown() });
