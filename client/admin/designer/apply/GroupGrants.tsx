/** Permissions that each role group receives: the groups as a tree, the actions as checkboxes. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { GroupGrant } from '../../../../common/designer/design';
import type { AnyEntity } from '../../../../common/entity/entity';
import { permissionActions } from '../../../../common/entity/permissionKeys';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { menuTitle } from '../../../../common/locales/menuTitle';
import { bareFieldset } from '../../../engine/fieldTypes/cells/cells';
import { useLanguage } from '../../../shared/i18n/i18n';
import { PermissionCheckbox } from '../../inputs/PermissionCheckbox';
import { propagateGrants, type Grants } from './propagateGrants';
import { useRoleGroups, type RoleGroup } from './useRoleGroups';

interface GroupRowProps {
  readonly group: RoleGroup;
  readonly actions: readonly { readonly name: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly onChange: (actions: readonly string[]) => void;
}
function GroupRow({ group, actions, chosen, onChange }: GroupRowProps) {
  const { t } = useTranslation();
  const names = actions.map(({ name }) => name);
  const effective = new Set([...group.grantedActions, ...chosen]);
  const state = names.every((name) => effective.has(name)) ? 'all' : effective.size > 0 ? 'some' : 'none';
  const lang = useLanguage();
  const unreadable = group.hasAll || state === 'none' ? [] : group.unreadable;
  const grantable = names.filter((name) => !group.grantedActions.includes(name));
  return (
    <Box
      component="fieldset"
      aria-label={group.name}
      sx={{
        ...bareFieldset,
        py: 2,
        pl: 4 * group.depth,
        borderTop: 1,
        borderColor: 'divider',
        borderStyle: 'solid',
        borderWidth: '1px 0 0',
      }}
    >
      <PermissionCheckbox
        label={
          <Typography component="span" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
            {group.name}
          </Typography>
        }
        state={group.hasAll ? 'all' : state}
        disabledReason={group.hasAll || grantable.length === 0 ? '' : undefined}
        note={group.hasAll ? t('designerScreen.apply.has_all') : undefined}
        onToggle={(on) => onChange(on ? grantable : [])}
      />
      {!group.hasAll && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 3, pl: 6 }}>
          {actions.map(({ name, label }) => (
            <PermissionCheckbox
              key={name}
              label={<span>{label}</span>}
              state={effective.has(name) ? 'all' : 'none'}
              disabledReason={group.grantedActions.includes(name) ? '' : undefined}
              note={undefined}
              onToggle={(on) => onChange(on ? [...chosen, name] : chosen.filter((key) => key !== name))}
            />
          ))}
        </Stack>
      )}
      {unreadable.length > 0 && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {t('designerScreen.apply.unreadable', {
            names: unreadable.map((entity) => entityLabels(entity, lang).many).join(', '),
          })}
        </Alert>
      )}
    </Box>
  );
}

interface GroupGrantsProps {
  readonly entity: AnyEntity;
  readonly grants: Grants;
  readonly onChange: (grants: Grants) => void;
}
export function GroupGrants({ entity, grants, onChange }: GroupGrantsProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const groups = useRoleGroups(entity);
  const labels = entityLabels(entity, lang).actions;
  const actions = permissionActions(entity).map((name) => ({
    name,
    label: labels[name] ?? menuTitle(lang, name) ?? name,
  }));
  return (
    <Stack component="section" aria-label={t('designerScreen.apply.groups')} sx={{ gap: 1 }}>
      <Typography variant="h4" component="h3">
        {t('designerScreen.apply.groups')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('designerScreen.apply.groups_help')}
      </Typography>
      {groups === undefined && <Skeleton variant="rounded" height={88} />}
      {groups?.length === 0 && <Typography>{t('designerScreen.apply.no_groups')}</Typography>}
      {groups?.map((group) => (
        <GroupRow
          key={group.id}
          group={group}
          actions={actions}
          chosen={grants[group.id] ?? []}
          onChange={(chosen) => onChange(propagateGrants(groups, grants, group, chosen))}
        />
      ))}
    </Stack>
  );
}

/** The grants as the server expects them. */
export const toGroupGrants = (grants: Grants): readonly GroupGrant[] =>
  Object.entries(grants).flatMap(([group, actions]) => (actions.length > 0 ? [{ group: Number(group), actions }] : []));
