/** One folder of the permission tree: its nouns, each with its actions. */
import ChevronIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { markOf, nodesOf, type Branch, type Folder } from './nodeTree';
import { Tick } from './Tick';

interface Choosing {
  readonly chosen: ReadonlySet<string>;
  readonly disabled: boolean;
  /** Whether the editor holds a node. */
  readonly holds: (node: string) => boolean;
  /** Why it would count for nothing, whoever grants it: a group above does not give it. */
  readonly beyond: (node: string) => string | undefined;
  readonly onToggle: (nodes: readonly string[], on: boolean) => void;
}

/** Several at once are set only by who holds all of them; taking away needs the same. */
function useBarred({ disabled, holds, beyond, chosen }: Choosing) {
  const { t } = useTranslation();
  return (nodes: readonly string[]): string | undefined => {
    if (disabled) return '';
    if (!nodes.every(holds))
      return t(nodes.some(holds) ? 'permissions.tree.not_all_held' : 'permissions.tree.not_held');
    // What is chosen already can always be taken away.
    const wanting = nodes.filter((node) => !chosen.has(node) && beyond(node) !== undefined);
    const [first] = wanting;
    if (first === undefined) return undefined;
    return wanting.length === nodes.length ? beyond(first) : t('permissions.tree.not_all_above');
  };
}

/** A group of boxes to tick, without the frame browsers draw around one. */
const BARE = { border: 0, m: 0, p: 0, minWidth: 0 } as const;

function Nouns({ branch, ...choosing }: Choosing & { readonly branch: Branch }) {
  const { chosen, onToggle } = choosing;
  const barred = useBarred(choosing);
  const nodes = branch.leaves.map(({ node }) => node);
  return (
    <Box
      component="fieldset"
      aria-label={branch.label}
      sx={{
        ...BARE,
        display: 'grid',
        gridTemplateColumns: '1fr',
        alignItems: 'start',
        columnGap: 2,
        py: 1,
        '@container (min-width: 560px)': { gridTemplateColumns: '180px 1fr' },
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Tick
        label={<Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{branch.label}</Typography>}
        mark={markOf(nodes, chosen)}
        barred={barred(nodes)}
        onToggle={(on) => onToggle(nodes, on)}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, pl: 6, '@container (min-width: 560px)': { pl: 0 } }}>
        {branch.leaves.map(({ node, label }) => (
          <Tick
            key={node}
            label={<span title={node}>{label}</span>}
            mark={chosen.has(node) ? 'all' : 'none'}
            barred={barred([node])}
            note={chosen.has(node) ? choosing.beyond(node) : undefined}
            onToggle={(on) => onToggle([node], on)}
          />
        ))}
      </Box>
    </Box>
  );
}

interface FolderRowProps extends Choosing {
  readonly folder: Folder;
  readonly open: boolean;
  readonly onTurn: () => void;
}
export function FolderRow({ folder, open, onTurn, ...choosing }: FolderRowProps) {
  const { t } = useTranslation();
  const barred = useBarred(choosing);
  const { label, branches } = folder;
  const nodes = nodesOf(folder);
  const held = nodes.filter((node) => choosing.chosen.has(node)).length;
  return (
    <Box component="fieldset" aria-label={label} sx={{ ...BARE, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Stack direction="row" sx={{ alignItems: 'center', px: 1, bgcolor: 'background.sunken' }}>
        <IconButton
          size="small"
          aria-expanded={open}
          aria-label={t(open ? 'permissions.tree.shut' : 'permissions.tree.open', { name: label })}
          onClick={onTurn}
        >
          <ChevronIcon
            fontSize="small"
            sx={{ transform: open ? 'rotate(90deg)' : 'none', transition: 'transform 120ms' }}
          />
        </IconButton>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Tick
            label={<Typography sx={{ fontWeight: 600 }}>{label}</Typography>}
            mark={markOf(nodes, choosing.chosen)}
            barred={barred(nodes)}
            onToggle={(on) => choosing.onToggle(nodes, on)}
          />
        </Box>
        <Typography variant="caption" sx={{ color: 'text.secondary', pr: 2, fontVariantNumeric: 'tabular-nums' }}>
          {t('permissions.tree.count', { held, all: nodes.length })}
        </Typography>
      </Stack>
      {open && (
        <Box sx={{ pr: 2, pl: 10 }}>
          {branches.map((branch) => (
            <Nouns key={branch.key} branch={branch} {...choosing} />
          ))}
        </Box>
      )}
    </Box>
  );
}
