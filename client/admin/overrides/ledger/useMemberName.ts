/** Title of a member as in lists; `#id` until it is known. */
import { user } from '../../../../common/entities/user';
import { useTitles } from '../../../engine/data/useTitles';

export const useMemberName = (id: number): string => useTitles(user.name, [id])[id] ?? `#${id}`;
