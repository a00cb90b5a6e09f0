/** Shows for 12 seconds that a value just changed, with the author; then the fallback text. */
import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangeHighlight } from '../formState/draft';

const VISIBLE_MS = 12_000;

interface RecentChangeHintProps {
  readonly highlight: ChangeHighlight;
  /** The user made the change, by an undo or in another tab. */
  readonly isOwn: boolean;
  readonly fallback: string | undefined;
}
export function RecentChangeHint({ highlight, isOwn, fallback }: RecentChangeHintProps) {
  const { t } = useTranslation();
  const [expiredChangeAt, setExpiredChangeAt] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setExpiredChangeAt(highlight.at), VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [highlight.at]);
  if (expiredChangeAt === highlight.at) return fallback;
  return (
    <Box component="output" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5, color: 'success.main' }}>
      <Box component="span" aria-hidden sx={{ width: 6, height: 6, borderRadius: '50%', bgcolor: 'success.main' }} />
      {highlight.by && !isOwn ? t('engine.form.updated_by', { name: highlight.by.name }) : t('engine.form.updated')}
    </Box>
  );
}
