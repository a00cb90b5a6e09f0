/** Limits by the parent groups, which are loaded and followed live. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { findLimit, listParentGroups } from './parentGroups';
import { useGroupPermissions } from './useGroupPermissions';

/** Returns a function that explains why a permission has no effect below this parent; undefined when it has effect. */
export function useParentLimits(parent: number | null): (permission: string) => string | undefined {
  const { t } = useTranslation();
  const groups = useGroupPermissions({ skip: parent === null });
  const parents = useMemo(() => listParentGroups(parent, groups), [groups, parent]);
  return (permission) => {
    const limit = findLimit(permission, parents);
    if (limit === undefined) return undefined;
    return t(limit.isDisabled ? 'permissions.tree.parent_disabled' : 'permissions.tree.parent_lacks', {
      name: limit.name,
    });
  };
}
