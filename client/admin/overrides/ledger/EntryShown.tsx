/** The entry a dialog is about: whose, how much, what for and when. */
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { WireRow } from '../../../../common/entity/projectRow';
import { memoText } from '../../../../common/locales/memos';
import { MaskedText } from '../../../engine/fieldTypes/cells/cells';
import { useFormatters } from '../../../shared/i18n/format';
import { useLanguage } from '../../../shared/i18n/i18n';
import { asString, asInteger } from '../../../../common/json';
import { saySum, wholeOf } from './Preview';
import type { LedgerKind } from './readAmount';

interface EntryShownProps {
  readonly kind: LedgerKind;
  readonly row: WireRow;
  /** Of the member. */
  readonly name: string;
}
export function EntryShown({ kind, row, name }: EntryShownProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const memo = memoText(asString(row['memo']), useLanguage());
  const time = asInteger(row['create_time']);
  return (
    <Stack data-entry sx={{ bgcolor: 'background.sunken', borderRadius: '6px', px: 4, py: 3, mt: 1, gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 4, fontWeight: 600 }}>
        <Typography sx={{ fontWeight: 'inherit', overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography sx={{ fontWeight: 'inherit', fontVariantNumeric: 'tabular-nums' }}>
          {row[kind] === undefined ? <MaskedText /> : saySum(t, format, kind, wholeOf(kind, row[kind]))}
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
