/** Folder of the permission tree: its entities with their actions. */
import ChevronIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { computeCheckState, listFolderPermissions, type Branch, type Folder } from './folderTree';
import { PermissionCheckbox } from '../../inputs/PermissionCheckbox';

interface CheckboxContext {
  readonly chosen: ReadonlySet<string>;
  readonly disabled: boolean;
  /** Whether the editor holds a permission. */
  readonly isHeld: (permission: string) => boolean;
  /** Why the permission has no effect: a parent group does not grant it. */
  readonly limitReason: (permission: string) => string | undefined;
  readonly onToggle: (permissions: readonly string[], isOn: boolean) => void;
}

/** Returns why permissions cannot be toggled. Toggling several at once requires that the editor holds all of them. */
function useDisabledReason({ disabled, isHeld, limitReason, chosen }: CheckboxContext) {
  const { t } = useTranslation();
  return (permissions: readonly string[]): string | undefined => {
    if (disabled) return '';
    if (!permissions.every(isHeld))
      return t(permissions.some(isHeld) ? 'permissions.tree.not_all_held' : 'permissions.tree.not_held');
    // Granted permissions can always be removed.
    const limitedPermissions = permissions.filter(
      (permission) => !chosen.has(permission) && limitReason(permission) !== undefined,
    );
    const [first] = limitedPermissions;
    if (first === undefined) return undefined;
    return limitedPermissions.length === permissions.length ? limitReason(first) : t('permissions.tree.not_all_above');
  };
}

/** Fieldset without the border of the browser. */
const PLAIN_FIELDSET = { border: 0, m: 0, p: 0, minWidth: 0 } as const;

function BranchRow({ branch, ...choosing }: CheckboxContext & { readonly branch: Branch }) {
  const { chosen, onToggle } = choosing;
  const disabledReason = useDisabledReason(choosing);
  const permissions = branch.leaves.map(({ permission }) => permission);
  return (
    <Box
      component="fieldset"
      aria-label={branch.label}
      sx={{
        ...PLAIN_FIELDSET,
        display: 'grid',
        gridTemplateColumns: '1fr',
        alignItems: 'start',
        columnGap: 2,
        py: 1,
        '@container (min-width: 560px)': { gridTemplateColumns: '180px 1fr' },
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <PermissionCheckbox
        isReasonAtGroup
        label={<Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{branch.label}</Typography>}
        state={computeCheckState(permissions, chosen)}
        disabledReason={disabledReason(permissions)}
        onToggle={(on) => onToggle(permissions, on)}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, pl: 6, '@container (min-width: 560px)': { pl: 0 } }}>
        {branch.leaves.map(({ permission, label }) => (
          <PermissionCheckbox
            isReasonAtGroup
            key={permission}
            label={<span title={permission}>{label}</span>}
            state={chosen.has(permission) ? 'all' : 'none'}
            disabledReason={disabledReason([permission])}
            note={chosen.has(permission) ? choosing.limitReason(permission) : undefined}
            onToggle={(on) => onToggle([permission], on)}
          />
        ))}
      </Box>
    </Box>
  );
}

interface FolderRowProps extends CheckboxContext {
  readonly folder: Folder;
  readonly isOpen: boolean;
  readonly onToggleOpen: () => void;
}
export function FolderRow({ folder, isOpen, onToggleOpen, ...choosing }: FolderRowProps) {
  const { t } = useTranslation();
  const disabledReason = useDisabledReason(choosing);
  const { label, branches } = folder;
  const permissions = listFolderPermissions(folder);
  const chosenCount = permissions.filter((permission) => choosing.chosen.has(permission)).length;
  return (
    <Box
      component="fieldset"
      aria-label={label}
      sx={{ ...PLAIN_FIELDSET, '& + &': { borderTop: 1, borderColor: 'divider' } }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', px: 1, bgcolor: 'background.sunken' }}>
        <IconButton
          size="small"
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'permissions.tree.shut' : 'permissions.tree.open', { name: label })}
          onClick={onToggleOpen}
        >
          <ChevronIcon
            fontSize="small"
            sx={{ transform: isOpen ? 'rotate(90deg)' : 'none', transition: 'transform 120ms' }}
          />
        </IconButton>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <PermissionCheckbox
            isReasonAtGroup
            label={<Typography sx={{ fontWeight: 600 }}>{label}</Typography>}
            state={computeCheckState(permissions, choosing.chosen)}
            disabledReason={disabledReason(permissions)}
            onToggle={(on) => choosing.onToggle(permissions, on)}
          />
        </Box>
        <Typography variant="caption" sx={{ color: 'text.secondary', pr: 2, fontVariantNumeric: 'tabular-nums' }}>
          {t('permissions.tree.count', { held: chosenCount, all: permissions.length })}
        </Typography>
      </Stack>
      {isOpen && (
        <Box sx={{ pr: 2, pl: 10 }}>
          {branches.map((branch) => (
            <BranchRow key={branch.key} branch={branch} {...choosing} />
          ))}
        </Box>
      )}
    </Box>
  );
}
