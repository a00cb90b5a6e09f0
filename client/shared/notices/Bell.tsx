/** The bell: how much is unread, and behind it everything one was told. Its panel arrives when it is first opened. */
import NotificationsNone from '@mui/icons-material/NotificationsNoneOutlined';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../app';
import { moveFocus } from './moveFocus';
import type { Notice, NounsOf } from './notice';
import { useArrivals } from './useArrivals';
import { useMarkRead } from './useMarkRead';
import { useUnread } from './useUnread';
import { lazyPart } from '../../ui/lazyPart';

const NoticePanel = lazyPart(async () => (await import('./NoticePanel')).NoticePanel);
const NoticeSettings = lazyPart(async () => (await import('./NoticeSettings')).NoticeSettings);

const WIDTH = 400;
const below = {
  anchorOrigin: { vertical: 'bottom', horizontal: 'right' },
  transformOrigin: { vertical: 'top', horizontal: 'right' },
} as const;

const PAPER = {
  bgcolor: 'background.raised',
  border: 1,
  borderColor: 'divider',
  mt: 1,
  width: { xs: 'calc(100vw - 32px)', sm: WIDTH },
  maxHeight: 'min(640px, calc(100dvh - 80px))',
} as const;

interface BellProps {
  readonly nounsOf: NounsOf;
  /** Why the notices can be read but neither marked as read nor configured, if so. */
  readonly barred?: string | undefined;
}
export function Bell({ nounsOf, barred }: BellProps) {
  const { t } = useTranslation();
  const { go } = useApp();
  const button = useRef<HTMLButtonElement>(null);
  const [shown, setShown] = useState<'nothing' | 'panel' | 'settings'>('nothing');
  const markRead = useMarkRead();
  const close = () => setShown('nothing');
  const follow = ({ id, link, unread }: Notice) => {
    if (unread && barred === undefined) markRead.some([id]);
    if (link === '') return;
    close();
    go(link);
  };
  const parts = { nounsOf, follow, markRead, barred };
  const count = useUnread(useArrivals({ nounsOf, follow, openPanel: () => setShown('panel') }));
  const label = count === 0 ? t('notice.bell') : t('notice.bell_unread', { count });
  const open = shown === 'panel';
  return (
    <>
      <IconButton
        ref={button}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setShown('panel')}
      >
        <Badge badgeContent={count} max={99} color="error" slotProps={{ badge: { 'aria-hidden': true } }}>
          <NotificationsNone />
        </Badge>
      </IconButton>
      <Popover
        open={open}
        anchorEl={() => button.current}
        onClose={close}
        {...below}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('notice.bell'),
            onKeyDown: moveFocus,
            sx: PAPER,
          },
        }}
      >
        <Suspense fallback={null}>
          {open && <NoticePanel {...parts} count={count} onSettings={() => setShown('settings')} />}
        </Suspense>
      </Popover>
      <Suspense fallback={null}>{shown === 'settings' && <NoticeSettings barred={barred} onClose={close} />}</Suspense>
    </>
  );
}
