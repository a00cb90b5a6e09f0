/** Task in the timeline: status, author, duration and actions. */
import DeleteIcon from '@mui/icons-material/DeleteOutlineOutlined';
import DownIcon from '@mui/icons-material/ArrowDownward';
import PackageIcon from '@mui/icons-material/DownloadOutlined';
import RetryIcon from '@mui/icons-material/ReplayOutlined';
import SkipIcon from '@mui/icons-material/SkipNextOutlined';
import StopIcon from '@mui/icons-material/StopCircleOutlined';
import UpIcon from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { terminalTask } from '../../../common/entities/terminalTask';
import { entityLabels } from '../../../common/locales/entityLabels';
import { isFailedOrUnknown, isRunning, canDelete, canRetry, type TaskState } from '../../../common/terminal';
import { useLanguage } from '../../shared/i18n/i18n';
import { useFormatters } from '../../shared/i18n/format';
import { formatElapsedTime, type Task } from './task';
import { useDownload } from '../../shared/app/useDownload';
import { useActOnTaskMutation, useMoveTaskMutation, useUnblockTaskMutation } from './terminalApi';
import { useCommandName } from './useCommandName';

const STATE_COLORS: Readonly<Record<TaskState, string>> = {
  waiting: 'text.disabled',
  connecting: 'info.main',
  executing: 'info.main',
  success: 'success.main',
  failed: 'error.main',
  unknown: 'warning.main',
};

/** Updates every second while the task runs. */
function useTaskDuration(task: Task): string {
  const isTaskRunning = isRunning(task.status);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isTaskRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isTaskRunning]);
  if (isTaskRunning) return formatElapsedTime(Math.max(0, Math.round((now - task.startedAt * 1000) / 1000) * 1000));
  return task.duration === null ? '' : formatElapsedTime(task.duration);
}

/** The exit code of a shell whose command does not exist. */
const COMMAND_NOT_FOUND = 127;
function useStatusText(task: Task): string {
  const lang = useLanguage();
  const { t } = useTranslation();
  const { choices } = entityLabels(terminalTask, lang);
  const state = choices['status']?.[task.state] ?? task.state;
  const reason = task.reason === '' ? undefined : choices['reason']?.[task.reason];
  const { exitCode } = task;
  const exitText =
    exitCode === COMMAND_NOT_FOUND ? t('terminal.exit_missing') : t('terminal.exit', { code: exitCode ?? 0 });
  const exit = exitCode === null || exitCode === 0 ? undefined : exitText;
  const attempt = task.attempt > 1 ? t('terminal.attempt', { n: task.attempt }) : undefined;
  return [task.isEnding ? t('terminal.ending') : state, reason ?? exit, attempt].filter(Boolean).join(' · ');
}

interface TaskActionButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}
const TaskActionButton = ({ label, icon, disabled = false, onClick }: TaskActionButtonProps) => (
  <IconButton size="small" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
    {icon}
  </IconButton>
);

export interface NeighborTasks {
  /** Waiting tasks before and after this one. */
  readonly previous: Task | undefined;
  readonly next: Task | undefined;
}

function TaskActions({ task, previous, next }: { readonly task: Task } & NeighborTasks) {
  const { t } = useTranslation();
  const [runAction, { isLoading }] = useActOnTaskMutation();
  const [unblock] = useUnblockTaskMutation();
  const [move] = useMoveTaskMutation();
  const { uuid, status } = task;
  const smallIcon = { fontSize: 'small' } as const;
  const swapWith = (target: Task | undefined) => target && void move({ uuid, target: target.uuid });
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'flex-end' }}>
      {isRunning(status) && (
        <TaskActionButton
          label={t('terminal.cancel')}
          icon={<StopIcon {...smallIcon} />}
          disabled={isLoading || task.isEnding}
          onClick={() => void runAction({ act: 'cancel', uuid })}
        />
      )}
      {task.state === 'waiting' && previous && (
        <TaskActionButton
          label={t('terminal.up')}
          icon={<UpIcon {...smallIcon} />}
          onClick={() => swapWith(previous)}
        />
      )}
      {task.state === 'waiting' && next && (
        <TaskActionButton
          label={t('terminal.down')}
          icon={<DownIcon {...smallIcon} />}
          onClick={() => swapWith(next)}
        />
      )}
      {canRetry(status) && (
        <TaskActionButton
          label={t('terminal.retry')}
          icon={<RetryIcon {...smallIcon} />}
          disabled={isLoading}
          onClick={() => void runAction({ act: 'retry', uuid })}
        />
      )}
      {isFailedOrUnknown(status) && task.block_on_failure === 1 && (
        <TaskActionButton
          label={t('terminal.skip')}
          icon={<SkipIcon {...smallIcon} />}
          onClick={() => void unblock(uuid)}
        />
      )}
      {canDelete(status) && (
        <TaskActionButton
          label={t('terminal.delete')}
          icon={<DeleteIcon {...smallIcon} />}
          disabled={isLoading}
          onClick={() => void runAction({ act: 'del', uuid })}
        />
      )}
    </Stack>
  );
}

interface TaskItemProps extends NeighborTasks {
  readonly task: Task;
  readonly isSelected: boolean;
  readonly canAct: boolean;
  readonly onSelect: () => void;
}
export function TaskItem({ task, isSelected, canAct, onSelect, previous, next }: TaskItemProps) {
  const { t } = useTranslation();
  const formatters = useFormatters();
  const statusText = useStatusText(task);
  const commandName = useCommandName();
  const duration = useTaskDuration(task);
  const download = useDownload();
  const { appId } = task;
  return (
    <Box
      component="li"
      sx={{ borderBottom: 1, borderColor: 'divider', bgcolor: isSelected ? 'action.selected' : undefined }}
    >
      <ButtonBase
        onClick={onSelect}
        aria-current={isSelected}
        sx={{ display: 'block', width: '100%', textAlign: 'left', px: 3, pt: 2 }}
      >
        <Typography noWrap title={task.line} sx={{ fontSize: 14 }}>
          {commandName(task.command)}
        </Typography>
        <Typography noWrap variant="caption" component="div" sx={{ fontFamily: 'monospace', color: 'text.secondary' }}>
          {task.command}
        </Typography>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1.5 }}>
          <Box sx={{ width: 8, height: 8, borderRadius: '50%', flex: 'none', bgcolor: STATE_COLORS[task.state] }} />
          <Typography variant="caption" data-state={task.state} sx={{ flex: 1, minWidth: 0 }}>
            {statusText}
          </Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {duration}
          </Typography>
        </Stack>
      </ButtonBase>
      <Stack direction="row" sx={{ alignItems: 'center', pl: 3, pr: 1, minHeight: 34 }}>
        <Typography
          variant="caption"
          noWrap
          title={formatters.dateTime(task.createdAt)}
          sx={{ flex: 1, color: 'text.secondary' }}
        >
          {t('terminal.by', { name: task.startedBy, time: formatters.time(task.createdAt) })}
        </Typography>
        {appId > 0 && task.state === 'success' && (
          <TaskActionButton
            label={t('terminal.package_download')}
            icon={<PackageIcon fontSize="small" />}
            onClick={() => download(`/admin/terminal/archive?id=${appId}`, `app-${appId}.zip`)}
          />
        )}
        {canAct && <TaskActions task={task} previous={previous} next={next} />}
      </Stack>
    </Box>
  );
}
