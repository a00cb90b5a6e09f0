/** The columns of a list: which are shown, and in which order. */
import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import ColumnsIcon from '@mui/icons-material/ViewColumnOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Divider from '@mui/material/Divider';
import ListSubheader from '@mui/material/ListSubheader';
import ListItemText from '@mui/material/ListItemText';
import MenuItem, { type MenuItemProps } from '@mui/material/MenuItem';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { MenuButton } from '../../../ui/MenuButton';
import type { ListModel } from '../useListModel';
import { isTechnicalColumn } from './isTechnicalColumn';
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

interface ColumnItemProps extends Pick<MenuItemProps, 'onClick' | 'onKeyDown' | 'tabIndex' | 'autoFocus'> {
  readonly label: string;
  readonly isShown: boolean;
  readonly onMove: (step: -1 | 1) => void;
}
/** MUI menus pass focus props to their items. */
const ColumnItem = ({ label, isShown, onMove, ...rest }: ColumnItemProps) => (
  <MenuItem {...rest} role="menuitemcheckbox" aria-checked={isShown} sx={{ py: 0, pr: 1 }}>
    <Checkbox
      checked={isShown}
      tabIndex={-1}
      disableRipple
      slotProps={{ input: { 'aria-hidden': true, tabIndex: -1 } }}
      sx={{ p: 1, pointerEvents: 'none' }}
    />
    <ListItemText primary={label} />
    {isShown && <MoveButtons label={label} onMove={onMove} />}
  </MenuItem>
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
  const drawItem = (name: string) => (
    <ColumnItem
      key={name}
      label={getLabel(name)}
      isShown={shownNames.includes(name)}
      onClick={() => toggle(name)}
      onKeyDown={onKeyDown(name)}
      onMove={(step) => move(name, step)}
    />
  );
  // Shown columns keep their order, so that they can be moved.
  const isLast = (name: string) => !shownNames.includes(name) && isTechnicalColumn(model.entity, name);
  const [usual, technical] = [orderedColumns.filter((name) => !isLast(name)), orderedColumns.filter(isLast)];
  return (
    <MenuButton label={t('engine.list.columns')} icon={<ColumnsIcon fontSize="small" />}>
      {(close) => [
        ...usual.map(drawItem),
        ...(technical.length > 0
          ? [
              <ListSubheader key="technical" sx={{ lineHeight: '32px' }}>
                {t('listControls.columns.technical')}
              </ListSubheader>,
            ]
          : []),
        ...technical.map(drawItem),
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
