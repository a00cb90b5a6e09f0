/** What can be done with a page tab. */
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '../../shared/createStore';
import { fullToggled } from '../../shared/tabs';
import type { ShownTab, TabActs } from './useTabs';

export interface MenuPlace {
  readonly tab: ShownTab;
  readonly anchor: HTMLElement;
}
interface TabMenuProps {
  readonly place: MenuPlace | null;
  readonly tabs: readonly ShownTab[];
  /** Already ask before anything is lost. */
  readonly acts: TabActs;
  readonly onClose: () => void;
}
export function TabMenu({ place, tabs, acts, onClose }: TabMenuProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const doing = (act: (tab: ShownTab) => void) => () => {
    if (place) act(place.tab);
    onClose();
  };
  const alone = tabs.length < 2;
  return (
    <Menu
      open={place !== null}
      anchorEl={place?.anchor ?? null}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': t('frame.tabs.menu') } }}
    >
      <MenuItem onClick={doing(acts.reload)}>{t('frame.tabs.reload')}</MenuItem>
      <MenuItem onClick={doing(acts.close)} disabled={alone}>
        {t('frame.tabs.close')}
      </MenuItem>
      <MenuItem onClick={doing(acts.closeOthers)} disabled={alone}>
        {t('frame.tabs.others')}
      </MenuItem>
      <MenuItem onClick={doing(acts.closeAll)}>{t('frame.tabs.all')}</MenuItem>
      <MenuItem onClick={doing(() => dispatch(fullToggled()))}>{t('frame.tabs.full')}</MenuItem>
    </Menu>
  );
}
