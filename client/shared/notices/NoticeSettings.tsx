/** The notice preferences; the server stores them per person, for all devices. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  isMandatoryNotice,
  parseNoticePreferences,
  noticeKinds,
  NOTICE_CHANNELS,
  type NoticePreferences,
  type NoticeKind,
  type NoticeChannel,
} from '../../../common/notices';
import { useApp } from '../app/appContext';
import { ClosableDialog } from '../controls/ClosableDialog';
import type { Realm } from '../../../common/realm';
import { requestDesktopPermission, hasDesktopNotifications } from './desktopNotifications';
import { useSaveNoticePreferencesMutation, useNoticePreferencesQuery } from './noticesApi';

function useNoticePreferences(onDenied: () => void) {
  const { realm } = useApp();
  const { data } = useNoticePreferencesQuery(realm);
  const [savePreferences] = useSaveNoticePreferencesMutation();
  const preferences = data ?? parseNoticePreferences(undefined);
  const setChannel = (kind: NoticeKind, channel: NoticeChannel, on: boolean) =>
    void savePreferences({
      realm,
      preferences: parseNoticePreferences({ ...preferences, [kind]: { ...preferences[kind], [channel]: on } }),
    });
  const toggleChannel = async (kind: NoticeKind, channel: NoticeChannel, on: boolean) => {
    if (channel === 'desktop' && on && !(await requestDesktopPermission())) onDenied();
    else setChannel(kind, channel, on);
  };
  return { preferences, toggleChannel };
}

interface NoticeSettingsProps {
  /** Why nothing can be changed; undefined if it can. */
  readonly readOnlyReason: string | undefined;
  readonly onClose: () => void;
}
export function NoticeSettings({ readOnlyReason, onClose }: NoticeSettingsProps) {
  const { t } = useTranslation();
  const title = useId();
  const [isDenied, setIsDenied] = useState(false);
  const { preferences, toggleChannel } = useNoticePreferences(() => setIsDenied(true));
  return (
    <ClosableDialog open onClose={onClose} aria-labelledby={title} fullWidth maxWidth="sm">
      <DialogTitle id={title}>{t('notice.settings')}</DialogTitle>
      <DialogContent>
        <Typography sx={{ color: 'text.secondary', mb: 4 }}>{t('notice.settings_lead')}</Typography>
        {isDenied && (
          <Alert severity="warning" sx={{ mb: 4 }}>
            {t('notice.desktop_denied')}
          </Alert>
        )}
        {readOnlyReason !== undefined && (
          <Alert severity="info" sx={{ mb: 4 }}>
            {readOnlyReason}
          </Alert>
        )}
        <ChannelTable
          preferences={preferences}
          isReadOnly={readOnlyReason !== undefined}
          onToggle={(kind, channel, on) => void toggleChannel(kind, channel, on)}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('shell.close')}</Button>
      </DialogActions>
    </ClosableDialog>
  );
}

/** Members own no records of the console, run no tasks and are in no role group. */
const KINDS_BY_REALM: Readonly<Record<Realm, readonly NoticeKind[]>> = {
  admin: noticeKinds,
  member: ['account', 'security', 'wealth', 'system'],
};

interface ChannelTableProps {
  readonly preferences: NoticePreferences;
  readonly isReadOnly: boolean;
  readonly onToggle: (kind: NoticeKind, channel: NoticeChannel, on: boolean) => void;
}
function ChannelTable({ preferences, isReadOnly, onToggle }: ChannelTableProps) {
  const { t } = useTranslation();
  const { realm } = useApp();
  const channels = NOTICE_CHANNELS.filter((channel) => channel !== 'desktop' || hasDesktopNotifications());
  return (
    <Box
      component="table"
      sx={{ width: '100%', borderCollapse: 'collapse', '& th': { fontWeight: 500, textAlign: 'left' } }}
    >
      <thead>
        <tr>
          <th scope="col">{t('notice.about')}</th>
          {channels.map((channel) => (
            <Box
              component="th"
              key={channel}
              scope="col"
              sx={{ textAlign: 'center !important', px: 2, fontSize: '0.8125rem' }}
            >
              <Tooltip title={t(`notice.ways_help.${channel}`)}>
                <span>{t(`notice.ways.${channel}`)}</span>
              </Tooltip>
            </Box>
          ))}
        </tr>
      </thead>
      <tbody>
        {KINDS_BY_REALM[realm].map((kind) => (
          <Box component="tr" key={kind} sx={{ borderTop: 1, borderColor: 'divider' }}>
            <th scope="row">{t(`notice.kinds.${kind}`)}</th>
            {channels.map((channel) => (
              <Box component="td" key={channel} sx={{ textAlign: 'center' }}>
                <ChannelCheckbox
                  kind={kind}
                  channel={channel}
                  preferences={preferences}
                  isReadOnly={isReadOnly}
                  onToggle={onToggle}
                />
              </Box>
            ))}
          </Box>
        ))}
      </tbody>
    </Box>
  );
}

type ChannelCheckboxProps = ChannelTableProps & { readonly kind: NoticeKind; readonly channel: NoticeChannel };
function ChannelCheckbox({ kind, channel, preferences, isReadOnly, onToggle }: ChannelCheckboxProps) {
  const { t } = useTranslation();
  const isCompulsoryBell = channel === 'bell' && isMandatoryNotice(kind);
  const label = `${t(`notice.kinds.${kind}`)}: ${t(`notice.ways.${channel}`)}`;
  const box = (
    <Checkbox
      checked={preferences[kind][channel]}
      disabled={isReadOnly || isCompulsoryBell || (channel !== 'bell' && !preferences[kind].bell)}
      onChange={(_event, on) => onToggle(kind, channel, on)}
      slotProps={{ input: { 'aria-label': isCompulsoryBell ? `${label} (${t('notice.compulsory')})` : label } }}
    />
  );
  return isCompulsoryBell ? (
    <Tooltip title={t('notice.compulsory')}>
      <span>{box}</span>
    </Tooltip>
  ) : (
    box
  );
}
