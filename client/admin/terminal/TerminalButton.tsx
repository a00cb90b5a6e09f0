/** The terminal's icon in the bar, with a dot when something was added while nobody here looked; its drawer arrives when it is opened. */
import TerminalIcon from '@mui/icons-material/TerminalOutlined';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { SIDES } from '../../shared/onward';
import { useLaterWords } from '../../shared/useLaterWords';
import { keep, readKept } from './kept';
import { useTasks } from './useTasks';
import { lazyPart } from '../../ui/lazyPart';

const TerminalDrawer = lazyPart(async () => (await import('./TerminalDrawer')).TerminalDrawer);

export function TerminalButton() {
  useLaterWords();
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const [dot, setDot] = useState(() => readKept().showDot);
  const isShown = open || pathname === `${SIDES.admin.home}/terminal`;
  useTasks(() => {
    if (isShown) return;
    setDot(true);
    keep({ showDot: true });
  });
  if (isShown && dot) setDot(false);
  const label = dot ? t('terminal.dot') : t('terminal.open');
  return (
    <>
      <IconButton aria-label={label} title={label} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Badge variant="dot" color="info" invisible={!dot}>
          <TerminalIcon />
        </Badge>
      </IconButton>
      <Suspense fallback={null}>{open && <TerminalDrawer onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
