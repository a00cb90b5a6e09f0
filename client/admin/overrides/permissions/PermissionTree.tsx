/** Permission tree. The source provides the nodes and which of them can be ticked. */
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { ALL, type Folder } from './nodeTree';
import { parseNodes, PermissionFolders } from './PermissionFolders';
import { PermissionCheckbox } from '../../inputs/PermissionCheckbox';

export interface PermissionSource {
  readonly folders: readonly Folder[];
  /** Whether the editor holds a node. */
  readonly isHeld: (node: string) => boolean;
  /** Why a node has no effect, if so. */
  readonly limitReason: (node: string) => string | undefined;
  /** Why *Everything* cannot be ticked, if so. */
  readonly allDisabledReason: string | undefined;
}
interface PermissionTreeProps extends InputProps {
  /** Hook called on each render with the ticked nodes and the parent group. */
  readonly useSource: (nodes: readonly string[], parent: number | null) => PermissionSource;
}

export function PermissionTree(props: PermissionTreeProps) {
  const { value, onChange, disabled, id, labelId, describedBy, parent, useSource } = props;
  useLazyTranslations();
  const { t } = useTranslation();
  const nodes = useMemo(() => parseNodes(value), [value]);
  const isAllChosen = nodes.includes(ALL);
  const { folders, isHeld, limitReason, allDisabledReason } = useSource(
    nodes,
    typeof parent === 'number' ? parent : null,
  );
  return (
    <Box
      component="fieldset"
      id={id}
      aria-labelledby={labelId}
      sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}
      {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
    >
      <PermissionCheckbox
        label={t('console.groups.everything')}
        state={isAllChosen ? 'all' : 'none'}
        disabledReason={disabled ? '' : allDisabledReason}
        note={isAllChosen ? limitReason(ALL) : undefined}
        onToggle={(on) => onChange(on ? [ALL] : [])}
      />
      {!isAllChosen && folders.length > 0 && (
        <PermissionFolders
          {...{ folders, nodes, disabled, isHeld, limitReason }}
          onChange={(next) => onChange([...next])}
        />
      )}
    </Box>
  );
}
