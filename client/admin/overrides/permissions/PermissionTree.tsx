/** Permissions as a tree of ticks with three states and a search; what the editor does not hold says so and cannot be ticked. */
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useEngine } from '../../../engine/engineContext';
import type { InputProps } from '../../../engine/kinds/kindView';
import { holdsNode, useBootstrap, type MenuNode } from '../../../shared/bootstrap';
import { useLang } from '../../../shared/i18n';
import { useLaterWords } from '../../../shared/useLaterWords';
import { entityWords } from '../../../../common/locales/entityWords';
import { ALL, foldersOf, type Folder } from './nodeTree';
import { nodesIn, PermissionBoxes } from './PermissionBoxes';
import { Tick } from './Tick';
import { useBarriers } from './useBarriers';

const namesIn = (menus: readonly MenuNode[]): readonly string[] =>
  menus.flatMap(({ name, children }) => [name, ...namesIn(children)]);

function useFolders(): readonly Folder[] {
  const { registry } = useEngine();
  const lang = useLang();
  const { menus } = useBootstrap();
  const { t } = useTranslation();
  return useMemo(
    () =>
      foldersOf(
        registry.all,
        {
          folder: (menu) => t(`menu.${menu}`, { defaultValue: menu }),
          noun: (entity) => entityWords(entity, lang).many,
          action: (entity, action) =>
            entityWords(entity, lang).actions[action] ?? t(`menu.node.${action}`, { defaultValue: action }),
        },
        namesIn(menus),
      ),
    [registry, lang, t, menus],
  );
}

export function PermissionTree({ value, onChange, disabled, id, labelId, describedBy, parent }: InputProps) {
  useLaterWords();
  const { t } = useTranslation();
  const { admin, permissions } = useBootstrap();
  const folders = useFolders();
  const nodes = useMemo(() => nodesIn(value), [value]);
  const everything = nodes.includes(ALL);
  const beyond = useBarriers(typeof parent === 'number' ? parent : null);
  const whole = admin.super ? (everything ? undefined : beyond(ALL)) : t('rights.tree.only_super');
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
        barred={disabled ? '' : whole}
        note={everything ? beyond(ALL) : undefined}
        onToggle={(on) => onChange(on ? [ALL] : [])}
      />
      {!everything && (
        <PermissionBoxes
          {...{ folders, nodes, disabled, beyond }}
          holds={(node) => holdsNode(permissions, node)}
          onChange={(next) => onChange([...next])}
        />
      )}
    </Box>
  );
}
