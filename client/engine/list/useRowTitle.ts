/** What a row of a list is called. */
import type { AnyEntity } from '../../../common/entity/entity';
import { useAppSelector } from '../../shared/createStore';
import { useSayTitle } from '../useSayTitle';

/** What a row is called, also when its title is empty. */
export function useRowTitle(entity: AnyEntity, id: number): string {
  const title = useAppSelector((state) => state.entities.rows[entity.name]?.[id]?.row[entity.spec.title]);
  const say = useSayTitle(entity.name);
  return typeof title === 'string' && title !== '' ? say(title) : `#${id}`;
}
