/** Terminal: tasks on the left, output on the right; dark in both schemes. */
import ClearIcon from '@mui/icons-material/ClearAllOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import TerminalIcon from '@mui/icons-material/TerminalOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { terminalTask } from '../../../common/entities/terminalTask';
import { isFailedOrUnknown, isRunning } from '../../../common/terminal';
import { PeopleStack } from '../../engine/presence/PeopleStack';
import { useAppSelector } from '../../shared/app/createStore';
import { useBootstrap } from '../../shared/api/bootstrap';
import { useReportLocation } from '../../shared/presence/presenceContext';
import { selectPresentPeople } from '../../shared/presence/presenceSlice';
import { TASK_LIST_ID } from '../../shared/notices/useNoticeAlerts';
import { SCHEME_ATTRIBUTE } from '../../shared/theme/theme';
import { EmptyState } from '../../ui/EmptyState';
import { saveTerminalPreferences, readTerminalPreferences } from './terminalStorage';
import { OutputPane } from './OutputPane';
import { TerminalSettingsDialog } from './TerminalSettingsDialog';
import { StartTaskMenu } from './StartTaskMenu';
import { TASK_ENTITY, type Task } from './task';
import { TaskItem } from './TaskItem';
import { useClearTasksMutation, type TerminalConfig } from './terminalApi';
import { useTerminalConfig } from './useTerminalConfig';
import { useTasks } from './useTasks';
import { TerminalWarnings } from './TerminalWarnings';

/** Task to show first: a running one, a blocking failure, or the newest. */
const findMostRelevantTask = (tasks: readonly Task[]): Task | undefined =>
  tasks.find(({ status }) => isRunning(status)) ??
  tasks.find(({ status, block_on_failure }) => isFailedOrUnknown(status) && block_on_failure === 1) ??
  tasks.at(-1);

function useSelectedTask(tasks: readonly Task[], requestedTask: string | undefined) {
  const [uuid, setUuid] = useState(() => requestedTask ?? readTerminalPreferences().task);
  const selectTask = (nextTask: string) => {
    setUuid(nextTask);
    saveTerminalPreferences({ task: nextTask });
  };
  // Selects a task that starts to block the queue.
  const blockingTask = tasks.find(
    ({ status, block_on_failure }) => isFailedOrUnknown(status) && block_on_failure === 1,
  )?.uuid;
  const [lastBlockingTask, setLastBlockingTask] = useState(blockingTask);
  if (blockingTask !== lastBlockingTask) {
    setLastBlockingTask(blockingTask);
    if (blockingTask !== undefined) setUuid(blockingTask);
  }
  return { selectedTask: tasks.find((task) => task.uuid === uuid) ?? findMostRelevantTask(tasks), selectTask };
}

interface TaskListProps {
  readonly tasks: readonly Task[];
  readonly selectedTask: Task | undefined;
  readonly canAct: boolean;
  readonly onSelect: (uuid: string) => void;
}
function TaskList({ tasks, selectedTask, canAct, onSelect }: TaskListProps) {
  const { t } = useTranslation();
  const waiting = tasks.filter(({ state }) => state === 'waiting');
  return (
    <Box
      component="ol"
      id={TASK_LIST_ID}
      aria-label={t('terminal.tasks')}
      sx={{
        width: { xs: '100%', md: 320 },
        maxHeight: { xs: '40%', md: 'none' },
        flex: 'none',
        overflow: 'auto',
        listStyle: 'none',
        m: 0,
        p: 0,
        borderRight: { md: 1 },
        borderBottom: { xs: 1, md: 0 },
        borderColor: { xs: 'divider', md: 'divider' },
      }}
    >
      {tasks.map((task) => {
        const index = waiting.indexOf(task);
        const [previous, next] = index < 0 ? [undefined, undefined] : [waiting[index - 1], waiting[index + 1]];
        return (
          <TaskItem
            key={task.uuid}
            task={task}
            canAct={canAct}
            previous={previous}
            next={next}
            isSelected={task === selectedTask}
            onSelect={() => onSelect(task.uuid)}
          />
        );
      })}
    </Box>
  );
}

