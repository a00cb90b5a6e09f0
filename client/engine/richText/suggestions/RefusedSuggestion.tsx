/** Says for a while that the last change of a suggesting reader could not be suggested. */
import Box from '@mui/material/Box';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

const SHOWN_MS = 8_000;

/** `onSuggested` is called after each change with whether it became a suggestion. */
export function useRefusal(): { readonly isRefused: boolean; readonly onSuggested: (isSuggested: boolean) => void } {
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals === 0) return undefined;
    const timer = setTimeout(() => setRefusals(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [refusals]);
  const onSuggested = useCallback((isSuggested: boolean) => setRefusals((n) => (isSuggested ? 0 : n + 1)), []);
  return { isRefused: refusals > 0, onSuggested };
}

export function RefusedSuggestion({ isRefused }: { readonly isRefused: boolean }) {
  const { t } = useTranslation();
  return (
    <Box component="output" sx={{ display: 'block', px: 3, ...(isRefused ? { py: 1.5, color: 'warning.main' } : {}) }}>
      {isRefused ? t('richText.suggesting_refused') : ''}
    </Box>
  );
}
