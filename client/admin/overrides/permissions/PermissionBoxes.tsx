/** Permissions as folders of boxes with three states, with a search and a filter for what is chosen. */
import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import InputAdornment from '@mui/material/InputAdornment';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asStringList } from '../../../../common/json';
import type { Json } from '../../../../common/entity/field';
import { FolderRow } from './FolderRow';
import { found, nodesOf, toggled, type Folder } from './nodeTree';

/** The nodes in the value of a field. */
export const nodesIn = (value: Json): readonly string[] => asStringList(value);

/** A folder is open from the start when it holds a chosen node, also one that is loaded later; a search opens everything it found. */
function useOpened(folders: readonly Folder[], chosen: ReadonlySet<string>) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const added = folders.filter(({ key }) => !seen.has(key));
  if (added.length > 0) {
    const holding = added.filter((folder) => nodesOf(folder).some((node) => chosen.has(node)));
    setSeen(new Set([...seen, ...added.map(({ key }) => key)]));
    setOpened(new Set([...opened, ...holding.map(({ key }) => key)]));
  }
  const turn = (key: string) => {
    const next = new Set(opened);
    if (!next.delete(key)) next.add(key);
    setOpened(next);
  };
  return { opened, turn, setAll: (keys: readonly string[]) => setOpened(new Set(keys)) };
}

interface ToolsProps {
  readonly text: string;
  readonly only: boolean;
  readonly chosen: number;
  readonly open: boolean;
  readonly onText: (text: string) => void;
  readonly onOnly: (only: boolean) => void;
  readonly onOpen: () => void;
}
function Tools({ text, only, chosen, open, onText, onOnly, onOpen }: ToolsProps) {
  const { t } = useTranslation();
  return (
    <Stack sx={{ gap: 1, mt: 2 }}>
      <TextField
        size="small"
        value={text}
        placeholder={t('permissions.tree.search')}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault(); // not the form's Save
        }}
        slotProps={{
          htmlInput: { 'aria-label': t('permissions.tree.search'), type: 'search' },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 3 }}>
        <Typography component="output" variant="caption" sx={{ flex: 1, minWidth: 120, color: 'text.secondary' }}>
          {t('permissions.tree.chosen', { count: chosen })}
        </Typography>
        <FormControlLabel
          control={<Switch size="small" checked={only} onChange={(_, on) => onOnly(on)} />}
          label={<Typography variant="caption">{t('permissions.tree.only')}</Typography>}
        />
        <Button size="small" onClick={onOpen}>
          {t(open ? 'permissions.tree.collapse' : 'permissions.tree.expand')}
        </Button>
      </Stack>
    </Stack>
  );
}

interface PermissionBoxesProps {
  readonly folders: readonly Folder[];
  /** What is chosen. */
  readonly nodes: readonly string[];
  readonly disabled: boolean;
  /** Whether the editor holds a node. */
  readonly holds: (node: string) => boolean;
  /** Why a node would have no effect, if so. */
  readonly beyond: (node: string) => string | undefined;
  readonly onChange: (nodes: readonly string[]) => void;
}

export function PermissionBoxes({ folders, nodes, disabled, holds, beyond, onChange }: PermissionBoxesProps) {
  const { t } = useTranslation();
  const chosen = useMemo(() => new Set(nodes), [nodes]);
  const [text, setText] = useState('');
  const [only, setOnly] = useState(false);
  const { opened, turn, setAll } = useOpened(folders, chosen);
  const shown = found(folders, { text, only: only ? chosen : undefined });
  const seeking = text.trim() !== '';
  const anyOpen = folders.some(({ key }) => opened.has(key));
  return (
    <>
      <Tools
        {...{ text, only, chosen: nodes.length, open: anyOpen }}
        onText={setText}
        onOnly={setOnly}
        onOpen={() => setAll(anyOpen ? [] : folders.map(({ key }) => key))}
      />
      <Box sx={{ mt: 2, border: 1, borderColor: 'divider', borderRadius: '6px', overflow: 'hidden' }}>
        {shown.map((folder) => (
          <FolderRow
            key={folder.key}
            folder={folder}
            chosen={chosen}
            open={seeking || only || opened.has(folder.key)}
            disabled={disabled}
            holds={holds}
            beyond={beyond}
            onTurn={() => turn(folder.key)}
            onToggle={(some, on) => onChange(toggled(nodes, some, on))}
          />
        ))}
        {shown.length === 0 && (
          <Typography sx={{ p: 4, color: 'text.secondary' }}>
            {t(seeking ? 'permissions.tree.none' : 'permissions.tree.none_chosen')}
          </Typography>
        )}
      </Box>
    </>
  );
}
