/** The title of a row as a list shows it. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { useAppSelector } from '../../shared/app/createStore';
import { useTranslateTitle } from './useTranslateTitle';

/**
 * Returns the title of a row. `fallbackTitle`: the last known title of a row that is gone. `#id` when there is none.
 */
export function useRowTitle(entity: AnyEntity, id: number, fallbackTitle?: Json): string {
  const row = useAppSelector((state) => state.entities.rows[entity.name]?.[id]?.row);
  const title = row?.[entity.spec.title] ?? fallbackTitle;
  const translateTitle = useTranslateTitle(entity.name);
  return typeof title === 'string' && title !== '' ? translateTitle(title, row) : `#${id}`;
}
