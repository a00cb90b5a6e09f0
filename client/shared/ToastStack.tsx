/** The standing messages, bottom centre on phones, bottom right elsewhere; each leaves after six seconds unless touched. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from './app';
import { FLOAT_SHADOW } from './tokens';
import type { Toast } from './toasts';

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
  const run = () => {
    action?.run();
    toasts.dismiss(toast.id);
  };
  return (
    <Alert
      severity={toast.tone}
      variant="standard"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onClose={() => toasts.dismiss(toast.id)}
      closeText={t('shell.close')}
      sx={{
        bgcolor: 'background.raised',
        color: 'text.primary',
        border: 1,
        borderColor: 'divider',
        boxShadow: FLOAT_SHADOW,
      }}
      {...(action && {
        action: (
          <Button size="small" onClick={run}>
            {action.label}
          </Button>
        ),
      })}
    >
      {toast.text}
      {lines && (
        <Box component="ul" sx={{ m: 0, mt: 1, pl: 4, maxHeight: 160, overflow: 'auto', overflowWrap: 'anywhere' }}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Box>
      )}
    </Alert>
  );
}

export function ToastStack() {
  const { toasts } = useApp();
  useUndoKey();
  const standing = useSyncExternalStore(toasts.subscribe, toasts.list);
  return (
    <Stack
      component="output"
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
