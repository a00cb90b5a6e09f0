/** Entry in a dialog: member, amount, memo and time. */
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { WireRow } from '../../../../../common/entity/projectRow';
import { memoText } from '../../../../../common/locales/memos';
import { MaskedText } from '../../../../engine/fieldTypes/cells/cells';
import { useFormatters } from '../../../../shared/i18n/format';
import { useLanguage } from '../../../../shared/i18n/i18n';
import { asString, asInteger } from '../../../../../common/json';
import { formatSignedAmount, parseMinorUnits } from '../amounts';
import type { LedgerKind } from '../../../../../common/ledgerKind';

interface EntrySummaryProps {
  readonly kind: LedgerKind;
  readonly row: WireRow;
  /** Name of the member. */
  readonly memberName: string;
}
export function EntrySummary({ kind, row, memberName }: EntrySummaryProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const memo = memoText(asString(row['memo']), useLanguage());
  const time = asInteger(row['create_time']);
  return (
    <Stack data-entry sx={{ bgcolor: 'background.sunken', borderRadius: '6px', px: 4, py: 3, mt: 1, gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 4, fontWeight: 600 }}>
        <Typography sx={{ fontWeight: 'inherit', overflowWrap: 'anywhere' }}>{memberName}</Typography>
        <Typography sx={{ fontWeight: 'inherit', fontVariantNumeric: 'tabular-nums' }}>
          {row[kind] === undefined ? (
            <MaskedText />
          ) : (
            formatSignedAmount(t, format, kind, parseMinorUnits(kind, row[kind]))
          )}
        </Typography>
      </Box>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {memo}
      </Typography>
      {time > 0 && (
        <Typography variant="caption" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {format.dateTime(time)}
        </Typography>
      )}
    </Stack>
  );
}
