/** Title of a rule in its list, with a warning when its URL cannot be embedded. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { isEmbedBlocked } from '../../../shared/embed/embedPolicy';
import { lazyWithoutSuspense } from '../../../ui/lazyWithRetry';

const BlockedEmbedIcon = lazyWithoutSuspense(async () => (await import('./BlockedEmbedIcon')).BlockedEmbedIcon);

/** Whether browsers block the embedded URL; false when the reader may not see the URL. */
function isEmbedBlockedFor({ menu_type, extend, url }: CellProps['row']): boolean {
  if (menu_type !== 'iframe' || extend === 'add_menu_only' || typeof url !== 'string') return false;
  return isEmbedBlocked(url, window.location.origin);
}

export function RuleTitle({ title, row }: { readonly title: string; readonly row: CellProps['row'] }) {
  const titleText = (
    <Typography component="span" variant="inherit" noWrap title={title} sx={{ display: 'block' }}>
      {title}
    </Typography>
  );
  if (!isEmbedBlockedFor(row)) return titleText;
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      {titleText}
      <BlockedEmbedIcon />
    </Box>
  );
}
