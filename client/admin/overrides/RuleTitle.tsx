/** The title of a rule in its list, marked where it embeds what no frame ever shows. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { CellProps } from '../../engine/fieldTypes/fieldType';
import { isEmbedBlocked } from '../../shared/embed/embedPolicy';
import { lazyTogether } from '../../ui/lazyWithRetry';

const BarredMark = lazyTogether(async () => (await import('./entries/BarredMark')).BarredMark);

/** Whether its entry opens a page that stays empty; an address one may not read is nobody's to judge. */
function staysEmpty({ menu_type, extend, url }: CellProps['row']): boolean {
  if (menu_type !== 'iframe' || extend === 'add_menu_only' || typeof url !== 'string') return false;
  return isEmbedBlocked(url, window.location.origin);
}

export function RuleTitle({ title, row }: { readonly title: string; readonly row: CellProps['row'] }) {
  const text = (
    <Typography component="span" variant="inherit" noWrap title={title} sx={{ display: 'block' }}>
      {title}
    </Typography>
  );
  if (!staysEmpty(row)) return text;
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      {text}
      <BarredMark />
    </Box>
  );
}
