/** The notice bell with the unread count. Its panel is loaded when it is first opened. */
import NotificationsNone from '@mui/icons-material/NotificationsNoneOutlined';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../app/appContext';
import { moveFocusByArrow } from './moveFocusByArrow';
import type { Notice, FindEntityNames } from './parseNotice';
import { useNoticeAlerts } from './useNoticeAlerts';
import { useMarkRead } from './useMarkRead';
import { useUnreadCount } from './useUnreadCount';
import { lazyWithRetry } from '../../ui/lazyWithRetry';

const NoticePanel = lazyWithRetry(async () => (await import('./NoticePanel')).NoticePanel);
const NoticeSettings = lazyWithRetry(async () => (await import('./NoticeSettings')).NoticeSettings);

const POPOVER_WIDTH = 400;
const POPOVER_POSITION = {
  anchorOrigin: { vertical: 'bottom', horizontal: 'right' },
  transformOrigin: { vertical: 'top', horizontal: 'right' },
} as const;

const POPOVER_STYLE = {
  bgcolor: 'background.raised',
  border: 1,
  borderColor: 'divider',
  mt: 1,
  width: { xs: 'calc(100vw - 32px)', sm: POPOVER_WIDTH },
  maxHeight: 'min(640px, calc(100dvh - 80px))',
} as const;

interface NoticeBellProps {
  readonly findEntityNames: FindEntityNames;
  /** Why notices can be neither marked as read nor configured; undefined if they can. */
  readonly readOnlyReason?: string | undefined;
  /** The page of all notices. */
  readonly allPath?: string | undefined;
}
export function NoticeBell({ findEntityNames, readOnlyReason, allPath }: NoticeBellProps) {
  const { t } = useTranslation();
  const { navigate } = useApp();
  const button = useRef<HTMLButtonElement>(null);
  const [openView, setOpenView] = useState<'nothing' | 'panel' | 'settings'>('nothing');
  const markRead = useMarkRead();
  const close = () => setOpenView('nothing');
  const go = (path: string) => {
    close();
    navigate(path);
  };
  const openNotice = ({ id, link, isUnread }: Notice) => {
    if (isUnread && readOnlyReason === undefined) markRead.byIds([id]);
    if (link !== '') go(link);
  };
  const onShowAll = allPath === undefined ? undefined : () => go(allPath);
  const panelProps = { findEntityNames, openNotice, markRead, readOnlyReason, onShowAll };
  const openPanel = () => setOpenView('panel');
  const count = useUnreadCount(useNoticeAlerts({ findEntityNames, openNotice, openPanel, markRead }));
  const label = count === 0 ? t('notice.bell') : t('notice.bell_unread', { count });
  const open = openView === 'panel';
  return (
    <>
      <IconButton
        ref={button}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpenView('panel')}
      >
        <Badge badgeContent={count} max={99} color="error" slotProps={{ badge: { 'aria-hidden': true } }}>
          <NotificationsNone />
        </Badge>
      </IconButton>
      <Popover
        open={open}
        anchorEl={() => button.current}
        onClose={close}
        {...POPOVER_POSITION}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('notice.bell'),
            onKeyDown: moveFocusByArrow,
            sx: POPOVER_STYLE,
          },
        }}
      >
        <Suspense fallback={null}>
          {open && <NoticePanel {...panelProps} unreadCount={count} onSettings={() => setOpenView('settings')} />}
        </Suspense>
      </Popover>
      <Suspense fallback={null}>
        {openView === 'settings' && <NoticeSettings readOnlyReason={readOnlyReason} onClose={close} />}
      </Suspense>
    </>
  );
}
