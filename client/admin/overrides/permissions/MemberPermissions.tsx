/** Permission tree of a member group: the member rules of the server. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { memberMenuTitle } from '../../../../common/locales/memberMenuTitle';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { listRows } from '../../../shared/account/listRows';
import { api } from '../../../shared/api/api';
import { useLanguage } from '../../../shared/i18n/i18n';
import { asString, asInteger } from '../../../../common/json';
import { buildMemberFolders } from './memberFolders';
import { PermissionTree, type PermissionSource } from './PermissionTree';

const RULES_REQUEST = { url: '/admin/user_group/rules', isSilent: true, allowsParallel: true };
/** Editors of member groups hold no member permissions themselves, so each can be ticked. */
const UNLIMITED = {
  isHeld: () => true,
  limitReason: () => undefined,
  allDisabledReason: undefined,
  hasSets: false,
} as const;

function useMemberRules(chosen: readonly string[]): PermissionSource {
  const { t } = useTranslation();
  const lang = useLanguage();
  const { data } = api.useReadQuery(RULES_REQUEST, { refetchOnMountOrArgChange: true });
  const folders = useMemo(() => {
    const rules = listRows(data).map((row) => ({
      id: asInteger(row['id']),
      pid: asInteger(row['pid']),
      isFolder: row['type'] === 'menu_dir',
      name: asString(row['name'], 120),
      title: memberMenuTitle(asString(row['title'], 60), lang),
    }));
    return buildMemberFolders(rules, chosen, t('permissions.tree.other'));
  }, [data, chosen, lang, t]);
  return { folders, ...UNLIMITED };
}

export const MemberPermissions = (props: InputProps) => <PermissionTree {...props} useSource={useMemberRules} />;
