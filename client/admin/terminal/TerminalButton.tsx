/** Terminal button in the header, with a dot after a task was added while the terminal was closed. Loads the drawer on open. */
import TerminalIcon from '@mui/icons-material/TerminalOutlined';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { APP_PATHS } from '../../shared/routing/safeRedirects';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { saveTerminalPreferences, readTerminalPreferences } from './terminalStorage';
import { useTasks } from './useTasks';
import { lazyWithRetry } from '../../ui/lazyWithRetry';

const TerminalDrawer = lazyWithRetry(async () => (await import('./TerminalDrawer')).TerminalDrawer);

export function TerminalButton() {
  useLazyTranslations();
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const [hasDot, setHasDot] = useState(() => readTerminalPreferences().showDot);
  const isTerminalOpen = isOpen || pathname === `${APP_PATHS.admin.home}/terminal`;
  useTasks(() => {
    if (isTerminalOpen) return;
    setHasDot(true);
    saveTerminalPreferences({ showDot: true });
  });
  if (isTerminalOpen && hasDot) setHasDot(false);
  const label = hasDot ? t('terminal.dot') : t('terminal.open');
  return (
    <>
      <IconButton aria-label={label} title={label} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Badge variant="dot" color="info" invisible={!hasDot}>
          <TerminalIcon />
        </Badge>
      </IconButton>
      <Suspense fallback={null}>{isOpen && <TerminalDrawer onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