interface TerminalToolbarProps {
  readonly config: TerminalConfig | undefined;
  readonly canAct: boolean;
  readonly onStarted: (uuid: string) => void;
}
/** People present, and actions on the queue. */
function TerminalToolbar({ config, canAct, onStarted }: TerminalToolbarProps) {
  const { t } = useTranslation();
  const [isSettingsOpen, setIsSettingsOpen] = useState(false);
  const [clearTasks] = useClearTasksMutation();
  const presence = useAppSelector(selectPresentPeople);
  return (
    <>
      {presence.entityName === TASK_ENTITY && (
        <PeopleStack people={presence.onScreen} entity={terminalTask} size={26} />
      )}
      {canAct && config && <StartTaskMenu config={config} onStarted={onStarted} />}
      {canAct && (
        <IconButton
          size="small"
          aria-label={t('terminal.clear')}
          title={t('terminal.clear')}
          onClick={() => void clearTasks(undefined)}
        >
          <ClearIcon />
        </IconButton>
      )}
      {canAct && config && (
        <IconButton
          size="small"
          aria-label={t('terminal.settings')}
          title={t('terminal.settings')}
          onClick={() => setIsSettingsOpen(true)}
        >
          <SettingsIcon />
        </IconButton>
      )}
      {isSettingsOpen && config && (
        <TerminalSettingsDialog settings={config.settings} onClose={() => setIsSettingsOpen(false)} />
      )}
    </>
  );
}

interface TerminalPanelProps {
  /** Task to show first. */
  readonly requestedTask?: string | undefined;
  /** Buttons at the end of the header. */
  readonly headerEnd?: ReactNode;
}
export function TerminalPanel({ requestedTask, headerEnd }: TerminalPanelProps) {
  const { t } = useTranslation();
  const { admin } = useBootstrap();
  const { tasks, isReady } = useTasks();
  const config = useTerminalConfig();
  const { selectedTask, selectTask } = useSelectedTask(tasks, requestedTask);
  useReportLocation(TASK_ENTITY, null);
  useEffect(() => saveTerminalPreferences({ showDot: false }), [tasks]);
  const canAct = admin.super;
  return (
    <Stack
      {...{ [SCHEME_ATTRIBUTE]: 'dark' }}
      sx={{ flex: 1, minHeight: 0, bgcolor: 'background.paper', color: 'text.primary', colorScheme: 'dark' }}
    >
      <Stack
        direction="row"
        sx={{
          alignItems: 'center',
          gap: 2,
          px: 3,
          py: { xs: 2, sm: 0 },
          minHeight: 52,
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <TerminalIcon />
        <Typography component="h1" variant="subtitle1" noWrap sx={{ flex: 1, minWidth: 0 }}>
          {t('terminal.title')}
        </Typography>
        {/* On phones the title is in its own row. */}
        <Stack
          direction="row"
          sx={{ alignItems: 'center', gap: 2, order: { xs: 1, sm: 0 }, width: { xs: '100%', sm: 'auto' } }}
        >
          <TerminalToolbar config={config} canAct={canAct} onStarted={selectTask} />
        </Stack>
        {headerEnd}
      </Stack>
      <TerminalWarnings tasks={tasks} config={config} canAct={canAct} />
      {isReady && tasks.length === 0 ? (
        <EmptyState icon={<TerminalIcon />} title={t('terminal.none')} help={t('terminal.none_help')} />
      ) : (
        <Stack direction={{ xs: 'column', md: 'row' }} sx={{ flex: 1, minHeight: 0 }}>
          <TaskList tasks={tasks} selectedTask={selectedTask} canAct={canAct} onSelect={selectTask} />
          {selectedTask && <OutputPane key={selectedTask.uuid} task={selectedTask} />}
        </Stack>
      )}
    </Stack>
  );
}
