/** Entries as rows: reason, time, amount and the balance afterwards; each opens its receipt. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { memoText } from '../../../common/locales/memos';
import { useFormatters } from '../../shared/i18n/format';
import { useLanguage } from '../../shared/i18n/i18n';
import { HIDDEN_AMOUNT } from '../../shared/store/settings';
import { formatBalanceAmount, formatSignedAmount } from './amounts';
import type { Entry } from './entriesApi';
import { EntryReceipt } from './EntryReceipt';
import { useFormatEntryTime } from '../../shared/bookingReceipt/formatZonedTime';

interface EntryItemProps {
  readonly entry: Entry;
  readonly isHidden: boolean;
  readonly onOpen: () => void;
}
function EntryItem({ entry, isHidden, onOpen }: EntryItemProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const formatTime = useFormatEntryTime();
  const { kind, n, amount, after, at, type } = entry;
  const memo = memoText(entry.memo, useLanguage());
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider' }}>
      <ButtonBase
        onClick={onOpen}
        aria-label={t('balance.history.open', { n, memo })}
        sx={{
          width: '100%',
          textAlign: 'left',
          gap: 4,
          py: 3,
          px: 1,
          justifyContent: 'space-between',
          borderRadius: '6px',
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <Box component="span" sx={{ minWidth: 0 }}>
          <Typography component="span" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
            {memo}
          </Typography>
          <Typography component="span" variant="caption" sx={{ color: 'text.secondary' }}>
            {formatTime(at)} · {t(`balance.types.${type}`)}
          </Typography>
        </Box>
        <Box component="span" sx={{ flex: 'none', textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
          <Typography
            component="span"
            sx={{ display: 'block', fontWeight: 600, color: amount < 0 ? 'error.main' : 'success.main' }}
          >
            {isHidden ? HIDDEN_AMOUNT : formatSignedAmount(format, kind, amount)}
          </Typography>
          <Typography component="span" variant="caption" sx={{ color: 'text.secondary' }}>
            {isHidden ? HIDDEN_AMOUNT : formatBalanceAmount(format, kind, after)}
          </Typography>
        </Box>
      </ButtonBase>
    </Box>
  );
}

export function EntryList({ entries, isHidden }: { readonly entries: readonly Entry[]; readonly isHidden: boolean }) {
  const [openEntry, setOpenEntry] = useState<Entry>();
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {entries.map((entry) => (
          <EntryItem
            key={`${entry.kind}${entry.id}`}
            entry={entry}
            isHidden={isHidden}
            onOpen={() => setOpenEntry(entry)}
          />
        ))}
      </Box>
      {openEntry && <EntryReceipt entry={openEntry} isHidden={isHidden} onClose={() => setOpenEntry(undefined)} />}
    </>
  );
}
