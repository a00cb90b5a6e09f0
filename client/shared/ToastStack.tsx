/** The standing messages, bottom centre on phones, bottom right elsewhere; each leaves after six seconds unless touched. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from './app';
import { FLOAT_SHADOW } from './tokens';
import type { Toast } from './toasts';

const STANDS_MS = 6_000;

function ToastView({ toast }: { readonly toast: Toast }) {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => toasts.dismiss(toast.id), STANDS_MS);
    return () => clearTimeout(timer);
  }, [held, toast.id, toasts]);
  const { action } = toast;
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
    </Alert>
  );
}

export function ToastStack() {
  const { toasts } = useApp();
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
