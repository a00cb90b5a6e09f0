/** Terminal as a drawer. */
import CloseIcon from '@mui/icons-material/Close';
import FullIcon from '@mui/icons-material/OpenInFullOutlined';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { APP_PATHS } from '../../shared/routing/safeRedirects';
import { TerminalPanel } from './TerminalPanel';

export function TerminalDrawer({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const headerEnd = (
    <>
      <IconButton
        size="small"
        aria-label={t('terminal.full')}
        title={t('terminal.full')}
        onClick={() => {
          onClose();
          void navigate(`${APP_PATHS.admin.home}/terminal`);
        }}
      >
        <FullIcon fontSize="small" />
      </IconButton>
      <IconButton size="small" aria-label={t('shell.close')} title={t('shell.close')} onClick={onClose}>
        <CloseIcon />
      </IconButton>
    </>
  );
  return (
    <Drawer
      anchor="bottom"
      open
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-label': t('terminal.title'),
          sx: { height: { xs: '100%', md: '70%' }, display: 'flex', flexDirection: 'column' },
        },
      }}
    >
      <TerminalPanel headerEnd={headerEnd} />
    </Drawer>
  );
}
