/** What stands in the way: another port than the install service's, a task that blocks, a terminal that is switched off. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useTranslation } from 'react-i18next';
import { blockerOf } from '../../../common/terminal';
import type { Task } from './task';
import { useActOnTaskMutation, useUnblockTaskMutation, type Commands } from './terminalApi';

/** A page without a port in its address is on the usual one. */
const portNow = (): number => Number(location.port || (location.protocol === 'https:' ? 443 : 80));

function Blocked({ task, mayAct }: { readonly task: Task; readonly mayAct: boolean }) {
  const { t } = useTranslation();
  const [act, { isLoading }] = useActOnTaskMutation();
  const [unblock] = useUnblockTaskMutation();
  const actions = mayAct && (
    <>
      <Button
        color="inherit"
        size="small"
        loading={isLoading}
        onClick={() => void act({ act: 'retry', uuid: task.uuid })}
      >
        {t('terminal.retry')}
      </Button>
      <Button color="inherit" size="small" onClick={() => void unblock(task.uuid)}>
        {t('terminal.skip')}
      </Button>
    </>
  );
  return (
    <Alert severity="warning" action={actions || undefined}>
      {t('terminal.blocked_by', { command: task.command })}
    </Alert>
  );
}

interface WarningsProps {
  readonly tasks: readonly Task[];
  readonly known: Commands | undefined;
  readonly mayAct: boolean;
}
export function Warnings({ tasks, known, mayAct }: WarningsProps) {
  const { t } = useTranslation();
  const blocker = blockerOf(tasks);
  return (
    <Stack>
      {known?.enabled === false && <Alert severity="info">{t('terminal.off')}</Alert>}
      {known?.enabled === true && known.settings.port !== portNow() && (
        <Alert severity="warning">{t('faults.client.terminal_port')}</Alert>
      )}
      {blocker && <Blocked task={blocker} mayAct={mayAct} />}
      {!mayAct && <Alert severity="info">{t('terminal.reader')}</Alert>}
    </Stack>
  );
}
