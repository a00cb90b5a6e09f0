/** Warnings: wrong port, blocked queue, disabled terminal, read-only access. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useTranslation } from 'react-i18next';
import { findBlockingTask } from '../../../common/terminal';
import type { Task } from './task';
import { useActOnTaskMutation, useUnblockTaskMutation, type TerminalConfig } from './terminalApi';
import { useCommandName } from './useCommandName';

/** Port of the address, or the default port of its protocol. */
const currentPort = (): number => Number(location.port || (location.protocol === 'https:' ? 443 : 80));

function BlockedQueueAlert({ task, canAct }: { readonly task: Task; readonly canAct: boolean }) {
  const { t } = useTranslation();
  const commandName = useCommandName();
  const [runAction, { isLoading }] = useActOnTaskMutation();
  const [unblock] = useUnblockTaskMutation();
  const actions = canAct && (
    <>
      <Button
        color="inherit"
        size="small"
        loading={isLoading}
        onClick={() => void runAction({ act: 'retry', uuid: task.uuid })}
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
      {t('terminal.blocked_by', { command: commandName(task.command) })}
    </Alert>
  );
}

interface TerminalWarningsProps {
  readonly tasks: readonly Task[];
  readonly config: TerminalConfig | undefined;
  readonly canAct: boolean;
}
export function TerminalWarnings({ tasks, config, canAct }: TerminalWarningsProps) {
  const { t } = useTranslation();
  const blockingTask = findBlockingTask(tasks);
  return (
    <Stack>
      {config?.isEnabled === false && <Alert severity="info">{t('terminal.off')}</Alert>}
      {config?.isEnabled === true && config.settings.port !== currentPort() && (
        <Alert severity="warning">{t('faults.client.terminal_port')}</Alert>
      )}
      {blockingTask && <BlockedQueueAlert task={blockingTask} canAct={canAct} />}
      {!canAct && <Alert severity="info">{t('terminal.reader')}</Alert>}
    </Stack>
  );
}
