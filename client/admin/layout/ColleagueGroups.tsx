/** The groups of a colleague, to whoever may read them: asked for only when a card is looked at. */
import Typography from '@mui/material/Typography';
import { admin } from '../../../common/entities/admin';
import { rowsApi } from '../../engine/rowsApi';
import { useMay } from '../../engine/useMay';
import { useAppSelector } from '../../shared/createStore';
import { selectHeld } from '../../shared/entities';

export function ColleagueGroups({ id }: { readonly id: number }) {
  const rights = useMay(admin);
  const may = rights.may('read') && rights.readable.has('group_arr');
  rowsApi.useGetQuery({ e: admin.name, id }, { skip: !may });
  const groups = useAppSelector(selectHeld(admin.name, id))?.row['group_arr'];
  const titles = useAppSelector((state) => state.entities.titles['admin_group']);
  if (!may || !Array.isArray(groups)) return null;
  const names = groups.flatMap((group) => titles?.[String(group)] ?? []);
  return (
    <Typography variant="caption" component="p" noWrap sx={{ color: 'text.secondary' }}>
      {names.join(', ')}
    </Typography>
  );
}
