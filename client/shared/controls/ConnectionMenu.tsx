/** The menu of the connection status: pause, resume, or reload an outdated page. */
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { useApp } from '../app/appContext';
import { useConnectionText } from './useConnectionText';

interface ConnectionMenuProps {
  /** The button while the menu is open. */
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
}
export function ConnectionMenu({ anchor, onClose }: ConnectionMenuProps) {
  const { t } = useTranslation();
  const { live } = useApp();
  const { status } = useConnectionText();
  const closeAnd = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
      {status === 'outdated' && (
        <MenuItem onClick={closeAnd(() => window.location.reload())}>{t('connection.reload')}</MenuItem>
      )}
      {status === 'paused' ? (
        <MenuItem onClick={closeAnd(live.resume)}>{t('connection.play')}</MenuItem>
      ) : (
        <MenuItem disabled={status === 'signed_out' || status === 'idle'} onClick={closeAnd(live.pause)}>
          {t('connection.pause')}
        </MenuItem>
      )}
    </Menu>
  );
}
