/** Shift report: bookings of the signed-in admin today or since a chosen time, counts and sums by type, live and printable. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import GlobalStyles from '@mui/material/GlobalStyles';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MaskedDateTimeInput } from '../../../../engine/fieldTypes/inputs/maskedDateInputs';
import { LEDGER_KINDS } from '../../../../../common/ledgerKind';
import { useAppSelector } from '../../../../shared/app/createStore';
import { useSession } from '../../../../shared/auth/useSession';
import { ClosableDialog } from '../../../../shared/controls/ClosableDialog';
import { useLazyTranslations } from '../../../../shared/i18n/useLazyTranslations';
import { formatTimeIn, useFormatZonedTime } from '../../../../shared/bookingReceipt/formatZonedTime';
import { printStyles, PRINTED } from '../../../../shared/bookingReceipt/printStyles';
import { formatAccountLabel } from '../../../../shared/bookingReceipt/ReceiptDialog';
import { selectTimeZone } from '../../../../shared/store/siteSettings';
import { getTimeZone } from '../../../../../common/text/time/timeZone';
import type { Shift } from './shiftApi';
import { ShiftTable } from './ShiftTable';
import { useLiveShift } from './useLiveShift';

/** Unix seconds of a typed time, such as `2026-11-28 08:30:00`, in a zone; undefined while it is incomplete. */
export function parseLocalTime(zone: string, text: string): number | undefined {
  const asUtc = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)
    ? Date.parse(`${text.replace(' ', 'T')}Z`) / 1000
    : Number.NaN;
  if (!Number.isSafeInteger(asUtc) || asUtc < 0) return undefined;
  const { offsetAt } = getTimeZone(zone);
  return asUtc - offsetAt(asUtc - offsetAt(asUtc));
}

function ShiftTotals({ shift }: { readonly shift: Shift }) {
  const { t } = useTranslation();
  const { person } = useSession();
  const formatTime = useFormatZonedTime();
  const kinds = LEDGER_KINDS.filter((kind) => shift.totals[kind] !== undefined);
  return (
    <Stack sx={{ gap: 5 }}>
      <Typography sx={{ color: 'text.secondary' }}>
        {t('ledger.shift.about', { name: formatAccountLabel(person ?? {}), since: formatTime(shift.since) })}
      </Typography>
      {kinds.length === 0 && <Alert severity="info">{t('ledger.shift.hidden')}</Alert>}
      {kinds.map((kind) => (
        <ShiftTable key={kind} kind={kind} sums={shift.totals[kind] ?? []} />
      ))}
    </Stack>
  );
}

export function ShiftDialog({ onClose }: { readonly onClose: () => void }) {
  useLazyTranslations();
  const { t } = useTranslation();
  const zone = useAppSelector(selectTimeZone);
  const [typed, setTyped] = useState('');
  const { shift, isFailed, retry } = useLiveShift(parseLocalTime(zone, typed));
  const shown = typed === '' && shift !== undefined ? formatTimeIn(zone, shift.since) : typed;
  const id = useId();
  return (
    <ClosableDialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="shift-title" {...PRINTED}>
      <GlobalStyles styles={printStyles} />
      <DialogTitle id="shift-title">{t('ledger.shift.title')}</DialogTitle>
      <DialogContent>
        <Stack direction="row" sx={{ gap: 2, alignItems: 'flex-end', mt: 2, mb: 4, displayPrint: 'none' }}>
          <Stack sx={{ gap: 1, width: 220 }}>
            <Typography component="label" variant="body2" htmlFor={id} sx={{ fontWeight: 500 }}>
              {t('ledger.shift.since')}
            </Typography>
            <MaskedDateTimeInput
              id={id}
              value={shown}
              describedBy={undefined}
              disabled={false}
              invalid={false}
              onTextChange={setTyped}
            />
          </Stack>
          <Button disabled={typed === ''} onClick={() => setTyped('')}>
            {t('ledger.shift.today')}
          </Button>
        </Stack>
        {shift === undefined && !isFailed && <Skeleton variant="rounded" height={180} />}
        {isFailed && (
          <Alert
            severity="error"
            action={
              <Button color="inherit" size="small" onClick={retry}>
                {t('shell.retry')}
              </Button>
            }
          >
            {t('ledger.shift.failed')}
          </Alert>
        )}
        {shift && <ShiftTotals shift={shift} />}
      </DialogContent>
      <DialogActions>
        <Button disabled={shift === undefined} onClick={() => window.print()}>
          {t('balance.receipt.print')}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {t('shell.close')}
        </Button>
      </DialogActions>
    </ClosableDialog>
  );
}
