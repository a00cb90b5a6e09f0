/** The entry a dialog is about: whose, how much, what for and when. */
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Wire } from '../../../../common/entity/project';
import { memoSaid } from '../../../../common/locales/memos';
import { Masked } from '../../../engine/kinds/cells';
import { useFormat } from '../../../shared/format';
import { useLang } from '../../../shared/i18n';
import { asText, asWhole } from '../../../shared/persist';
import { saySum, wholeOf } from './Preview';
import type { LedgerKind } from './readAmount';

interface EntryShownProps {
  readonly kind: LedgerKind;
  readonly row: Wire;
  /** Of the member. */
  readonly name: string;
}
export function EntryShown({ kind, row, name }: EntryShownProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const memo = memoSaid(asText(row['memo']), useLang());
  const time = asWhole(row['create_time']);
  return (
    <Stack data-entry sx={{ bgcolor: 'background.sunken', borderRadius: '6px', px: 4, py: 3, mt: 1, gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 4, fontWeight: 600 }}>
        <Typography sx={{ fontWeight: 'inherit', overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography sx={{ fontWeight: 'inherit', fontVariantNumeric: 'tabular-nums' }}>
          {row[kind] === undefined ? <Masked /> : saySum(t, format, kind, wholeOf(kind, row[kind]))}
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
