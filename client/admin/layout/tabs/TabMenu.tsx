/** Context menu of a page tab. */
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '../../../shared/app/createStore';
import { fullScreenToggled } from '../../../shared/store/tabs';
import type { OpenTab, TabActions } from './useTabs';

export interface TabMenuAnchor {
  readonly tab: OpenTab;
  readonly anchor: HTMLElement;
}
interface TabMenuProps {
  readonly target: TabMenuAnchor | null;
  readonly tabs: readonly OpenTab[];
  /** Ask by themselves before text is lost. */
  readonly tabActions: TabActions;
  readonly onClose: () => void;
}
export function TabMenu({ target, tabs, tabActions, onClose }: TabMenuProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const runAction = (action: (tab: OpenTab) => void) => () => {
    if (target) action(target.tab);
    onClose();
  };
  const isOnlyTab = tabs.length < 2;
  return (
    <Menu
      open={target !== null}
      anchorEl={target?.anchor ?? null}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': t('adminLayout.tabs.menu') } }}
    >
      <MenuItem onClick={runAction(tabActions.reload)}>{t('adminLayout.tabs.reload')}</MenuItem>
      <MenuItem onClick={runAction(tabActions.close)} disabled={isOnlyTab}>
        {t('adminLayout.tabs.close')}
      </MenuItem>
      <MenuItem onClick={runAction(tabActions.closeOthers)} disabled={isOnlyTab}>
        {t('adminLayout.tabs.others')}
      </MenuItem>
      <MenuItem onClick={runAction(tabActions.closeAll)}>{t('adminLayout.tabs.all')}</MenuItem>
      <MenuItem onClick={runAction(() => dispatch(fullScreenToggled()))}>{t('adminLayout.tabs.full')}</MenuItem>
    </Menu>
  );
}
