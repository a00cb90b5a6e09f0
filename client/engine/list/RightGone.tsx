/** Says in a question why it cannot be answered with yes any more. */
import Alert from '@mui/material/Alert';
import { useLaterWords } from '../../shared/useLaterWords';
import { useRightsSaid } from '../conflict/useRightsSaid';

export function RightGone() {
  useLaterWords();
  const rightsSaid = useRightsSaid();
  return (
    <Alert severity="warning" sx={{ mx: 6 }}>
      {rightsSaid('undone')}
    </Alert>
  );
}
