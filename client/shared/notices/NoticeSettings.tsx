/** How one wants to hear of what: kept for the person by the server, so it holds on every device. */
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
  isCompulsory,
  noticeChoiceOf,
  noticeKinds,
  NOTICE_WAYS,
  type NoticeChoice,
  type NoticeKind,
  type NoticeWay,
} from '../../../common/notices';
import { useApp } from '../app';
import { AsideDialog } from '../controls/AsideDialog';
import type { Realm } from '../session';
import { askDesktop, hasDesktop } from './desktop';
import { useKeepNoticeChoiceMutation, useNoticeChoiceQuery } from './noticesApi';

function useChoice(onDenied: () => void) {
  const { realm } = useApp();
  const { data } = useNoticeChoiceQuery(realm);
  const [keep] = useKeepNoticeChoiceMutation();
  const choice = data ?? noticeChoiceOf(undefined);
  const put = (kind: NoticeKind, way: NoticeWay, on: boolean) =>
    void keep({ realm, choice: noticeChoiceOf({ ...choice, [kind]: { ...choice[kind], [way]: on } }) });
  const turn = async (kind: NoticeKind, way: NoticeWay, on: boolean) => {
    if (way === 'desktop' && on && !(await askDesktop())) onDenied();
    else put(kind, way, on);
  };
  return { choice, turn };
}

interface NoticeSettingsProps {
  /** Why nothing can be changed, if so. */
  readonly barred: string | undefined;
  readonly onClose: () => void;
}
export function NoticeSettings({ barred, onClose }: NoticeSettingsProps) {
  const { t } = useTranslation();
  const title = useId();
  const [denied, setDenied] = useState(false);
  const { choice, turn } = useChoice(() => setDenied(true));
  return (
    <AsideDialog open onClose={onClose} aria-labelledby={title} fullWidth maxWidth="sm">
      <DialogTitle id={title}>{t('notice.settings')}</DialogTitle>
      <DialogContent>
        <Typography sx={{ color: 'text.secondary', mb: 4 }}>{t('notice.settings_lead')}</Typography>
        {denied && (
          <Alert severity="warning" sx={{ mb: 4 }}>
            {t('notice.desktop_denied')}
          </Alert>
        )}
        {barred !== undefined && (
          <Alert severity="info" sx={{ mb: 4 }}>
            {barred}
          </Alert>
        )}
        <Ways choice={choice} barred={barred !== undefined} onTurn={(kind, way, on) => void turn(kind, way, on)} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('shell.close')}</Button>
      </DialogActions>
    </AsideDialog>
  );
}

/** Members own no records of the console, run no tasks and are in no role group. */
const KINDS: Readonly<Record<Realm, readonly NoticeKind[]>> = {
  admin: noticeKinds,
  user: ['account', 'security', 'wealth', 'system'],
};

interface WaysProps {
  readonly choice: NoticeChoice;
  readonly barred: boolean;
  readonly onTurn: (kind: NoticeKind, way: NoticeWay, on: boolean) => void;
}
function Ways({ choice, barred, onTurn }: WaysProps) {
  const { t } = useTranslation();
  const { realm } = useApp();
  const offered = NOTICE_WAYS.filter((way) => way !== 'desktop' || hasDesktop());
  return (
    <Box
      component="table"
      sx={{ width: '100%', borderCollapse: 'collapse', '& th': { fontWeight: 500, textAlign: 'left' } }}
    >
      <thead>
        <tr>
          <th scope="col">{t('notice.about')}</th>
          {offered.map((way) => (
            <Box
              component="th"
              key={way}
              scope="col"
              sx={{ textAlign: 'center !important', px: 2, fontSize: '0.8125rem' }}
            >
              <Tooltip title={t(`notice.ways_help.${way}`)}>
                <span>{t(`notice.ways.${way}`)}</span>
              </Tooltip>
            </Box>
          ))}
        </tr>
      </thead>
      <tbody>
        {KINDS[realm].map((kind) => (
          <Box component="tr" key={kind} sx={{ borderTop: 1, borderColor: 'divider' }}>
            <th scope="row">{t(`notice.kinds.${kind}`)}</th>
            {offered.map((way) => (
              <Box component="td" key={way} sx={{ textAlign: 'center' }}>
                <WayBox {...{ kind, way, choice, barred, onTurn }} />
              </Box>
            ))}
          </Box>
        ))}
      </tbody>
    </Box>
  );
}

type WayBoxProps = WaysProps & { readonly kind: NoticeKind; readonly way: NoticeWay };
function WayBox({ kind, way, choice, barred, onTurn }: WayBoxProps) {
  const { t } = useTranslation();
  const fixed = way === 'bell' && isCompulsory(kind);
  const label = `${t(`notice.kinds.${kind}`)}: ${t(`notice.ways.${way}`)}`;
  const box = (
    <Checkbox
      checked={choice[kind][way]}
      disabled={barred || fixed || (way !== 'bell' && !choice[kind].bell)}
      onChange={(_event, on) => onTurn(kind, way, on)}
      slotProps={{ input: { 'aria-label': fixed ? `${label} (${t('notice.compulsory')})` : label } }}
    />
  );
  return fixed ? (
    <Tooltip title={t('notice.compulsory')}>
      <span>{box}</span>
    </Tooltip>
  ) : (
    box
  );
}
