/** The amount of an entry in the form every noun has: below that of a new one what the chosen member will have then, as it stands at this moment. */
import Box from '@mui/material/Box';
import { user } from '../../../../common/entities/user';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import { viewOf } from '../../../engine/kinds/index';
import type { InputProps } from '../../../engine/kinds/kindView';
import { useRow } from '../../../engine/useRow';
import { useLaterWords } from '../../../shared/useLaterWords';
import { Preview, wholeOf, type LedgerKind } from './Preview';

interface OutlookProps extends Pick<InputProps, 'value'> {
  readonly kind: LedgerKind;
  readonly member: number;
}
function Outlook({ kind, member, value }: OutlookProps) {
  useLaterWords();
  const { held } = useRow(user, member);
  return (
    <Box sx={{ mt: 2 }}>
      <Preview kind={kind} now={wholeOf(kind, held?.row[kind])} amount={value} />
    </Box>
  );
}

export function AmountInput(props: InputProps) {
  const { Input } = viewOf(props.column.kind);
  const { entity, value, rowId, parent: member } = props;
  return (
    <>
      <Input {...props} />
      {rowId === null && typeof member === 'number' && (
        <Outlook kind={entity.name === userScoreLog.name ? 'score' : 'money'} member={member} value={value} />
      )}
    </>
  );
}
