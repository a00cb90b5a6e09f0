/** Menu that adds many permissions at once: of a folder, of viewing, or of another role group. */
import AddIcon from '@mui/icons-material/PlaylistAddOutlined';
import ListSubheader from '@mui/material/ListSubheader';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { isPermissionGranted, useBootstrap } from '../../../shared/api/bootstrap';
import { MenuButton } from '../../../ui/MenuButton';
import type { Folder } from './folderTree';
import { copiedSet, folderSet, readOnlySet, type PermissionSet } from './permissionSets';
import { useGroupPermissions } from './useGroupPermissions';

interface PermissionSetMenuProps {
  readonly folders: readonly Folder[];
  /** The role group that is edited; its own permissions are not offered. */
  readonly ownGroup: number | null;
  readonly onAdd: (set: PermissionSet) => void;
}

interface GroupItemsProps extends PermissionSetMenuProps {
  readonly onDone: () => void;
}
/** One item for each other role group that has permissions. */
function GroupItems({ folders, ownGroup, onAdd, onDone }: GroupItemsProps) {
  const { t } = useTranslation();
  const groups = [...useGroupPermissions({ skip: false })].filter(
    ([id, { rules }]) => id !== ownGroup && rules.length > 0,
  );
  if (groups.length === 0) return null;
  return (
    <>
      <ListSubheader role="presentation" sx={{ px: 2.5, lineHeight: '36px' }}>
        {t('permissions.sets.copy')}
      </ListSubheader>
      {groups.map(([id, { name, rules }]) => (
        <MenuItem
          key={id}
          onClick={() => {
            onDone();
            onAdd(copiedSet(id, rules, folders));
          }}
        >
          {name}
        </MenuItem>
      ))}
    </>
  );
}

export function PermissionSetMenu(props: PermissionSetMenuProps) {
  const { folders, onAdd } = props;
  const { t } = useTranslation();
  const { permissions } = useBootstrap();
  const canReadGroups = isPermissionGranted(permissions, 'admin_group/index');
  const sets = [
    { set: readOnlySet(folders), label: t('permissions.sets.read_only') },
    ...folders.map((folder) => ({
      set: folderSet(folder),
      label: t('permissions.sets.folder', { name: folder.label }),
    })),
  ];
  return (
    <MenuButton label={t('permissions.sets.open')} icon={<AddIcon />} hasText>
      {(close) => [
        ...sets.map(({ set, label }) => (
          <MenuItem
            key={set.key}
            onClick={() => {
              close();
              onAdd(set);
            }}
          >
            {label}
          </MenuItem>
        )),
        canReadGroups && <GroupItems key="groups" {...props} onDone={close} />,
      ]}
    </MenuButton>
  );
}
