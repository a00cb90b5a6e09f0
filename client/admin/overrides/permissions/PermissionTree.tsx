/** Permission tree. The source provides the permissions and which of them can be ticked. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { ALL, listFolderPermissions, type Folder } from './folderTree';
import { parsePermissions, PermissionFolders } from './PermissionFolders';
import { addSet, type PermissionSet } from './permissionSets';
import { PermissionSetMenu } from './PermissionSetMenu';
import { PermissionCheckbox } from '../../inputs/PermissionCheckbox';

export interface PermissionSource {
  readonly folders: readonly Folder[];
  /** Whether the editor holds a permission. */
  readonly isHeld: (permission: string) => boolean;
  /** Why a permission has no effect, if so. */
  readonly limitReason: (permission: string) => string | undefined;
  /** Why *Everything* cannot be ticked, if so. */
  readonly allDisabledReason: string | undefined;
  /** Whether sets of permissions and those of other role groups can be added at once. */
  readonly hasSets: boolean;
}
interface PermissionTreeProps extends InputProps {
  /** Hook called on each render with the ticked permissions and the parent group. */
  readonly useSource: (permissions: readonly string[], parent: number | null) => PermissionSource;
}

/** Describes the group of checkboxes: why some are disabled. */
function LimitsNote({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  return (
    <Typography id={id} variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
      {t('permissions.tree.limits')}
    </Typography>
  );
}

export function PermissionTree(props: PermissionTreeProps) {
  const { value, onChange, disabled, id, labelId, describedBy, parent, useSource } = props;
  useLazyTranslations();
  const { t } = useTranslation();
  const permissions = useMemo(() => parsePermissions(value), [value]);
  const isAllChosen = permissions.includes(ALL);
  const { folders, isHeld, limitReason, allDisabledReason, hasSets } = useSource(
    permissions,
    typeof parent === 'number' ? parent : null,
  );
  const [leftOut, setLeftOut] = useState(0);
  const add = (set: PermissionSet) => {
    const canGrant = (permission: string) => isHeld(permission) && limitReason(permission) === undefined;
    const added = addSet(permissions, set, canGrant);
    setLeftOut(added.leftOut);
    onChange([...added.permissions]);
  };
  const isAnyLimited = folders
    .flatMap(listFolderPermissions)
    .some((one) => !isHeld(one) || limitReason(one) !== undefined);
  const limitsId = isAnyLimited && !isAllChosen ? `${id}-limits` : undefined;
  const descriptionIds = [describedBy, limitsId].filter((one) => one !== undefined).join(' ');
  const ownGroup = props.entity.name === 'admin_group' ? props.rowId : null;
  return (
    <Box
      component="fieldset"
      id={id}
      aria-labelledby={labelId}
      sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}
      {...(descriptionIds === '' ? {} : { 'aria-describedby': descriptionIds })}
    >
      <PermissionCheckbox
        label={t('console.groups.everything')}
        state={isAllChosen ? 'all' : 'none'}
        disabledReason={disabled ? '' : allDisabledReason}
        note={isAllChosen ? limitReason(ALL) : undefined}
        onToggle={(on) => onChange(on ? [ALL] : [])}
      />
      {limitsId !== undefined && <LimitsNote id={limitsId} />}
      {!isAllChosen && folders.length > 0 && (
        <PermissionFolders
          folders={folders}
          permissions={permissions}
          disabled={disabled}
          isHeld={isHeld}
          limitReason={limitReason}
          onChange={(next) => onChange([...next])}
          sets={hasSets && !disabled && <PermissionSetMenu folders={folders} ownGroup={ownGroup} onAdd={add} />}
        />
      )}
      {leftOut > 0 && (
        <Typography component="output" variant="caption" sx={{ display: 'block', mt: 1, color: 'text.secondary' }}>
          {t('permissions.sets.left_out', { count: leftOut })}
        </Typography>
      )}
    </Box>
  );
}
