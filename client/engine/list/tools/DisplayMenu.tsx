/** Display options of a list: row height, short dates, automatic insertion of new rows, and the summary row. */
import DisplayIcon from '@mui/icons-material/TuneOutlined';
import Checkbox from '@mui/material/Checkbox';
import Divider from '@mui/material/Divider';
import ListSubheader from '@mui/material/ListSubheader';
import MenuItem, { type MenuItemProps } from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { useAppDispatch, useAppSelector } from '../../../shared/app/createStore';
import { DENSITIES, selectSettings, settingsChanged } from '../../../shared/store/settings';
import { MenuButton } from '../../../ui/MenuButton';
import { hasNumbers } from '../hasNumbers';
import type { ListModel } from '../useListModel';

export interface LiveMode {
  readonly isLive: boolean;
  readonly setIsLive: (isLive: boolean) => void;
}
interface DisplayMenuProps {
  readonly model: ListModel;
  readonly live: LiveMode;
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

export function DisplayMenu({ live, model }: DisplayMenuProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { density, shortDates } = useAppSelector(selectSettings);
  return (
    <MenuButton label={t('listControls.display.label')} icon={<DisplayIcon fontSize="small" />}>
      {(close) => [
        <ListSubheader key="height" sx={{ lineHeight: '32px' }}>
          {t('engine.list.density')}
        </ListSubheader>,
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
          onClick={() => live.setIsLive(!live.isLive)}
        />,
        <CheckItem
          key="dates"
          isChecked={shortDates}
          label={t('listControls.display.short_dates')}
          onClick={() => dispatch(settingsChanged({ shortDates: !shortDates }))}
        />,
        hasNumbers(model) && (
          <CheckItem
            key="summary"
            isChecked={model.view.summary}
            label={t('lists.summary.show')}
            onClick={() => model.changeView({ summary: !model.view.summary })}
          />
        ),
      ]}
    </MenuButton>
  );
}
