/** References whose rows a quick search by staff searches as well. */
import type { AnyEntity } from '../entity/entity';
import { getColumns, type Column } from '../entity/columns';
import { normalizeForSearch } from '../text/normalize';

export const searchedTargets = (entity: AnyEntity): readonly Column[] =>
  [...getColumns(entity).values()].filter(({ kind, options }) => kind === 'ref' && options.searchTarget === true);

/** Whether a quick search finds rows by values that their own columns do not hold. */
export const searchesTargets = (entity: AnyEntity, q: string | undefined): boolean =>
  q !== undefined && normalizeForSearch(q) !== '' && searchedTargets(entity).length > 0;
