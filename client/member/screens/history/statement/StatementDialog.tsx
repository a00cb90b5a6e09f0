/** The statement of a month: balances, sums and entries, to print or to save as a file. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import GlobalStyles from '@mui/material/GlobalStyles';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { memoText } from '../../../../../common/locales/memos';
import { addMonths } from '../../../../../common/text/time/calendarMonth';
import { useSession } from '../../../../shared/auth/useSession';
import { ClosableDialog } from '../../../../shared/controls/ClosableDialog';
import { useLanguage } from '../../../../shared/i18n/i18n';
import { useAppSelector } from '../../../../shared/app/createStore';
import { formatTimeIn } from '../../../../shared/bookingReceipt/formatZonedTime';
import { printStyles, PRINTED } from '../../../../shared/bookingReceipt/printStyles';
import { formatAccountLabel } from '../../../../shared/bookingReceipt/ReceiptDialog';
import { selectSettings } from '../../../../shared/store/settings';
import { selectTimeZone, useSiteName } from '../../../../shared/store/siteSettings';
import type { BalanceKind } from '../../../balance/amounts';
import { downloadText, statementToCsv } from '../../../balance/entriesToCsv';
import { useStatement, type StatementWithEntries } from './useStatement';
import { BalanceSummary, StatementEntries, TypeSums } from './StatementTables';

/** Months in the menu; earlier ones are reached by their address. */
const OFFERED_MONTHS = 24;
const CSV_COLUMNS = ['number', 'entry', 'time', 'type', 'amount', 'before', 'after', 'memo'] as const;
const FILE_NAMES: Readonly<Record<BalanceKind, string>> = { money: 'balance', score: 'points' };

/** The name of a month in the language of the screen. */
function useMonthName(): (month: string) => string {
  const lang = useLanguage();
  const format = new Intl.DateTimeFormat(lang, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (month) => format.format(new Date(`${month}-15T00:00:00Z`));
}

/** The current month of the site, and those before it. */
function useOfferedMonths(month: string): readonly string[] {
  const zone = useAppSelector(selectTimeZone);
  const [thisMonth] = useState(() => formatTimeIn(zone, Math.floor(Date.now() / 1000)).slice(0, 7));
  const months = Array.from({ length: OFFERED_MONTHS }, (_, index) => addMonths(thisMonth, -index));
  return months.includes(month) ? months : [...months, month];
}

interface SaveButtonProps {
  readonly kind: BalanceKind;
  readonly data: StatementWithEntries | undefined;
}
/** The file contains amounts even while the screen hides them. */
function SaveButton({ kind, data }: SaveButtonProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const save = ({ statement, entries }: StatementWithEntries) => {
    const { month, zone, from, until, opening, closing } = statement;
    const text = statementToCsv(
      entries.map((entry) => ({ ...entry, memo: memoText(entry.memo, lang) })),
      {
        headers: CSV_COLUMNS.map((name) => t(`balance.receipt.${name}`)),
        typeLabel: ({ type }) => t(`balance.types.${type}`),
        zone,
        kind,
        opening: { label: t('balance.statement.opening'), at: from, balance: opening },
        closing: { label: t('balance.statement.closing'), at: until, balance: closing },
      },
    );
    downloadText(`${FILE_NAMES[kind]}-statement-${month}.csv`, text);
  };
  return (
    <Button disabled={data === undefined} onClick={() => data && save(data)}>
      {t('balance.statement.save')}
    </Button>
  );
}

interface StatementBodyProps {
  readonly kind: BalanceKind;
  readonly month: string;
  readonly data: StatementWithEntries;
  readonly isMasked: boolean;
}
function StatementBody({ kind, month, data, isMasked }: StatementBodyProps) {
  const { t } = useTranslation();
  const { person } = useSession();
  const site = useSiteName();
  const monthName = useMonthName()(month);
  const [isOpen] = useState(() => data.statement.until * 1000 > Date.now());
  return (
    <>
      <Box sx={{ display: 'none', displayPrint: 'block', mb: 4 }}>
        <Typography>{site}</Typography>
        <Typography>{monthName}</Typography>
      </Box>
      <Typography sx={{ mb: 4 }}>
        {formatAccountLabel(person ?? {})} · {t(`balance.name.${kind}`)} ·{' '}
        {t('balance.statement.zone', { zone: data.statement.zone })}
      </Typography>
      {isOpen && <Typography sx={{ mb: 4, color: 'text.secondary' }}>{t('balance.statement.unfinished')}</Typography>}
      <BalanceSummary kind={kind} data={data} isMasked={isMasked} />
      <TypeSums kind={kind} data={data} isMasked={isMasked} />
      <StatementEntries kind={kind} data={data} isMasked={isMasked} />
    </>
  );
}

interface StatementDialogProps {
  readonly kind: BalanceKind;
  /** `yyyy-mm`. */
  readonly month: string;
  readonly onMonth: (month: string) => void;
  readonly onClose: () => void;
}
export function StatementDialog({ kind, month, onMonth, onClose }: StatementDialogProps) {
  const { t } = useTranslation();
  const formatMonth = useMonthName();
  const months = useOfferedMonths(month);
  const { discreet } = useAppSelector(selectSettings);
  const [isRevealed, setIsRevealed] = useState(false);
  const isMasked = discreet && !isRevealed;
  const { data, isFailed, retry } = useStatement(kind, month);
  const retryButton = (
    <Button color="inherit" size="small" onClick={retry}>
      {t('shell.retry')}
    </Button>
  );
  return (
    <ClosableDialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="statement-title" {...PRINTED}>
      <GlobalStyles styles={printStyles} />
      <DialogTitle id="statement-title">{t('balance.statement.title')}</DialogTitle>
      <DialogContent>
        <TextField
          select
          size="small"
          label={t('balance.statement.month')}
          value={month}
          onChange={({ target }) => onMonth(target.value)}
          sx={{ width: { xs: '100%', sm: 220 }, mt: 2, mb: 4, displayPrint: 'none' }}
        >
          {months.map((one) => (
            <MenuItem key={one} value={one}>
              {formatMonth(one)}
            </MenuItem>
          ))}
        </TextField>
        {data === undefined && !isFailed && <Skeleton variant="rounded" height={320} />}
        {isFailed && (
          <Alert severity="error" action={retryButton}>
            {t('balance.statement.failed')}
          </Alert>
        )}
        {data && <StatementBody kind={kind} month={month} data={data} isMasked={isMasked} />}
      </DialogContent>
      <DialogActions>
        {isMasked && (
          <Button onClick={() => setIsRevealed(true)} sx={{ mr: 'auto' }}>
            {t('balance.show')}
          </Button>
        )}
        <SaveButton kind={kind} data={data} />
        <Button disabled={data === undefined} onClick={() => window.print()}>
          {t('balance.receipt.print')}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {t('balance.receipt.close')}
        </Button>
      </DialogActions>
    </ClosableDialog>
  );
}
