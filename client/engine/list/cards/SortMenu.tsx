/** Sort menu for layouts without column headers. */
import DownIcon from '@mui/icons-material/ArrowDownward';
import SortIcon from '@mui/icons-material/Sort';
import UpIcon from '@mui/icons-material/ArrowUpward';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../../common/entity/columns';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { MenuButton } from '../../../ui/MenuButton';
import type { FilterModel } from '../useListModel';

interface SortModel extends FilterModel {
  readonly columns: readonly Column[];
}

/** Shown columns and those the list is sorted by. */
function sortableColumns({ columns, permissions, state }: SortModel) {
  const currentSort = new Set([
    ...columns.map(({ name }) => name),
    ...state.sort.map(({ field }) => field),
    'id',
    'weigh',
  ]);
  return permissions.columns.filter(
    ({ name, sortable }) => sortable && currentSort.has(name) && permissions.readable.has(name),
  );
}

export function SortMenu({ model }: { readonly model: SortModel }) {
  const { t } = useTranslation();
  const labels = useEntityLabels(model.entity);
  const [first] = model.state.sort;
  return (
    <MenuButton label={t('lists.order.label')} icon={<SortIcon fontSize="small" />}>
      {(close) =>
        sortableColumns(model).map(({ name }) => {
          const dir = first?.field === name ? first.dir : null;
          const next = dir === 'asc' ? 'desc' : 'asc';
          const label = labels.fields[name] ?? name;
          return (
            <MenuItem
              key={name}
              role="menuitemradio"
              aria-checked={dir !== null}
              aria-label={dir === null ? label : t(`lists.order.${dir}`, { field: label })}
              selected={dir !== null}
              onClick={() => {
                model.change({ sort: [{ field: name, dir: next }] });
                close();
              }}
              sx={{ minHeight: 44 }}
            >
              <ListItemText primary={label} />
              {dir === 'asc' && <UpIcon fontSize="small" sx={{ ml: 3 }} />}
              {dir === 'desc' && <DownIcon fontSize="small" sx={{ ml: 3 }} />}
            </MenuItem>
          );
        })
      }
    </MenuButton>
  );
}
