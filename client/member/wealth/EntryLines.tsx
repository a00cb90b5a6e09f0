/** Entries as lines: what for, when, how much, and what was there afterwards; each opens its receipt. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { memoSaid } from '../../../common/locales/memos';
import { useFormat } from '../../shared/format';
import { useLang } from '../../shared/i18n';
import { HIDDEN_AMOUNT } from '../../shared/settings';
import { sayAmount, saySigned } from './amounts';
import type { Entry } from './entries';
import { Receipt } from './Receipt';
import { useEntryTime } from '../../shared/receipt/zonedTime';

interface LineProps {
  readonly entry: Entry;
  readonly hidden: boolean;
  readonly onOpen: () => void;
}
function Line({ entry, hidden, onOpen }: LineProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const timeOf = useEntryTime();
  const { kind, n, amount, after, at, type } = entry;
  const memo = memoSaid(entry.memo, useLang());
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider' }}>
      <ButtonBase
        onClick={onOpen}
        aria-label={t('wealth.history.open', { n, memo })}
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
            {timeOf(at)} · {t(`wealth.types.${type}`)}
          </Typography>
        </Box>
        <Box component="span" sx={{ flex: 'none', textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
          <Typography
            component="span"
            sx={{ display: 'block', fontWeight: 600, color: amount < 0 ? 'error.main' : 'success.main' }}
          >
            {hidden ? HIDDEN_AMOUNT : saySigned(format, kind, amount)}
          </Typography>
          <Typography component="span" variant="caption" sx={{ color: 'text.secondary' }}>
            {hidden ? HIDDEN_AMOUNT : sayAmount(format, kind, after)}
          </Typography>
        </Box>
      </ButtonBase>
    </Box>
  );
}

export function EntryLines({ entries, hidden }: { readonly entries: readonly Entry[]; readonly hidden: boolean }) {
  const [open, setOpen] = useState<Entry>();
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {entries.map((entry) => (
          <Line key={`${entry.kind}${entry.id}`} entry={entry} hidden={hidden} onOpen={() => setOpen(entry)} />
        ))}
      </Box>
      {open && <Receipt entry={open} hidden={hidden} onClose={() => setOpen(undefined)} />}
    </>
  );
}
