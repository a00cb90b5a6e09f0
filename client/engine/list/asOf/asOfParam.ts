/** The past point in time at which a list screen shows its rows, in the URL. */
import type { AnyEntity } from '../../../../common/entity/entity';
import { keepsHistory } from '../../../../common/definition/keepsHistory';

/** Unix seconds. */
export const AS_OF_PARAM = 'as_of';

/** The moment of an address. Null: now. */
export function parseMoment(params: URLSearchParams): number | null {
  const text = params.get(AS_OF_PARAM);
  return text !== null && /^[1-9]\d{0,10}$/.test(text) ? Number(text) : null;
}

/** Null: the current rows. */
export const parseAsOf = (entity: AnyEntity, params: URLSearchParams): number | null =>
  keepsHistory(entity) ? parseMoment(params) : null;

/** The parameters of the list at another moment, without its page and its open record, which may not exist then. Null: now. */
export function withAsOf(before: URLSearchParams, moment: number | null): URLSearchParams {
  const params = new URLSearchParams(before);
  for (const name of [AS_OF_PARAM, 'page', 'record']) params.delete(name);
  if (moment !== null) params.set(AS_OF_PARAM, String(moment));
  return params;
}
