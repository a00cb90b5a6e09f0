/** Names of a colleague's role groups, for readers with permission. Requested only when a person card is open. */
import Typography from '@mui/material/Typography';
import { admin } from '../../../../common/entities/admin';
import { rowsApi } from '../../../engine/data/rowsApi';
import { usePermissions } from '../../../engine/usePermissions';
import { useAppSelector } from '../../../shared/app/createStore';
import { selectCachedRow } from '../../../shared/store/entities';

export function ColleagueGroupNames({ id }: { readonly id: number }) {
  const adminPermissions = usePermissions(admin);
  const canReadGroups = adminPermissions.can('read') && adminPermissions.readable.has('group_arr');
  rowsApi.useGetQuery({ e: admin.name, id }, { skip: !canReadGroups });
  const groups = useAppSelector(selectCachedRow(admin.name, id))?.row['group_arr'];
  const groupTitles = useAppSelector((state) => state.entities.titles['admin_group']);
  if (!canReadGroups || !Array.isArray(groups)) return null;
  const names = groups.flatMap((group) => groupTitles?.[String(group)] ?? []);
  return (
    <Typography variant="caption" component="p" noWrap sx={{ color: 'text.secondary' }}>
      {names.join(', ')}
    </Typography>
  );
}
