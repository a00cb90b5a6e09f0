/** The amount of an entry in the form every noun has: below that of a new one what the chosen member will have then, as it stands at this moment. */
import Box from '@mui/material/Box';
import { user } from '../../../../common/entities/user';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import { viewOf } from '../../../engine/kinds/index';
import type { InputProps } from '../../../engine/kinds/kindView';
import { useRow } from '../../../engine/useRow';
import { useLaterWords } from '../../../shared/useLaterWords';
import { MemberPresence } from '../member/MemberPresence';
import { Preview, wholeOf } from './Preview';
import { readAmount, type LedgerKind } from './readAmount';

const textIn = (value: InputProps['value']): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

interface OutlookProps extends Pick<InputProps, 'value'> {
  readonly kind: LedgerKind;
  readonly member: number;
}
function Outlook({ kind, member, value }: OutlookProps) {
  useLaterWords();
  const { held } = useRow(user, member);
  const typed = readAmount(kind, textIn(value), 'add');
  return (
    <Box sx={{ mt: 2 }}>
      <Preview
        kind={kind}
        now={wholeOf(kind, held?.row[kind])}
        delta={typed.whole}
        issue={textIn(value) === '' ? undefined : typed.issue}
      />
      <MemberPresence id={member} kind={kind} />
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
