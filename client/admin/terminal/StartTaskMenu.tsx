/** Menu of the named commands; starts one. */
import PlayIcon from '@mui/icons-material/PlayArrowOutlined';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem, { type MenuItemProps } from '@mui/material/MenuItem';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import type { CommandSummary, PackageManager } from '../../../common/terminal';
import { useApp } from '../../shared/app/appContext';
import type { RootState } from '../../shared/app/createStore';
import { StartTaskDialog } from './StartTaskDialog';
import type { Task } from './task';
import { waitForTask } from './waitForTask';
import { useAddTaskMutation, type TerminalConfig } from './terminalApi';
import { useCommandName } from './useCommandName';
import { SCHEME_ATTRIBUTE } from '../../shared/theme/theme';
import { useDownload } from '../../shared/app/useDownload';

/** Adds a command to the queue and shows its outcome, however late. */
function useStartTask(onStarted: (uuid: string) => void) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const store = useStore<RootState>();
  const download = useDownload();
  const [add, { isLoading }] = useAddTaskMutation();
  const offerPackage = ({ appId }: Task) => {
    if (appId === 0) return;
    const downloadPackage = () => download(`/admin/terminal/archive?id=${appId}`, `app-${appId}.zip`);
    toasts.show('success', t('terminal.packed'), { label: t('terminal.package_download'), run: downloadPackage });
  };
  const start = async (command: CommandSummary, args: Readonly<Record<string, string>>, blocksOnFailure: boolean) => {
    const { data } = await add({ command: command.key, args, blockOnFailure: blocksOnFailure });
    if (data === undefined) return;
    if (data.isBlocked) toasts.show('warning', t('terminal.blocked'));
    // A new task is selected in the list, which says enough.
    else if (data.isExisting) toasts.show('info', t('terminal.joined'));
    onStarted(data.uuid);
    // Selects a failed task, so that its output is visible.
    waitForTask(store, data.uuid).then(offerPackage, () => onStarted(data.uuid));
  };
  return { start, isLoading };
}

const GROUPS = ['versions', 'build', 'data'] as const;
const GROUP_COMMANDS: Readonly<Record<string, (typeof GROUPS)[number]>> = {
  version: 'versions',
  test: 'versions',
  migrate: 'data',
  backup: 'data',
  verify: 'data',
};
/** The group of a command such as `version.npm` in the menu. */
const findGroup = (key: string) => GROUP_COMMANDS[key.split('.')[0] ?? ''] ?? 'build';

interface CommandItemProps extends Omit<MenuItemProps, 'onSelect'> {
  readonly command: CommandSummary;
  readonly manager: PackageManager;
  readonly onSelect: (command: CommandSummary) => void;
}
/** Passes on the properties by which the menu handles the focus. */
function CommandItem({ command, manager, onSelect, ...menuProps }: CommandItemProps) {
  const commandName = useCommandName();
  return (
    <MenuItem {...menuProps} disabled={command.manager && manager === 'none'} onClick={() => onSelect(command)}>
      <ListItemText
        primary={commandName(command.key)}
        secondary={command.manager ? `${command.key}.${manager}` : command.key}
        slotProps={{ secondary: { sx: { fontFamily: 'monospace', fontSize: 12 } } }}
      />
    </MenuItem>
  );
}

interface StartTaskMenuProps {
  readonly config: TerminalConfig;
  readonly onStarted: (uuid: string) => void;
}
export function StartTaskMenu({ config, onStarted }: StartTaskMenuProps) {
  const { t } = useTranslation();
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [selectedCommand, setSelectedCommand] = useState<CommandSummary | null>(null);
  const { start, isLoading } = useStartTask(onStarted);
  const select = (command: CommandSummary) => {
    setIsOpen(false);
    setSelectedCommand(command);
  };
  return (
    <>
      <Button
        ref={buttonRef}
        size="small"
        variant="contained"
        startIcon={<PlayIcon />}
        loading={isLoading}
        disabled={!config.isEnabled}
        aria-haspopup="menu"
        onClick={() => setIsOpen(true)}
      >
        {t('terminal.start')}
      </Button>
      <Menu
        open={isOpen}
        anchorEl={() => buttonRef.current}
        onClose={() => setIsOpen(false)}
        slotProps={{ paper: { ...{ [SCHEME_ATTRIBUTE]: 'dark' }, sx: { color: 'text.primary' } } }}
      >
        {GROUPS.flatMap((group) => {
          const commands = config.commands.filter(({ key }) => findGroup(key) === group);
          if (commands.length === 0) return [];
          return [
            <ListSubheader key={group} disableSticky sx={{ bgcolor: 'transparent', lineHeight: 2.5 }}>
              {t(`terminal.groups.${group}`)}
            </ListSubheader>,
            ...commands.map((command) => (
              <CommandItem key={command.key} command={command} manager={config.settings.manager} onSelect={select} />
            )),
          ];
        })}
      </Menu>
      {selectedCommand && (
        <StartTaskDialog
          command={selectedCommand}
          onClose={() => setSelectedCommand(null)}
          onStart={(args, blocksOnFailure) => {
            setSelectedCommand(null);
            void start(selectedCommand, args, blocksOnFailure);
          }}
        />
      )}
    </>
  );
}
