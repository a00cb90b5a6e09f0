/** The monthly statement of a member's balance or points, printable. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import GlobalStyles from '@mui/material/GlobalStyles';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LEDGER_KINDS, type LedgerKind } from '../../../../../common/ledgerKind';
import { addMonths } from '../../../../../common/text/time/calendarMonth';
import { useAppSelector } from '../../../../shared/app/createStore';
import { formatTimeIn } from '../../../../shared/bookingReceipt/formatZonedTime';
import { printStyles, PRINTED } from '../../../../shared/bookingReceipt/printStyles';
import { ClosableDialog } from '../../../../shared/controls/ClosableDialog';
import { useLanguage } from '../../../../shared/i18n/i18n';
import { useLazyTranslations } from '../../../../shared/i18n/useLazyTranslations';
import { selectTimeZone } from '../../../../shared/store/siteSettings';
import { MemberStatementEntries, StatementSums } from './MemberStatementTables';
import { useMemberStatementQuery } from './memberStatementApi';

const OFFERED_MONTHS = 24;

interface MemberStatementProps {
  readonly id: number;
  readonly name: string;
  /** The ledgers that the reader sees. */
  readonly kinds: Readonly<Record<LedgerKind, boolean>>;
  readonly onClose: () => void;
}
function useMonths() {
  const lang = useLanguage();
  const zone = useAppSelector(selectTimeZone);
  const [thisMonth] = useState(() => formatTimeIn(zone, Math.floor(Date.now() / 1000)).slice(0, 7));
  const format = new Intl.DateTimeFormat(lang, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const months = Array.from({ length: OFFERED_MONTHS }, (_, index) => addMonths(thisMonth, -index));
  return { thisMonth, options: months.map((month) => ({ month, label: format.format(new Date(`${month}-15`)) })) };
}

interface ChoicesProps {
  readonly month: string;
  readonly setMonth: (month: string) => void;
  readonly kind: LedgerKind;
  readonly setKind: (kind: LedgerKind) => void;
  readonly offered: readonly LedgerKind[];
  readonly options: readonly { readonly month: string; readonly label: string }[];
}
function StatementChoices({ month, setMonth, kind, setKind, offered, options }: ChoicesProps) {
  const { t } = useTranslation();
  return (
    <Stack direction="row" sx={{ gap: 3, mt: 2, mb: 4, flexWrap: 'wrap', displayPrint: 'none' }}>
      <TextField
        select
        size="small"
        label={t('balance.statement.month')}
        value={month}
        onChange={({ target }) => setMonth(target.value)}
        sx={{ width: 220 }}
      >
        {options.map((option) => (
          <MenuItem key={option.month} value={option.month}>
            {option.label}
          </MenuItem>
        ))}
      </TextField>
      {offered.length > 1 && (
        <TextField
          select
          size="small"
          label={t('ledger.statement.kind')}
          value={kind}
          onChange={({ target }) => setKind(target.value === 'score' ? 'score' : 'money')}
          sx={{ width: 140 }}
        >
          {offered.map((one) => (
            <MenuItem key={one} value={one}>
              {t(one === 'money' ? 'recordPanel.balance' : 'recordPanel.points')}
            </MenuItem>
          ))}
        </TextField>
      )}
    </Stack>
  );
}

export function MemberStatementDialog({ id, name, kinds, onClose }: MemberStatementProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { thisMonth, options } = useMonths();
  const [month, setMonth] = useState(thisMonth);
  const offered = LEDGER_KINDS.filter((one) => kinds[one]);
  const [kind, setKind] = useState<LedgerKind>(offered[0] ?? 'money');
  const { currentData: statement, isError, refetch } = useMemberStatementQuery({ kind, userId: id, month });
  return (
    <ClosableDialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="member-statement" {...PRINTED}>
      <GlobalStyles styles={printStyles} />
      <DialogTitle id="member-statement">{t('ledger.statement.title', { name })}</DialogTitle>
      <DialogContent>
        <StatementChoices {...{ month, setMonth, kind, setKind, offered, options }} />
        <Typography variant="body2" sx={{ display: 'none', displayPrint: 'block', mb: 3 }}>
          {month}
        </Typography>
        {statement === undefined && !isError && <Skeleton variant="rounded" height={320} />}
        {isError && (
          <Alert severity="error" action={<Button onClick={() => void refetch()}>{t('shell.retry')}</Button>}>
            {t('balance.statement.failed')}
          </Alert>
        )}
        {statement && !isError && (
          <>
            <StatementSums kind={kind} statement={statement} />
            <MemberStatementEntries kind={kind} statement={statement} />
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button disabled={statement === undefined} onClick={() => window.print()}>
          {t('balance.receipt.print')}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {t('balance.receipt.close')}
        </Button>
      </DialogActions>
    </ClosableDialog>
  );
}
