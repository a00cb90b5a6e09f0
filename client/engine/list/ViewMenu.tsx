/** How this list is looked at: columns, height of rows, and whether new rows come in by themselves. */
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
import { useAppDispatch, useAppSelector } from '../../shared/createStore';
import { useWords } from '../../shared/i18n';
import { DENSITIES, selectSettings, settingsChanged } from '../../shared/settings';
import { PHONE } from '../../shared/tokens';
import { MenuButton } from '../../ui/MenuButton';
import { hasBin } from '../bin/binRights';
import { usualSort } from '../listState';
import type { ListModel } from './useListModel';
import { lazyPart } from '../../ui/lazyPart';

const SortMenu = lazyPart(async () => (await import('./SortMenu')).SortMenu, 'small');
const ListTools = lazyPart(async () => (await import('./tools/ListTools')).ListTools, 'small');

interface ViewMenuProps {
  readonly model: ListModel;
  readonly live: { readonly on: boolean; readonly set: (on: boolean) => void };
}

/** Long columns never travel with a list. */
const choosable = ({ rights, entity }: ListModel) =>
  rights.columns.filter(
    (column) =>
      !column.long &&
      column.sensitivity !== 'secret' &&
      (column.name !== 'delete_time' || rights.bin === true || entity.spec.list.columns.includes(column.name)),
  );

function useColumns(model: ListModel) {
  const { entity, columns, change, changeView } = model;
  const shown = columns.map(({ name }) => name);
  const put = (names: readonly string[] | null) => {
    const usual = names === null || names.join() === entity.spec.list.columns.join();
    changeView(usual ? { columns: null, ...(names === null ? { widths: {} } : {}) } : { columns: names });
    change({ columns: null });
  };
  return {
    shown,
    reset: () => put(null),
    toggle: (name: string) => {
      const next = shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name];
      if (next.length > 0) put(next);
    },
    move: (name: string, step: -1 | 1) => {
      const at = shown.indexOf(name) + step;
      const others = shown.filter((one) => one !== name);
      if (at >= 0 && at <= others.length) put([...others.slice(0, at), name, ...others.slice(at)]);
    },
  };
}

function ColumnsMenu({ model }: { readonly model: ListModel }) {
  const { t } = useTranslation();
  const words = useWords(model.entity);
  const { shown, toggle, move, reset } = useColumns(model);
  const all = choosable(model).map(({ name }) => name);
  const inOrder = [...shown.filter((name) => all.includes(name)), ...all.filter((name) => !shown.includes(name))];
  const labelOf = (name: string) => words.fields[name] ?? name;
  // Arrow keys with Alt move a column, as the buttons beside it do.
  const onKeyDown = (name: string) => (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || step === 0 || !shown.includes(name)) return;
    event.preventDefault();
    event.stopPropagation();
    move(name, step);
  };
  return (
    <MenuButton label={t('engine.list.columns')} icon={<ColumnsIcon fontSize="small" />}>
      {(close) => [
        ...inOrder.map((name) => (
          <MenuItem
            key={name}
            role="menuitemcheckbox"
            aria-checked={shown.includes(name)}
            onClick={() => toggle(name)}
            onKeyDown={onKeyDown(name)}
            sx={{ py: 0, pr: 1 }}
          >
            <Checkbox
              checked={shown.includes(name)}
              tabIndex={-1}
              disableRipple
              slotProps={{ input: { 'aria-hidden': true, tabIndex: -1 } }}
              sx={{ p: 1, pointerEvents: 'none' }}
            />
            <ListItemText primary={labelOf(name)} />
            {shown.includes(name) && <Movers label={labelOf(name)} onMove={(step) => move(name, step)} />}
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

function Movers({ label, onMove }: { readonly label: string; readonly onMove: (step: -1 | 1) => void }) {
  const { t } = useTranslation();
  const steps = [
    { step: -1, name: t('lists.columns.earlier', { field: label }), icon: <UpIcon fontSize="inherit" /> },
    { step: 1, name: t('lists.columns.later', { field: label }), icon: <DownIcon fontSize="inherit" /> },
  ] as const;
  return steps.map(({ step, name, icon }) => (
    // By keyboard: Alt with the arrow keys on the entry itself.
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

interface TickProps extends Pick<MenuItemProps, 'onClick' | 'tabIndex' | 'autoFocus'> {
  readonly on: boolean;
  readonly label: string;
}
/** The menu hands its focus to its entries by props. */
function Tick({ on, label, ...rest }: TickProps) {
  return (
    <MenuItem {...rest} role="menuitemcheckbox" aria-checked={on} sx={{ py: 0 }}>
      <Checkbox
        checked={on}
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
        ...DENSITIES.map((one) => (
          <MenuItem
            key={one}
            role="menuitemradio"
            aria-checked={density === one}
            selected={density === one}
            onClick={() => {
              dispatch(settingsChanged({ density: one }));
              close();
            }}
          >
            {t(`engine.list.density_${one}`)}
          </MenuItem>
        )),
        <Divider key="-" />,
        <Tick key="live" on={live.on} label={t('engine.list.live_mode')} onClick={() => live.set(!live.on)} />,
        <Tick
          key="summary"
          on={model.view.summary}
          label={t('lists.summary.show')}
          onClick={() => model.changeView({ summary: !model.view.summary })}
        />,
        hasBin(model.entity, model.rights) && (
          <Tick
            key="bin"
            on={model.state.deleted}
            label={t('bin.show')}
            onClick={() => {
              const deleted = !model.state.deleted;
              model.change({ deleted, sort: usualSort(model.entity, deleted), record: null });
              close();
            }}
          />
        ),
      ]}
    </MenuButton>
  );
}

export function ViewMenu({ model, live }: ViewMenuProps) {
  const phone = useMediaQuery(PHONE);
  return (
    <Stack direction="row" sx={{ gap: 1 }}>
      <Suspense>
        <ListTools model={model} />
      </Suspense>
      {phone && (
        <Suspense>
          <SortMenu model={model} />
        </Suspense>
      )}
      <ColumnsMenu model={model} />
      <DensityMenu live={live} model={model} />
    </Stack>
  );
}
