/** After a permission change: drops values that the user may no longer read from all cached drafts; typed text stays. */
import { useEffect } from 'react';
import { useBootstrap } from '../../shared/api/bootstrap';
import { applyPermissions } from './recordRemoval';
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
