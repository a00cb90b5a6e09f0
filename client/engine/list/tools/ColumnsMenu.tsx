/** The columns of a list: which are shown, and in which order. */
import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import ColumnsIcon from '@mui/icons-material/ViewColumnOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Divider from '@mui/material/Divider';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { MenuButton } from '../../../ui/MenuButton';
import type { ListModel } from '../useListModel';
import { useColumns } from './useColumns';

/** Long columns are not part of a list response. */
const selectableColumns = ({ permissions, entity }: ListModel) =>
  permissions.columns.filter(
    (column) =>
      !column.long &&
      column.sensitivity !== 'secret' &&
      (column.name !== 'delete_time' ||
        permissions.isRecycleBin === true ||
        entity.spec.list.columns.includes(column.name)),
  );

export function ColumnsMenu({ model }: { readonly model: ListModel }) {
  const { t } = useTranslation();
  const labels = useEntityLabels(model.entity);
  const { shownNames, toggle, move, reset } = useColumns(model);
  const all = selectableColumns(model).map(({ name }) => name);
  const orderedColumns = [
    ...shownNames.filter((name) => all.includes(name)),
    ...all.filter((name) => !shownNames.includes(name)),
  ];
  const getLabel = (name: string) => labels.fields[name] ?? name;
  // Alt with the arrow keys moves a column, like the buttons.
  const onKeyDown = (name: string) => (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || step === 0 || !shownNames.includes(name)) return;
    event.preventDefault();
    event.stopPropagation();
    move(name, step);
  };
  return (
    <MenuButton label={t('engine.list.columns')} icon={<ColumnsIcon fontSize="small" />}>
      {(close) => [
        ...orderedColumns.map((name) => (
          <MenuItem
            key={name}
            role="menuitemcheckbox"
            aria-checked={shownNames.includes(name)}
            onClick={() => toggle(name)}
            onKeyDown={onKeyDown(name)}
            sx={{ py: 0, pr: 1 }}
          >
            <Checkbox
              checked={shownNames.includes(name)}
              tabIndex={-1}
              disableRipple
              slotProps={{ input: { 'aria-hidden': true, tabIndex: -1 } }}
              sx={{ p: 1, pointerEvents: 'none' }}
            />
            <ListItemText primary={getLabel(name)} />
            {shownNames.includes(name) && <MoveButtons label={getLabel(name)} onMove={(step) => move(name, step)} />}
          </MenuItem>
        )),
        <Divider key="-" />,
        <MenuItem
          key="default"
          onClick={() => {
            reset();
            close();
          }}
        >
          {t('engine.list.columns_reset')}
        </MenuItem>,
      ]}
    </MenuButton>
  );
}

function MoveButtons({ label, onMove }: { readonly label: string; readonly onMove: (step: -1 | 1) => void }) {
  const { t } = useTranslation();
  const steps = [
    { step: -1, name: t('lists.columns.earlier', { field: label }), icon: <UpIcon fontSize="inherit" /> },
    { step: 1, name: t('lists.columns.later', { field: label }), icon: <DownIcon fontSize="inherit" /> },
  ] as const;
  return steps.map(({ step, name, icon }) => (
    // Keyboard: Alt with the arrow keys on the menu item.
    <Box
      key={step}
      component="span"
      title={name}
      aria-hidden
      onClick={(event) => {
        event.stopPropagation();
        onMove(step);
      }}
      sx={{ display: 'inline-flex', p: 1, ml: 1, borderRadius: 1, '&:hover': { bgcolor: 'action.hover' } }}
    >
      {icon}
    </Box>
  ));
}
