/** View options: columns, row height and automatic refresh. */
import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import ColumnsIcon from '@mui/icons-material/ViewColumnOutlined';
import DensityIcon from '@mui/icons-material/DensityMediumOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Divider from '@mui/material/Divider';
import ListItemText from '@mui/material/ListItemText';
import MenuItem, { type MenuItemProps } from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Suspense, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch, useAppSelector } from '../../../shared/app/createStore';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { DENSITIES, selectSettings, settingsChanged } from '../../../shared/store/settings';
import { PHONE_QUERY } from '../../../shared/theme/designTokens';
import { MenuButton } from '../../../ui/MenuButton';
import { hasRecycleBin } from '../../recycleBin/recycleBinPermissions';
import { defaultListSort } from '../listState';
import type { ListModel } from '../useListModel';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const SortMenu = lazyWithRetry(async () => (await import('../cards/SortMenu')).SortMenu, 'small');
const ListTools = lazyWithRetry(async () => (await import('./ListTools')).ListTools, 'small');

interface ViewMenuProps {
  readonly model: ListModel;
  readonly live: { readonly isLive: boolean; readonly setLive: (isLive: boolean) => void };
}

/** Long columns are not part of a list answer. */
const selectableColumns = ({ permissions, entity }: ListModel) =>
  permissions.columns.filter(
    (column) =>
      !column.long &&
      column.sensitivity !== 'secret' &&
      (column.name !== 'delete_time' ||
        permissions.isRecycleBin === true ||
        entity.spec.list.columns.includes(column.name)),
  );

function useColumns(model: ListModel) {
  const { entity, columns, change, changeView } = model;
  const shownNames = columns.map(({ name }) => name);
  const setNames = (names: readonly string[] | null) => {
    const defaultNames = names === null || names.join() === entity.spec.list.columns.join();
    changeView(defaultNames ? { columns: null, ...(names === null ? { widths: {} } : {}) } : { columns: names });
    change({ columns: null });
  };
  return {
    shownNames,
    reset: () => setNames(null),
    toggle: (name: string) => {
      const next = shownNames.includes(name)
        ? shownNames.filter((shownName) => shownName !== name)
        : [...shownNames, name];
      if (next.length > 0) setNames(next);
    },
    move: (name: string, step: -1 | 1) => {
      const index = shownNames.indexOf(name) + step;
      const others = shownNames.filter((shownName) => shownName !== name);
      if (index >= 0 && index <= others.length) setNames([...others.slice(0, index), name, ...others.slice(index)]);
    },
  };
}

function ColumnsMenu({ model }: { readonly model: ListModel }) {
  const { t } = useTranslation();
  const labels = useEntityLabels(model.entity);
  const { shownNames, toggle, move, reset } = useColumns(model);
  const all = selectableColumns(model).map(({ name }) => name);
  const orderedColumns = [
    ...shownNames.filter((name) => all.includes(name)),
    ...all.filter((name) => !shownNames.includes(name)),
  ];
  const labelOf = (name: string) => labels.fields[name] ?? name;
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
            <ListItemText primary={labelOf(name)} />
            {shownNames.includes(name) && <MoveButtons label={labelOf(name)} onMove={(step) => move(name, step)} />}
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

interface CheckItemProps extends Pick<MenuItemProps, 'onClick' | 'tabIndex' | 'autoFocus'> {
  readonly isChecked: boolean;
  readonly label: string;
}
/** MUI menus pass focus props to their items. */
function CheckItem({ isChecked, label, ...rest }: CheckItemProps) {
  return (
    <MenuItem {...rest} role="menuitemcheckbox" aria-checked={isChecked} sx={{ py: 0 }}>
      <Checkbox
        checked={isChecked}
        tabIndex={-1}
        slotProps={{ input: { 'aria-hidden': true, tabIndex: -1 } }}
        sx={{ p: 1, pointerEvents: 'none' }}
      />
      {label}
    </MenuItem>
  );
}

function DensityMenu({ live, model }: ViewMenuProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { density } = useAppSelector(selectSettings);
  return (
    <MenuButton label={t('engine.list.density')} icon={<DensityIcon fontSize="small" />}>
      {(close) => [
        ...DENSITIES.map((option) => (
          <MenuItem
            key={option}
            role="menuitemradio"
            aria-checked={density === option}
            selected={density === option}
            onClick={() => {
              dispatch(settingsChanged({ density: option }));
              close();
            }}
          >
            {t(`engine.list.density_${option}`)}
          </MenuItem>
        )),
        <Divider key="-" />,
        <CheckItem
          key="live"
          isChecked={live.isLive}
          label={t('engine.list.live_mode')}
          onClick={() => live.setLive(!live.isLive)}
        />,
        <CheckItem
          key="summary"
          isChecked={model.view.summary}
          label={t('lists.summary.show')}
          onClick={() => model.changeView({ summary: !model.view.summary })}
        />,
        hasRecycleBin(model.entity, model.permissions) && (
          <CheckItem
            key="bin"
            isChecked={model.state.showsDeleted}
            label={t('recycleBin.show')}
            onClick={() => {
              const deleted = !model.state.showsDeleted;
              model.change({ showsDeleted: deleted, sort: defaultListSort(model.entity, deleted), record: null });
              close();
            }}
          />
        ),
      ]}
    </MenuButton>
  );
}

export function ViewMenu({ model, live }: ViewMenuProps) {
  const isPhone = useMediaQuery(PHONE_QUERY);
  return (
    <Stack direction="row" sx={{ gap: 1 }}>
      <Suspense>
        <ListTools model={model} />
      </Suspense>
      {isPhone && (
        <Suspense>
          <SortMenu model={model} />
        </Suspense>
      )}
      <ColumnsMenu model={model} />
      <DensityMenu live={live} model={model} />
    </Stack>
  );
}
