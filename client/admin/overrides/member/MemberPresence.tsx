/** Whether a member is online, and when the newest entry was in the member's sight. */
import CircleIcon from '@mui/icons-material/Circle';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api';
import { useFormat } from '../../../shared/format';
import { asRecord, asWhole } from '../../../shared/persist';

/** Nothing is sent to staff about members unless a screen asks, and it asks only in sight. */
const LOOK_MS = 1_500;
const LOOKING = { pollingInterval: LOOK_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true } as const;

interface MemberPresenceProps {
  readonly id: number;
  readonly kind: 'money' | 'score';
  /** The entry it is about; none: the newest that was seen. */
  readonly entry?: number;
}
export function MemberPresence({ id, kind, entry }: MemberPresenceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const question = { url: '/admin/user/presence', params: { id }, quiet: true, repeatable: true };
  const { data } = api.useAskQuery(question, LOOKING);
  const answer = asRecord(data);
  if (answer === undefined) return <Box sx={{ minHeight: 20 }} />;
  const windows = asWhole(answer['windows']);
  const seen = asRecord(asRecord(answer['seen'])?.[kind]);
  const [n, at, devices] = [asWhole(seen?.['n']), asWhole(seen?.['at']), asWhole(seen?.['devices'])];
  const isSeen = n > 0 && n >= (entry ?? 1);
  return (
    <Box component="output" data-presence sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 20 }}>
      <CircleIcon aria-hidden sx={{ fontSize: 10, color: windows > 0 ? 'success.main' : 'text.disabled' }} />
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {windows > 0 ? t('care.online', { count: windows }) : t('care.offline')}
        {isSeen && ` · ${t('care.seen', { n, time: format.dateTime(at), count: devices })}`}
        {!isSeen && entry !== undefined && ` · ${t('care.unseen', { n: entry })}`}
      </Typography>
    </Box>
  );
}
