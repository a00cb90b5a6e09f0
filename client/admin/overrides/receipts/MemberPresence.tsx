/** Presence of a member and the receipts of the newest entry, live. */
import CircleIcon from '@mui/icons-material/Circle';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormatters } from '../../../shared/i18n/format';
import { countArrived, findLatestSeen } from './deviceReceipts';
import { useReceipts } from './useReceipts';

interface MemberPresenceProps {
  readonly id: number;
  readonly kind: 'money' | 'score';
}
export function MemberPresence({ id, kind }: MemberPresenceProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const frame = useReceipts(id);
  if (frame === undefined || 'gone' in frame) return <Box sx={{ minHeight: 20 }} />;
  const { online, [kind]: devices = [] } = frame;
  const [newest = 0] = devices[0] ?? [];
  const latestSeen = findLatestSeen(devices);
  return (
    <Box component="output" data-presence sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.5, minHeight: 20 }}>
      <CircleIcon
        aria-hidden
        sx={{ fontSize: 10, mt: 0.75, flex: 'none', color: online > 0 ? 'success.main' : 'text.disabled' }}
      />
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {online > 0 ? t('memberSupport.online', { count: online }) : t('memberSupport.offline')}
        {newest > latestSeen.n &&
          ` · ${t('memberSupport.delivered', { n: newest, count: countArrived(devices, newest) })}`}
        {latestSeen.n > 0 &&
          ` · ${t('memberSupport.seen', { n: latestSeen.n, time: format.dateTime(latestSeen.at), count: latestSeen.count })}`}
      </Typography>
    </Box>
  );
}
