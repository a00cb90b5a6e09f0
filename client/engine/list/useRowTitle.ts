/** What a row of a list is called. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { useAppSelector } from '../../shared/createStore';
import { useSayTitle } from '../useSayTitle';

/** What a row is called, also when its title is empty, or it is gone and was once `seen` with one. */
export function useRowTitle(entity: AnyEntity, id: number, seen?: Json): string {
  const row = useAppSelector((state) => state.entities.rows[entity.name]?.[id]?.row);
  const title = row?.[entity.spec.title] ?? seen;
  const say = useSayTitle(entity.name);
  return typeof title === 'string' && title !== '' ? say(title, row) : `#${id}`;
}
