/** Actor keys of the change log, the history and the mutation log. */
import type { Actor } from '../../../../common/entity/access';

/** The text that names an actor in the change log, the history and the mutation log: `admin:3`, `member:7`, `guest` or `system`. */
export const actorKey = ({ kind, id }: Actor): string =>
  kind === 'staff' ? `admin:${id}` : kind === 'member' ? `member:${id}` : kind;
