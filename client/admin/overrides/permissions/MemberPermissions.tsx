/** What members of a group may do, as a tree of the member rules. */
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { memberTitle } from '../../../../common/locales/memberTitle';
import type { InputProps } from '../../../engine/kinds/kindView';
import { api } from '../../../shared/api';
import { rowsIn } from '../../../shared/account/rowsIn';
import { useLang } from '../../../shared/i18n';
import { asText, asWhole } from '../../../shared/persist';
import { useLaterWords } from '../../../shared/useLaterWords';
import { memberFolders } from './memberFolders';
import { ALL, type Folder } from './nodeTree';
import { nodesIn, PermissionBoxes } from './PermissionBoxes';
import { Tick } from './Tick';

const READ = { url: '/admin/user_group/rules', quiet: true, repeatable: true };
const NOTHING = () => undefined;
const EVERY = () => true;

/** The rules as folders, and what the group holds beside them. */
function useFolders(chosen: readonly string[]): readonly Folder[] {
  const { t } = useTranslation();
  const lang = useLang();
  const { data } = api.useAskQuery(READ, { refetchOnMountOrArgChange: true });
  return useMemo(() => {
    const rules = rowsIn(data).map((row) => ({
      id: asWhole(row['id']),
      pid: asWhole(row['pid']),
      isFolder: row['type'] === 'menu_dir',
      name: asText(row['name'], 120),
      title: memberTitle(asText(row['title'], 60), lang),
    }));
    return memberFolders(rules, chosen, t('rights.tree.other'));
  }, [data, chosen, lang, t]);
}

export function MemberPermissions({ value, onChange, disabled, id, labelId, describedBy }: InputProps) {
  useLaterWords();
  const { t } = useTranslation();
  const nodes = useMemo(() => nodesIn(value), [value]);
  const everything = nodes.includes(ALL);
  const folders = useFolders(nodes);
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
        barred={disabled ? '' : undefined}
        onToggle={(on) => onChange(on ? [ALL] : [])}
      />
      {!everything && folders.length > 0 && (
        <PermissionBoxes
          {...{ folders, nodes, disabled }}
          holds={EVERY}
          beyond={NOTHING}
          onChange={(next) => onChange([...next])}
        />
      )}
    </Box>
  );
}
