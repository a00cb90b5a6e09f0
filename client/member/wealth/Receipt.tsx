/** One entry in full: what was before and after, why, and when; to be printed or kept. */
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import Typography from '@mui/material/Typography';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { memoSaid } from '../../../common/locales/memos';
import { AsideDialog } from '../../shared/controls/AsideDialog';
import { useFormat } from '../../shared/format';
import { useLang } from '../../shared/i18n';
import { HIDDEN_AMOUNT } from '../../shared/settings';
import { useSession } from '../../shared/useSession';
import type { Person } from '../../shared/session';
import { useSiteName } from '../../shared/site';
import { sayAmount, saySigned } from './amounts';
import { zoned, type Entry } from './entries';
import { onPaper, PAPER } from './onPaper';

/** Whose receipt it is: `Lin (lin_2026)`. */
const accountText = (person: Pick<Person, 'nickname' | 'username'> | undefined): string => {
  const { nickname = '', username = '' } = person ?? {};
  return nickname === '' || nickname === username ? username : `${nickname} (${username})`;
};

interface ReceiptProps {
  readonly entry: Entry;
  /** Amounts are hidden on this device, until they are asked for here. */
  readonly hidden: boolean;
  readonly onClose: () => void;
}
export function Receipt({ entry, hidden, onClose }: ReceiptProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { kind, n, at, type, amount, before, after, counterpart, receipt, reference } = entry;
  const { person } = useSession();
  const site = useSiteName();
  const memo = memoSaid(entry.memo, useLang());
  const [revealed, reveal] = useState(false);
  const veiled = hidden && !revealed;
  const seen = (amount: string) => (veiled ? HIDDEN_AMOUNT : amount);
  const lines = [
    ['number', receipt],
    ['account', accountText(person)],
    ['entry', String(n)],
    ['time', zoned(format, at)],
    ['type', t(`wealth.types.${type}`)],
    ['amount', seen(saySigned(format, kind, amount))],
    ['before', seen(sayAmount(format, kind, before))],
    ['after', seen(sayAmount(format, kind, after))],
    ['memo', memo],
    ...(counterpart === undefined ? [] : ([[type === 'reversal' ? 'takes_back' : 'taken_back', counterpart]] as const)),
    ...(reference === '' ? [] : ([['reference', reference]] as const)),
    ['by', t(type === 'sign_in' ? 'wealth.receipt.self' : 'wealth.receipt.service')],
  ] as const;
  return (
    <AsideDialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="receipt-title" {...PAPER}>
      <GlobalStyles styles={onPaper} />
      <DialogTitle id="receipt-title">{t('wealth.receipt.title')}</DialogTitle>
      <DialogContent>
        <Typography sx={{ display: 'none', displayPrint: 'block', mb: 4 }}>{site}</Typography>
        <Box
          component="dl"
          sx={{ m: 0, display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 6, rowGap: 3 }}
        >
          {lines.map(([name, value]) => (
            <Box key={name} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ color: 'text.secondary' }}>
                {t(`wealth.receipt.${name}`)}
              </Box>
              <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
                {value}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        {veiled && (
          <Button onClick={() => reveal(true)} sx={{ mr: 'auto' }}>
            {t('wealth.show')}
          </Button>
        )}
        <Button onClick={() => window.print()}>{t('wealth.receipt.print')}</Button>
        <Button variant="contained" onClick={onClose}>
          {t('wealth.receipt.close')}
        </Button>
      </DialogActions>
    </AsideDialog>
  );
}
