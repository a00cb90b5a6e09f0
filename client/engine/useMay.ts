/** What the signed-in person may do here, as the bootstrap says; the server decides anew at every request. */
import { useMemo } from 'react';
import type { AnyEntity, Verb } from '../../common/entity/entity';
import { columnsOf, type Column } from '../../common/entity/meta';
import { actionNode, nodeOf } from '../../common/entity/nodes';
import { columnsToFill } from '../../common/entity/validate';
import { holdsNode, useBootstrap } from '../shared/bootstrap';

export interface EntityRights {
  readonly may: (verb: Verb) => boolean;
  readonly mayAct: (action: string) => boolean;
  readonly readable: ReadonlySet<string>;
  readonly writable: ReadonlySet<string>;
  /** Readable columns in the entity's order. */
  readonly columns: readonly Column[];
  /** Deleted rows are looked at: they come back or go for good, nothing else can be done with them. */
  readonly bin?: true;
}
const ACTIONS: Readonly<Record<Verb, string>> = { read: 'index', create: 'add', update: 'edit', remove: 'del' };

/** Rights on an entity; live, because the bootstrap is fetched again whenever rights change. */
export function useMay(entity: AnyEntity): EntityRights {
  const { entities, permissions } = useBootstrap();
  return useMemo(() => {
    const fields = entities[entity.name];
    const holds = (action: string) => holdsNode(permissions, nodeOf(entity, action));
    const readable = new Set(fields?.readable);
    const writable = new Set(fields?.writable);
    const canFill = columnsToFill(entity).every(({ name }) => writable.has(name));
    return {
      may: (verb) => {
        if (verb === 'read') return fields !== undefined;
        return holds(ACTIONS[verb]) && (verb !== 'create' || fields === undefined || canFill);
      },
      mayAct: (action) => holdsNode(permissions, actionNode(entity, action)),
      readable,
      writable,
      columns: [...columnsOf(entity).values()].filter(({ name }) => readable.has(name)),
    };
  }, [entity, entities, permissions]);
}
