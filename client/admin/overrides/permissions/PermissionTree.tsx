/** Permissions as a tree of ticks with three states and a search; the source says which nodes there are and which can be ticked. */
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { ALL, type Folder } from './nodeTree';
import { nodesIn, PermissionBoxes } from './PermissionBoxes';
import { Tick } from './Tick';

export interface PermissionSource {
  readonly folders: readonly Folder[];
  /** Whether the editor holds a node. */
  readonly holds: (node: string) => boolean;
  /** Why a node would have no effect, if so. */
  readonly beyond: (node: string) => string | undefined;
  /** Why *Everything* cannot be ticked, if so. */
  readonly allBarred: string | undefined;
}
interface PermissionTreeProps extends InputProps {
  /** A hook: it is called on each render with the chosen nodes and the parent of the group. */
  readonly useSource: (nodes: readonly string[], parent: number | null) => PermissionSource;
}

export function PermissionTree(props: PermissionTreeProps) {
  const { value, onChange, disabled, id, labelId, describedBy, parent, useSource } = props;
  useLazyTranslations();
  const { t } = useTranslation();
  const nodes = useMemo(() => nodesIn(value), [value]);
  const everything = nodes.includes(ALL);
  const { folders, holds, beyond, allBarred } = useSource(nodes, typeof parent === 'number' ? parent : null);
  return (
    <Box
      component="fieldset"
      id={id}
      aria-labelledby={labelId}
      sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}
      {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
    >
      <Tick
        label={t('console.groups.everything')}
        mark={everything ? 'all' : 'none'}
        barred={disabled ? '' : allBarred}
        note={everything ? beyond(ALL) : undefined}
        onToggle={(on) => onChange(on ? [ALL] : [])}
      />
      {!everything && folders.length > 0 && (
        <PermissionBoxes {...{ folders, nodes, disabled, holds, beyond }} onChange={(next) => onChange([...next])} />
      )}
    </Box>
  );
}
