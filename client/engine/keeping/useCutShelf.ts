/** After a change of rights: what may no longer be known of the drafts other screens left is forgotten, and what was typed stays. */
import { useEffect } from 'react';
import { useBootstrap } from '../../shared/bootstrap';
import { withinRights } from '../departing';
import type { DraftShelf } from '../draftShelf';
import { useEngine } from '../engineContext';
import { fieldsOfForm } from '../formLayout';

export function useCutShelf(shelf: DraftShelf): void {
  const { registry } = useEngine();
  const { entities } = useBootstrap();
  useEffect(() => {
    shelf.cut((name, draft) => {
      const entity = registry.get(name);
      const rights = entities[name];
      if (entity === undefined) return draft;
      return withinRights({ entity, fields: fieldsOfForm(entity) }, draft, rights && new Set(rights.readable));
    });
  }, [shelf, registry, entities]);
}
