/** Frame of a card: title and actions; also its empty, loading and forbidden states. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import Inbox from '@mui/icons-material/InboxOutlined';
import PastIcon from '@mui/icons-material/HistoryToggleOffOutlined';
import PartialIcon from '@mui/icons-material/InfoOutlined';
import Lock from '@mui/icons-material/LockOutlined';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PastRefusal } from '../../../../../common/protocol/dashboardAsOf';

interface CardFrameProps {
  readonly title: ReactNode;
  readonly titleId: string;
  /** Some rows of the shown moment are not counted. */
  readonly isPartial?: boolean | undefined;
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}
export function CardContainer({ title, titleId, isPartial = false, actions, children }: CardFrameProps) {
  const { t } = useTranslation();
  return (
    <Stack component="section" aria-labelledby={titleId} sx={frameStyle}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, minHeight: 24 }}>
        <Typography id={titleId} component="h2" title={typeof title === 'string' ? title : undefined} sx={titleStyle}>
          {title}
        </Typography>
        {isPartial && (
          <PartialIcon titleAccess={t('dashboard.past.partial')} sx={{ fontSize: 18, color: 'warning.main' }} />
        )}
        {actions}
      </Stack>
      {children}
    </Stack>
  );
}
/** A long title takes a second line, so that its end stays readable; on kiosk displays it has one. */
const titleStyle = {
  flex: 1,
  minWidth: 0,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 'var(--title-lines, 2)',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  fontSize: 'calc(0.8125rem * var(--wall, 1))',
  lineHeight: 1.5,
  fontWeight: 500,
  color: 'text.secondary',
} as const;
const frameStyle = {
  height: '100%',
  minWidth: 0,
  px: 4,
  py: 3.5,
  gap: 1,
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'divider',
  borderRadius: '10px',
  overflow: 'hidden',
  position: 'relative',
} as const;

/** Shown in place of a metric that has no value. */
export function Refused({ reason }: { readonly reason: PastRefusal }) {
  const { t } = useTranslation();
  const Icon = reason === 'no_access' ? Lock : PastIcon;
  return (
    <Stack
      direction="row"
      sx={{ flex: 1, alignItems: 'center', justifyContent: 'center', gap: 2, color: 'text.secondary' }}
    >
      <Icon aria-hidden sx={{ fontSize: 18, flex: 'none' }} />
      <Typography variant="body2">{t(REFUSAL_TEXTS[reason])}</Typography>
    </Stack>
  );
}
const REFUSAL_TEXTS = {
  no_access: 'dashboard.no_access',
  no_history: 'dashboard.past.no_history',
  too_many_changes: 'dashboard.past.too_many_changes',
  invalid: 'dashboard.past.invalid',
} as const;
export const NoAccess = () => <Refused reason="no_access" />;

/** Shown when there is no data. */
export function EmptyCard({ children }: { readonly children: ReactNode }) {
  return (
    <Stack sx={{ flex: 1, alignItems: 'center', justifyContent: 'center', textAlign: 'center', px: 4, gap: 2 }}>
      <Inbox aria-hidden sx={{ fontSize: 'calc(1.75rem * var(--wall, 1))', color: 'text.disabled' }} />
      <Typography sx={{ color: 'text.secondary', fontSize: 'calc(0.875rem * var(--wall, 1))' }}>{children}</Typography>
    </Stack>
  );
}

/** Has the size of the chart, so that the layout does not shift. */
export function ChartSkeleton() {
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', alignItems: 'flex-end', gap: 2, pt: 2 }} aria-hidden>
      {[46, 62, 38, 74, 55, 82, 60, 70].map((height, index) => (
        <Skeleton key={index} sx={{ flex: 1 }} height={`${height}%`} />
      ))}
    </Box>
  );
}
