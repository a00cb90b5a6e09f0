/** The permissions of a member group: the member rules as the server lists them. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { memberTitle } from '../../../../common/locales/memberTitle';
import type { InputProps } from '../../../engine/kinds/kindView';
import { rowsIn } from '../../../shared/account/rowsIn';
import { api } from '../../../shared/api';
import { useLang } from '../../../shared/i18n';
import { asText, asWhole } from '../../../shared/persist';
import { memberFolders } from './memberFolders';
import { PermissionTree, type PermissionSource } from './PermissionTree';

const READ = { url: '/admin/user_group/rules', quiet: true, repeatable: true };
/** Who edits a member group holds no member permission: each can be ticked. */
const UNLIMITED = { holds: () => true, beyond: () => undefined, allBarred: undefined } as const;

function useMemberNodes(chosen: readonly string[]): PermissionSource {
  const { t } = useTranslation();
  const lang = useLang();
  const { data } = api.useAskQuery(READ, { refetchOnMountOrArgChange: true });
  const folders = useMemo(() => {
    const rules = rowsIn(data).map((row) => ({
      id: asWhole(row['id']),
      pid: asWhole(row['pid']),
      isFolder: row['type'] === 'menu_dir',
      name: asText(row['name'], 120),
      title: memberTitle(asText(row['title'], 60), lang),
    }));
    return memberFolders(rules, chosen, t('rights.tree.other'));
  }, [data, chosen, lang, t]);
  return { folders, ...UNLIMITED };
}

export const MemberPermissions = (props: InputProps) => <PermissionTree {...props} useSource={useMemberNodes} />;
