/** The receipt of an entry, with a button that prints only the receipt. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import GlobalStyles from '@mui/material/GlobalStyles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ClosableDialog } from '../controls/ClosableDialog';
import { useSiteName } from '../store/siteSettings';
import { printStyles, PRINTED } from './printStyles';

export type ReceiptField =
  | 'number'
  | 'account'
  | 'entry'
  | 'time'
  | 'type'
  | 'amount'
  | 'before'
  | 'after'
  | 'memo'
  | 'takes_back'
  | 'taken_back'
  | 'reference'
  | 'by';
export type ReceiptLine = readonly [field: ReceiptField, value: string];

/** The owner of the receipt: `Lin (lin_2026)`. */
export const formatAccountLabel = ({
  nickname = '',
  username = '',
}: {
  nickname?: string;
  username?: string;
}): string =>
  nickname === '' || nickname === username || username === '' ? username || nickname : `${nickname} (${username})`;

interface ReceiptDialogProps {
  readonly lines: readonly ReceiptLine[];
  /** Rendered before the buttons. */
  readonly action?: ReactNode;
  readonly onClose: () => void;
}
export function ReceiptDialog({ lines, action, onClose }: ReceiptDialogProps) {
  const { t } = useTranslation();
  const site = useSiteName();
  return (
    <ClosableDialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="receipt-title" {...PRINTED}>
      <GlobalStyles styles={printStyles} />
      <DialogTitle id="receipt-title">{t('balance.receipt.title')}</DialogTitle>
      <DialogContent>
        <Typography sx={{ display: 'none', displayPrint: 'block', mb: 4 }}>{site}</Typography>
        <Box
          component="dl"
          sx={{ m: 0, display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 6, rowGap: 3 }}
        >
          {lines.map(([name, value]) => (
            <Box key={name} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ color: 'text.secondary' }}>
                {t(`balance.receipt.${name}`)}
              </Box>
              <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
                {value}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        {action}
        <Button onClick={() => window.print()}>{t('balance.receipt.print')}</Button>
        <Button variant="contained" onClick={onClose}>
          {t('balance.receipt.close')}
        </Button>
      </DialogActions>
    </ClosableDialog>
  );
}
