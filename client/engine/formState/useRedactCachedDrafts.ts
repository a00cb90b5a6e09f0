/** After a change of rights: what may no longer be known of the drafts other screens left is forgotten, and what was typed stays. */
import { useEffect } from 'react';
import { useBootstrap } from '../../shared/api/bootstrap';
import { applyPermissions } from './recordGone';
import type { DraftCache } from './draftCache';
import { useEngine } from '../engineContext';
import { formFieldNames } from './formLayout';

export function useRedactCachedDrafts(draftCache: DraftCache): void {
  const { registry } = useEngine();
  const { entities } = useBootstrap();
  useEffect(() => {
    draftCache.updateAll((name, draft) => {
      const entity = registry.get(name);
      const permissions = entities[name];
      if (entity === undefined) return draft;
      return applyPermissions(
        { entity, fields: formFieldNames(entity) },
        draft,
        permissions && new Set(permissions.readable),
      );
    });
  }, [draftCache, registry, entities]);
}
