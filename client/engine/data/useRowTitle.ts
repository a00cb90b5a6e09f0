/** What a row of a list is called. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { useAppSelector } from '../../shared/app/createStore';
import { useTranslateTitle } from './useTranslateTitle';

/** What a row is called, also when its title is empty, or it is gone and was once `isReadable` with one. */
export function useRowTitle(entity: AnyEntity, id: number, fallbackTitle?: Json): string {
  const row = useAppSelector((state) => state.entities.rows[entity.name]?.[id]?.row);
  const title = row?.[entity.spec.title] ?? fallbackTitle;
  const translateTitle = useTranslateTitle(entity.name);
  return typeof title === 'string' && title !== '' ? translateTitle(title, row) : `#${id}`;
}
