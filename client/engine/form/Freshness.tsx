/** Tells for a while that a value just changed, and by whom; then what stood there before. */
import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Flash } from '../draft';

const STANDS_MS = 12_000;

interface FreshnessProps {
  readonly flash: Flash;
  readonly otherwise: string | undefined;
}
export function Freshness({ flash, otherwise }: FreshnessProps) {
  const { t } = useTranslation();
  const [stale, setStale] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setStale(flash.at), STANDS_MS);
    return () => clearTimeout(timer);
  }, [flash.at]);
  if (stale === flash.at) return otherwise;
  return (
    <Box component="output" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5, color: 'success.main' }}>
      <Box component="span" aria-hidden sx={{ width: 6, height: 6, borderRadius: '50%', bgcolor: 'success.main' }} />
      {flash.by ? t('engine.form.updated_by', { name: flash.by.name }) : t('engine.form.updated')}
    </Box>
  );
}
