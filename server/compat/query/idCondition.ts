/** Conditions on ids that were found before the list is read. */
import { LIMITS } from '../../../common/limits';
import { fault, type Fault } from '../../../common/protocol/faults';
import type { SearchCondition } from '../../../common/query/parseSearchParam';
import { NOTHING } from '../fuzzySearch';

/** More rows match a condition than a list of ids can hold. */
export const tooManyFound = (): Fault =>
  fault('request.query', undefined, {
    fields: [{ path: 'search', code: 'too_many', params: { max: LIMITS.maxBulkIds } }],
  });

export const toIdCondition = (ids: readonly number[], field = 'id'): SearchCondition =>
  ids.length === 0 ? NOTHING : { field, operator: 'IN', val: ids };
