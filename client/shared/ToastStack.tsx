/** The standing messages, bottom centre on phones, bottom right elsewhere, over no buttons; each leaves after six seconds unless touched. */
import CloseIcon from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from './app';
import { FLOAT_SHADOW } from './tokens';
import type { Toast } from './toasts';
import { useClearRoom } from './useClearRoom';

const STANDS_MS = 6_000;
/** What can be taken back waits longer for a second thought. */
const UNDO_STANDS_MS = 10_000;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]');
/** Ctrl+Z outside of inputs takes back what the newest message offers to take back. */
function useUndoKey() {
  const { toasts } = useApp();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      if (!isUndo || event.defaultPrevented || isTyping(event.target)) return;
      const toast = toasts.list().findLast(({ action }) => action?.undoes);
      if (!toast) return;
      event.preventDefault();
      toasts.dismiss(toast.id);
      toast.action?.run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [toasts]);
}

/** With room for the marks, which the scrolling would cut; a single case needs none. */
const LINES = { m: 0, mt: 1, pl: 5, maxHeight: 160, overflow: 'auto', overflowWrap: 'anywhere' } as const;
const ALONE = { ...LINES, pl: 0, listStyle: 'none' } as const;
const Lines = ({ lines }: { readonly lines: readonly string[] }) => (
  <Box component="ul" sx={lines.length === 1 ? ALONE : LINES}>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </Box>
);

function ToastView({ toast }: { readonly toast: Toast }) {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || toast.lines) return undefined;
    const timer = setTimeout(() => toasts.dismiss(toast.id), toast.action?.undoes ? UNDO_STANDS_MS : STANDS_MS);
    return () => clearTimeout(timer);
  }, [held, toast, toasts]);
  const { action, lines } = toast;
  const close = () => toasts.dismiss(toast.id);
  const run = () => {
    action?.run();
    close();
  };
  return (
    <Alert
      severity={toast.tone}
      variant="standard"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onClose={close}
      closeText={t('shell.close')}
      sx={{
        bgcolor: 'background.raised',
        color: 'text.primary',
        border: 1,
        borderColor: 'divider',
        boxShadow: FLOAT_SHADOW,
      }}
      {...(action && {
        // The close button would go with a single action, and some messages stand until they are closed.
        action: (
          <>
            <Button size="small" onClick={run}>
              {action.label}
            </Button>
            <IconButton
              size="small"
              color="inherit"
              aria-label={t('shell.close')}
              title={t('shell.close')}
              onClick={close}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          </>
        ),
      })}
    >
      {toast.text}
      {lines && lines.length > 0 && <Lines lines={lines} />}
    </Alert>
  );
}

export function ToastStack() {
  const { toasts } = useApp();
  useUndoKey();
  const standing = useSyncExternalStore(toasts.subscribe, toasts.list);
  const root = useRef<HTMLOutputElement>(null);
  useClearRoom(root, standing.length > 0);
  return (
    <Stack
      component="output"
      ref={root}
      aria-live="polite"
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        bottom: 16,
        right: { xs: 16, sm: 24 },
        left: { xs: 16, sm: 'auto' },
        maxWidth: { sm: 420 },
        gap: 2,
        pointerEvents: 'none',
        '& > *': { pointerEvents: 'auto' },
      }}
    >
      {standing.map((toast) => (
        <ToastView key={toast.id} toast={toast} />
      ))}
    </Stack>
  );
}
