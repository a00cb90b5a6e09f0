/** What a member is called, as lists call him. */
import { user } from '../../../../common/entities/user';
import { useTitles } from '../../../engine/data/useTitles';

export const useMemberName = (id: number): string => useTitles(user.name, [id])[id] ?? `#${id}`;
