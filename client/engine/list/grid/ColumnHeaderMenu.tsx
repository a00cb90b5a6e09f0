/** Menu of a column header: sort by the column, filter by it, hide it. */
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { filterableColumns } from '../filter/filterableColumns';
import { FilterPopover } from '../filter/FilterPopover';
import { useColumns } from '../tools/useColumns';
import type { ListModel } from '../useListModel';
import type { GridColumn } from './useGridTable';

interface ColumnHeaderMenuProps {
  readonly model: ListModel;
  readonly gridColumn: GridColumn;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}
export function ColumnHeaderMenu({ model, gridColumn, anchor, onClose }: ColumnHeaderMenuProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const [isFiltering, setIsFiltering] = useState(false);
  const { shownNames, toggle } = useColumns(model);
  const { column, label, sortable } = gridColumn;
  const sort = (dir: 'asc' | 'desc') => () => {
    model.change({ sort: [{ field: column.name, dir }] });
    onClose();
  };
  if (isFiltering) return <FilterPopover model={model} initial={{ anchor, target: 'all', column }} onClose={onClose} />;
  const canFilter = filterableColumns(model).some(({ name }) => name === column.name);
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': t('listControls.row.options', { field: label }) } }}
    >
      {sortable && <MenuItem onClick={sort('asc')}>{t('listControls.row.sort_asc')}</MenuItem>}
      {sortable && <MenuItem onClick={sort('desc')}>{t('listControls.row.sort_desc')}</MenuItem>}
      {sortable && <Divider />}
      {canFilter && <MenuItem onClick={() => setIsFiltering(true)}>{t('listControls.row.filter')}</MenuItem>}
      <MenuItem
        disabled={shownNames.length === 1}
        onClick={() => {
          toggle(column.name);
          onClose();
        }}
      >
        {t('listControls.row.hide')}
      </MenuItem>
    </Menu>
  );
}
