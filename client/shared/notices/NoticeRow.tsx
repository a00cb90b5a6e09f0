/** One notice: text, time, read state and link. */
import AlternateEmail from '@mui/icons-material/AlternateEmailOutlined';
import Campaign from '@mui/icons-material/CampaignOutlined';
import Check from '@mui/icons-material/CheckOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import Inbox from '@mui/icons-material/InboxOutlined';
import Key from '@mui/icons-material/KeyOutlined';
import Payments from '@mui/icons-material/PaymentsOutlined';
import ManageAccounts from '@mui/icons-material/ManageAccountsOutlined';
import Security from '@mui/icons-material/SecurityOutlined';
import TaskAlt from '@mui/icons-material/TaskAltOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { NoticeKind } from '../../../common/notices';
import { useFormatters } from '../i18n/format';
import { useNoticeText, type Notice, type FindEntityNames } from './parseNotice';

const ICONS = {
  record_changed: Edit,
  mention: AlternateEmail,
  task_ended: TaskAlt,
  account: ManageAccounts,
  role_changed: Key,
  security: Security,
  wealth: Payments,
  request: Inbox,
  system: Campaign,
} as const satisfies Readonly<Record<NoticeKind, unknown>>;

interface NoticeRowProps {
  readonly notice: Notice;
  readonly findEntityNames: FindEntityNames;
  readonly openNotice: (notice: Notice) => void;
  /** Why it cannot be marked as read; undefined if it can. */
  readonly readOnlyReason: string | undefined;
  readonly onRead: () => void;
}
export function NoticeRow({ notice, findEntityNames, openNotice, readOnlyReason, onRead }: NoticeRowProps) {
  const { t } = useTranslation();
  const formatNotice = useNoticeText(findEntityNames);
  const { kind, createdAt, isUnread } = notice;
  const Icon = ICONS[kind];
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', pr: 2, '&:hover': { bgcolor: 'action.hover' } }}>
      <ButtonBase
        data-line
        onClick={() => openNotice(notice)}
        sx={{
          flex: 1,
          minWidth: 0,
          justifyContent: 'flex-start',
          alignItems: 'flex-start',
          textAlign: 'left',
          gap: 3,
          px: 4,
          py: 2,
          '&:focus-visible': { outlineOffset: -2 },
        }}
      >
        <Icon sx={{ fontSize: 18, mt: '2px', color: kind === 'security' ? 'warning.main' : 'text.secondary' }} />
        <NoticeText text={formatNotice(notice)} createdAt={createdAt} isUnread={isUnread} />
        {isUnread && <UnreadDot />}
      </ButtonBase>
      <Tooltip title={readOnlyReason ?? t('notice.read')} describeChild>
        <Box component="span" sx={{ visibility: isUnread ? 'visible' : 'hidden' }}>
          <IconButton
            size="small"
            aria-label={t('notice.read')}
            disabled={readOnlyReason !== undefined}
            onClick={onRead}
          >
            <Check fontSize="small" />
          </IconButton>
        </Box>
      </Tooltip>
    </Box>
  );
}

function NoticeText({ text, createdAt, isUnread }: Pick<Notice, 'createdAt' | 'isUnread'> & { readonly text: string }) {
  const format = useFormatters();
  return (
    <Box component="span" sx={{ minWidth: 0, flex: 1 }}>
      <Typography
        component="span"
        sx={{ display: 'block', overflowWrap: 'anywhere', fontWeight: isUnread ? 600 : 400 }}
      >
        {text}
      </Typography>
      <Typography
        component="time"
        variant="caption"
        title={format.dateTime(createdAt)}
        dateTime={new Date(createdAt * 1000).toISOString()}
        sx={{ color: 'text.secondary' }}
      >
        {format.relativeTime(createdAt)}
      </Typography>
    </Box>
  );
}

/** The unread mark: a dot, with a text for screen readers. */
function UnreadDot() {
  const { t } = useTranslation();
  return (
    <Box
      component="span"
      sx={{
        width: 8,
        height: 8,
        mt: '6px',
        flex: 'none',
        borderRadius: '50%',
        bgcolor: 'primary.main',
        overflow: 'hidden',
        textIndent: 16,
        whiteSpace: 'nowrap',
      }}
    >
      {t('notice.unread')}
    </Box>
  );
}
