/** How this list is looked at: columns, height of rows, and whether new rows come in by themselves. */
import ColumnsIcon from '@mui/icons-material/ViewColumnOutlined';
import DensityIcon from '@mui/icons-material/DensityMediumOutlined';
import Checkbox from '@mui/material/Checkbox';
import Divider from '@mui/material/Divider';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import { useTranslation } from 'react-i18next';
import { useAppDispatch, useAppSelector } from '../../shared/createStore';
import { useWords } from '../../shared/i18n';
import { DENSITIES, selectSettings, settingsChanged } from '../../shared/settings';
import { MenuButton } from '../../ui/MenuButton';
import type { ListModel } from './useListModel';

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
      (column.name !== 'delete_time' || entity.spec.list.columns.includes(column.name)),
  );

function ColumnsMenu({ model }: { readonly model: ListModel }) {
  const { t } = useTranslation();
  const { entity, columns, change } = model;
  const words = useWords(entity);
  const shown = new Set(columns.map(({ name }) => name));
  const toggle = (name: string) => {
    const all = choosable(model).map((column) => column.name);
    const order = [...entity.spec.list.columns, ...all.filter((one) => !entity.spec.list.columns.includes(one))];
    const next = order.filter((one) => shown.has(one) !== (one === name));
    const usual = next.join() === entity.spec.list.columns.join();
    if (next.length > 0) change({ columns: usual ? null : next });
  };
  return (
    <MenuButton label={t('engine.list.columns')} icon={<ColumnsIcon fontSize="small" />}>
      {(close) => [
        ...choosable(model).map(({ name }) => (
          <MenuItem
            key={name}
            role="menuitemcheckbox"
            aria-checked={shown.has(name)}
            onClick={() => toggle(name)}
            sx={{ py: 0 }}
          >
            <Checkbox
              checked={shown.has(name)}
              tabIndex={-1}
              disableRipple
              slotProps={{ input: { 'aria-hidden': true, tabIndex: -1 } }}
              sx={{ p: 1, pointerEvents: 'none' }}
            />
            <ListItemText primary={words.fields[name] ?? name} />
          </MenuItem>
        )),
        <Divider key="-" />,
        <MenuItem
          key="default"
          onClick={() => {
            change({ columns: null });
            close();
          }}
        >
          {t('engine.list.columns_reset')}
        </MenuItem>,
      ]}
    </MenuButton>
  );
}

function DensityMenu({ live }: Pick<ViewMenuProps, 'live'>) {
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
        <MenuItem
          key="live"
          role="menuitemcheckbox"
          aria-checked={live.on}
          onClick={() => live.set(!live.on)}
          sx={{ py: 0 }}
        >
          <Checkbox
            checked={live.on}
            tabIndex={-1}
            slotProps={{ input: { 'aria-hidden': true, tabIndex: -1 } }}
            sx={{ p: 1, pointerEvents: 'none' }}
          />
          {t('engine.list.live_mode')}
        </MenuItem>,
      ]}
    </MenuButton>
  );
}

export function ViewMenu({ model, live }: ViewMenuProps) {
  return (
    <Stack direction="row" sx={{ gap: 1 }}>
      <ColumnsMenu model={model} />
      <DensityMenu live={live} />
    </Stack>
  );
}
