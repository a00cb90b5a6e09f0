/** Output of one task, with search, download and the option to follow the newest line. */
import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import FollowIcon from '@mui/icons-material/VerticalAlignBottomOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../shared/app/appContext';
import { MONOSPACE_FONT } from '../../shared/theme/designTokens';
import { createOutputView, type OutputView } from './createOutputView';
import { tailOutput } from './tailOutput';
import type { Task } from './task';
import { useDownload } from '../../shared/app/useDownload';

function useOutputView(task: Task, onFollowChange: (enabled: boolean) => void) {
  const { t } = useTranslation();
  const { live } = useApp();
  const containerRef = useRef<HTMLDivElement>(null);
  const outputView = useRef<OutputView>(null);
  const [isSilent, setIsSilent] = useState(true);
  const notifyFollowChange = useEffectEvent(onFollowChange);
  const label = useEffectEvent(() => `${t('terminal.output')} ${task.line}`);
  const gapText = useEffectEvent((bytes: number) => t('terminal.gap', { bytes }));
  const { uuid, attempt } = task;
  useEffect(() => {
    if (!containerRef.current) return undefined;
    const openedView = createOutputView(containerRef.current, {
      label: label(),
      onFollowChange: (enabled) => notifyFollowChange(enabled),
    });
    outputView.current = openedView;
    setIsSilent(true);
    const stopTail = tailOutput(live, uuid, {
      onRestart: () => {
        openedView.clear();
        setIsSilent(true);
      },
      onGap: (bytes) => openedView.write(`\r\n${gapText(bytes)}\r\n`),
      onText: (text) => {
        setIsSilent(false);
        openedView.write(text);
      },
      onEnd: () => undefined,
    });
    return () => {
      stopTail();
      openedView.close();
      outputView.current = null;
    };
    // A new attempt needs a new subscription: the old one may have ended.
  }, [live, uuid, attempt]);
  return { containerRef, outputView, isSilent };
}

interface OutputToolbarProps {
  readonly task: Task;
  readonly isFollowing: boolean;
  readonly onFollowChange: () => void;
  readonly onFind: (text: string, isBackward: boolean) => void;
}
const SMALL_INPUT_STYLE = { fontSize: 'small' } as const;

function FindField({ onFind }: Pick<OutputToolbarProps, 'onFind'>) {
  const { t } = useTranslation();
  const [needle, setNeedle] = useState('');
  const findNext = (label: string, icon: ReactNode, isBackward: boolean) => (
    <IconButton size="small" aria-label={label} title={label} onClick={() => onFind(needle, isBackward)}>
      {icon}
    </IconButton>
  );
  return (
    <>
      <InputBase
        value={needle}
        placeholder={t('terminal.search')}
        inputProps={{ 'aria-label': t('terminal.search') }}
        onChange={({ target }) => setNeedle(target.value)}
        onKeyDown={({ key, shiftKey, nativeEvent }) => {
          if (key === 'Enter' && !nativeEvent.isComposing) onFind(needle, shiftKey);
        }}
        sx={{ width: { xs: 90, sm: 180 }, fontSize: 13, px: 2, bgcolor: 'background.raised', borderRadius: '6px' }}
      />
      {findNext(t('terminal.previous'), <UpIcon {...SMALL_INPUT_STYLE} />, true)}
      {findNext(t('terminal.next'), <DownIcon {...SMALL_INPUT_STYLE} />, false)}
    </>
  );
}

function OutputToolbar({ task, isFollowing, onFollowChange, onFind }: OutputToolbarProps) {
  const { t } = useTranslation();
  const download = useDownload();
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'center', gap: 1, px: 3, minHeight: 44, borderBottom: 1, borderColor: 'divider' }}
    >
      <Typography
        component="code"
        noWrap
        title={task.line}
        sx={{ flex: 1, minWidth: 0, fontFamily: MONOSPACE_FONT, fontSize: 13 }}
      >
        {task.line}
      </Typography>
      <FindField onFind={onFind} />
      <ToggleButton
        size="small"
        value="follow"
        selected={isFollowing}
        aria-label={t('terminal.follow')}
        title={isFollowing ? t('terminal.unfollow') : t('terminal.follow')}
        onChange={onFollowChange}
        sx={{ border: 0, p: 1 }}
      >
        <FollowIcon {...SMALL_INPUT_STYLE} />
      </ToggleButton>
      <IconButton
        size="small"
        aria-label={t('terminal.download')}
        title={t('terminal.download')}
        onClick={() => download(`/admin/terminal/output?uuid=${task.uuid}`, `${task.command}.txt`)}
      >
        <DownloadIcon {...SMALL_INPUT_STYLE} />
      </IconButton>
    </Stack>
  );
}

export function OutputPane({ task }: { readonly task: Task }) {
  const { t } = useTranslation();
  const [isFollowing, setIsFollowing] = useState(true);
  const { containerRef, outputView, isSilent } = useOutputView(task, setIsFollowing);
  const toggleFollowing = () => {
    outputView.current?.setFollowing(!isFollowing);
    setIsFollowing(!isFollowing);
  };
  return (
    <Stack sx={{ flex: 1, minWidth: 0, minHeight: 0 }}>
      <OutputToolbar
        task={task}
        isFollowing={isFollowing}
        onFollowChange={toggleFollowing}
        onFind={(text, isBackward) => outputView.current?.find(text, isBackward)}
      />
      <Box sx={{ position: 'relative', flex: 1, minHeight: 0, bgcolor: 'background.sunken' }}>
        <Box ref={containerRef} data-testid="terminal-output" sx={{ position: 'absolute', inset: '8px 0 0 12px' }} />
        {isSilent && (
          <Typography sx={{ position: 'absolute', top: 12, left: 16, color: 'text.secondary', pointerEvents: 'none' }}>
            {t('terminal.silent')}
          </Typography>
        )}
      </Box>
    </Stack>
  );
}
